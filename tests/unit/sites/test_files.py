"""What stands in a file's place."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from sites.files import PlaceError, is_there, read_text, strict_json


def test_a_file_and_a_link_to_one_are_there_and_nothing_is_not(tmp_path: Path) -> None:
    (tmp_path / "one").write_text("1")
    (tmp_path / "link").symlink_to("one")
    assert [is_there(tmp_path / name) for name in ("one", "link", "none")] == [True, True, False]


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (Path.mkdir, "is no file but a directory"),
        (lambda path: path.symlink_to(path.name), r"but a link that leads nowhere \(to place\)"),
        (lambda path: path.symlink_to("gone"), r"but a link that leads nowhere \(to gone\)"),
        (os.mkfifo, "place: is no file\n"),
    ],
)
def test_what_is_no_file_is_told_and_never_taken_for_nothing(tmp_path: Path, make, words: str) -> None:
    make(tmp_path / "place")
    for read in (is_there, read_text):
        with pytest.raises(PlaceError, match=words):
            read(tmp_path / "place")


def test_a_mark_at_the_beginning_says_nothing(tmp_path: Path) -> None:
    path = tmp_path / "marked"
    path.write_bytes(b'\xef\xbb\xbf{"a": 1}\n')
    assert read_text(path) == '{"a": 1}\n'
    assert strict_json(path.read_bytes()) == {"a": 1}


def test_a_key_that_stands_in_an_object_twice_is_told_however_many_there_are() -> None:
    keys = [*map(str, range(50_000)), "49999"]  # the time is the test: each key is looked at once
    began = time.process_time()
    with pytest.raises(ValueError, match="the key '49999' stands in one object twice"):
        strict_json("{" + ",".join(f'"{key}":1' for key in keys) + "}", once=True)
    assert time.process_time() - began < 5
    assert strict_json('{"a": {"b": 1}, "b": 1}', once=True) == {"a": {"b": 1}, "b": 1}
