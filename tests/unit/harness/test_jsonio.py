"""JSON files are there whole or not at all."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from harness.jsonio import write_json


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
