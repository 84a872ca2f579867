"""What an episode leaves among the temporary files ends with it."""

from __future__ import annotations

from pathlib import Path

import pytest

from reset.sitectl.scratch import Scratch


@pytest.fixture
def scratch(tmp_path: Path) -> Scratch:
    """A folder in which a service has made its socket and its folder."""
    found = Scratch(tmp_path / "tmp")
    (tmp_path / "tmp" / "nginx").mkdir(parents=True)
    (tmp_path / "tmp" / "php.sock").touch()
    found.mark()
    return found


def test_what_services_made_when_they_started_is_nobodys_state(scratch: Scratch) -> None:
    (scratch.folder / "php.sock").write_text("written to")
    assert scratch.added() == set()
    assert scratch.restore() == 0
    assert (scratch.folder / "php.sock").exists()


def test_what_came_later_is_seen_and_removed(scratch: Scratch) -> None:
    (scratch.folder / "kept").mkdir()
    (scratch.folder / "kept" / "script.js").touch()
    (scratch.folder / "nginx" / "body").touch()
    (scratch.folder / "link").symlink_to(scratch.folder.parent)
    assert scratch.added() == {"kept/", "kept/script.js", "nginx/body", "link"}
    assert scratch.restore() == 4
    assert sorted(path.name for path in scratch.folder.rglob("*")) == ["nginx", "php.sock"]
    assert scratch.folder.parent.exists()


def test_coming_up_from_nothing_begins_with_an_empty_folder(scratch: Scratch) -> None:
    scratch.clear()
    assert list(scratch.folder.iterdir()) == []


def test_without_the_folder_there_is_nothing(tmp_path: Path) -> None:
    scratch = Scratch(tmp_path / "none")
    scratch.clear()
    scratch.mark()
    assert scratch.added() == set()
