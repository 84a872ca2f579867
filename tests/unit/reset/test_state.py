"""A site's state: when it counts as written to, and that files and database both come back."""

from pathlib import Path
from typing import Any

import pytest

from reset.sitectl.scratch import Scratch
from reset.sitectl.state import State
from reset.sitectl.tree import Tree

SPEC: dict[str, Any] = {"changes": {"exclude": []}, "noise": {"tables": {}, "files": []}}


class Database:
    """What `State` asks of a site's database, without a server."""

    def __init__(self) -> None:
        self.written = False
        self.broken = False

    def at_rest(self) -> bool:
        return not self.written

    def restore(self) -> int:
        if self.broken:
            raise RuntimeError("mariadbd was not ready")
        self.written = False
        return 5


@pytest.fixture
def tree(tmp_path: Path) -> Tree:
    pristine = tmp_path / "pristine"
    pristine.mkdir()
    (pristine / "one.txt").write_text("one")
    tree = Tree(pristine, tmp_path / "live")
    tree.create()
    return tree


def state(tree: Tree, database: Any) -> State:
    scratch = Scratch(tree.live.parent / "scratch")
    scratch.folder.mkdir()
    return State(SPEC, tree, database, scratch)


def test_what_was_left_among_temporary_files_is_noticed_and_removed(tree: Tree) -> None:
    it = state(tree, None)
    it.scratch.clear()
    (it.scratch.folder / "left").touch()
    assert not it.untouched()
    assert it.restore() == 1
    assert it.untouched()


@pytest.mark.parametrize("where", ["file", "row", "both"])
def test_what_was_written_anywhere_is_noticed_and_put_back(tree: Tree, where: str) -> None:
    database = Database()
    site = state(tree, database)
    assert site.untouched()
    database.written = where != "file"
    if where != "row":
        (tree.live / "one.txt").write_text("two")
    assert not site.untouched()
    assert site.restore() == 5 + (where != "row")
    assert site.untouched()
    assert (tree.live / "one.txt").read_text() == "one"


def test_files_are_not_looked_at_where_the_database_was_written(
    tree: Tree, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = Database()
    database.written = True
    monkeypatch.setattr(tree, "changed", lambda: pytest.fail("looked at the files"))
    assert not state(tree, database).untouched()


def test_a_database_that_does_not_come_back_fails_the_restore(tree: Tree) -> None:
    database = Database()
    database.broken = True
    with pytest.raises(RuntimeError, match="not ready"):
        state(tree, database).restore()


def test_files_that_cannot_be_put_back_fail_the_restore(tree: Tree) -> None:
    (tree.pristine / "one.txt").unlink()
    (tree.live / "one.txt").write_text("two")
    with pytest.raises(FileNotFoundError):
        state(tree, Database()).restore()


def test_a_site_without_a_database_has_files_alone(tree: Tree) -> None:
    site = state(tree, None)
    (tree.live / "two.txt").write_text("two")
    assert not site.untouched()
    assert site.restore() == 1
    assert site.untouched()
