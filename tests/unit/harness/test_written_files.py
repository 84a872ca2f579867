"""What is written for people: whole or not at all, never over what is somebody else's."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from harness.report.mark import MARK, check_page
from sites.files import PlaceError, check_replaceable, write_text


def test_a_full_disk_leaves_the_old_file_and_names_the_new_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "page.html"
    target.write_text("old")

    def full(path: Path, data: bytes) -> int:
        path.touch()
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(PlaceError, match=r"page\.html: cannot be written \(No space left") as told:
        write_text(target, "new")
    assert told.value.remedy == "free some space, or name a place on another disk"
    assert target.read_text() == "old"
    assert list(tmp_path.iterdir()) == [target]


def test_a_link_is_written_through_and_one_to_itself_is_told(tmp_path: Path) -> None:
    (tmp_path / "real").write_text("old")
    (tmp_path / "real").chmod(0o640)
    (tmp_path / "link").symlink_to("real")
    write_text(tmp_path / "link", "new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_text() == "new"
    assert (tmp_path / "real").stat().st_mode & 0o777 == 0o640
    (tmp_path / "loop").symlink_to("loop")
    with pytest.raises(PlaceError, match="Too many levels"):
        write_text(tmp_path / "loop", "x")
    assert (tmp_path / "loop").is_symlink()


def test_a_device_is_not_replaced() -> None:
    write_text(Path(os.devnull), "x")
    assert not Path(os.devnull).is_file()
    check_page(Path(os.devnull))


def test_only_a_file_of_the_same_kind_may_be_replaced(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    check_page(page)
    page.touch()
    check_page(page)
    page.write_text(f"<!doctype html>\n{MARK}")
    check_page(page)
    page.write_text("# Notes\n")
    with pytest.raises(PlaceError, match="exists and is no page"):
        check_page(page)
    with pytest.raises(PlaceError, match="is a folder"):
        check_replaceable(tmp_path, "baseline", lambda data: True)


def test_of_two_that_write_a_file_at_once_each_writes_it_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_bytes = Path.write_bytes
    target = tmp_path / "page.html"
    seen: list[str] = []

    def interrupted(path: Path, data: bytes) -> int:
        written = write_bytes(path, data)
        if data == b"first":
            write_text(target, "second")
            seen.append(target.read_text())
        return written

    monkeypatch.setattr(Path, "write_bytes", interrupted)
    write_text(target, "first")
    assert (seen, target.read_text()) == (["second"], "first")
    assert list(tmp_path.iterdir()) == [target]
