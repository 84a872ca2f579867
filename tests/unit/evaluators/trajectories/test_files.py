"""Files of other benchmarks: within bounds, within their folder, and told what is wrong with them."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest

from evaluators.dropin.har import read_har
from evaluators.trajectories.files import LONGEST, FormatError, read_json
from evaluators.trajectories.mind2web_live import load_episode
from evaluators.trajectories.online_mind2web import load_trajectory


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"\xff{}", "no UTF-8"),
        (b"{}\0", "NUL byte"),
        (b"[" * 200_000, "nested too deeply"),
        (b'{"a": 1}\n{"b":', ":2: is no JSON"),
        (b'{"a": 1}\n\n{"b": 2}\n{"c"}\n', ":4: is no JSON"),
        (b'{"a":\n 1,\n', ":3: is no JSON"),
        (b'[{"a": 1, "b": 2, "a": 3}]', "the key 'a' stands in one object twice"),
        (b'{"a": NaN}', "NaN is no JSON"),
        (b" \n", "the file is empty"),
    ],
)
def test_what_is_no_json_is_told(tmp_path: Path, content: bytes, words: str) -> None:
    (tmp_path / "tasks.json").write_bytes(content)
    with pytest.raises(FormatError, match=words):
        read_json(tmp_path / "tasks.json")


def test_what_is_too_large_is_not_read(tmp_path: Path) -> None:
    with (tmp_path / "tasks.json").open("wb") as file:
        file.truncate(LONGEST + 1)
    with pytest.raises(FormatError, match="larger than 200 MB"):
        read_json(tmp_path / "tasks.json")


def test_an_archive_that_unpacks_to_too_much_is_not_unpacked(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "har.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("network.har", b" " * (LONGEST + 1))
    assert (tmp_path / "har.zip").stat().st_size < 1_000_000
    with pytest.raises(FormatError, match="larger than 200 MB"):
        read_har(tmp_path / "har.zip")


@pytest.mark.parametrize("name", ["../secret.html", "/etc/hostname", "link.html"])
def test_an_episode_names_no_file_outside_its_folder(tmp_path: Path, name: str) -> None:
    (tmp_path / "secret.html").write_text("<p>secret</p>")
    folder = tmp_path / "episode"
    folder.mkdir()
    (folder / "link.html").symlink_to(tmp_path / "secret.html")
    step = {"url": "http://shop.test/", "action": {"name": "click"}, "html_file": name, "screenshot": name}
    (folder / "trajectory.jsonl").write_text(json.dumps(step))
    (folder / "outcome.json").write_text("{}")
    with pytest.raises(FormatError, match="outside"):
        load_episode(folder)
    with pytest.raises(FormatError, match="outside"):
        load_trajectory(folder, "buy a lamp")


def test_lines_may_hold_nothing_or_marks_of_unicode(tmp_path: Path) -> None:
    file = tmp_path / "trajectory.jsonl"
    file.write_text("")
    assert read_json(file) == []
    file.write_text('{"a": "one\u2028line"}\n{"a": 2}\n')
    assert read_json(file) == [{"a": "one\u2028line"}, {"a": 2}]


@pytest.mark.parametrize(
    ("har", "words"),
    [
        ([], "no list log.entries"),
        ({"log": {"entries": "none"}}, "no list log.entries"),
        ({"log": {"entries": [{"request": {"url": "http://a.test/"}}]}}, "log.entries.0 has no 'response'"),
        ({"log": {"entries": ["none"]}}, "log.entries.0 is no request"),
    ],
)
def test_what_is_no_har_is_told_in_words(tmp_path: Path, har: object, words: str) -> None:
    (tmp_path / "network.har").write_text(json.dumps(har))
    with pytest.raises(FormatError, match=words):
        read_har(tmp_path / "network.har")


def test_a_step_that_is_no_object_is_told(tmp_path: Path) -> None:
    (tmp_path / "trajectory.jsonl").write_text("{}\n[]\n")
    for load in (load_episode, lambda folder: load_trajectory(folder, "buy a lamp")):
        with pytest.raises(FormatError, match=r"trajectory\.jsonl, record 1: the record: write a mapping"):
            load(tmp_path)
