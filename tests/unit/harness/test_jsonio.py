"""JSON files are there whole or not at all."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from harness.jsonio import dump, read_objects, write_json
from sites.files import PlaceError


def test_a_file_is_replaced_whole(tmp_path: Path) -> None:
    path = tmp_path / "summary.json"
    write_json(path, {"passed": 1})
    write_json(path, {"passed": 2})
    assert json.loads(path.read_text()) == {"passed": 2}
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_that_cannot_be_written_leaves_no_part(tmp_path: Path) -> None:
    path = tmp_path / "summary.json"
    path.mkdir()
    with pytest.raises(OSError, match=r"summary\.json"):
        write_json(path, {"passed": 1})
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("sign", ["\u2028", "\u2029", "\x85", "\x0b", "\x1c"])
def test_what_ends_lines_elsewhere_ends_none_of_json(tmp_path: Path, sign: str) -> None:
    rows = [{"thought": f"a{sign}b"}, {"thought": "c"}]
    path = tmp_path / "trajectory.jsonl"
    path.write_bytes(b"\n".join(map(dump, rows)) + b"\r\n\n")
    assert read_objects(path) == rows


def test_a_wrong_line_is_named_by_its_number(tmp_path: Path) -> None:
    path = tmp_path / "trajectory.jsonl"
    path.write_text('{"a": "\u2028"}\n\n[]\n')
    with pytest.raises(PlaceError, match=r"jsonl:3: is no JSON object"):
        read_objects(path)
