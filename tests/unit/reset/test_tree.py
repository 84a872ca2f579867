"""Noticing and undoing every kind of write to a tree of files."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from reset.sitectl.files import hashes
from reset.sitectl.tree import OLD, Tree


@pytest.fixture
def tree(tmp_path: Path) -> Tree:
    pristine = tmp_path / "pristine"
    (pristine / "deep" / "er").mkdir(parents=True)
    (pristine / "empty").mkdir()
    (pristine / "one.txt").write_text("one")
    (pristine / "deep" / "two.txt").write_text("two")
    (pristine / "deep" / "er" / "three.txt").write_text("three")
    (pristine / "link").symlink_to("one.txt")
    tree = Tree(pristine, tmp_path / "live")
    tree.create()
    return tree


def test_a_fresh_copy_is_unchanged(tree: Tree) -> None:
    assert tree.changed() == (set(), set(), set())
    assert hashes(tree.live) == hashes(tree.pristine)
    assert (tree.live / "deep/two.txt").stat().st_mtime_ns == OLD


def test_reading_is_no_change(tree: Tree) -> None:
    assert (tree.live / "one.txt").read_text() == "one"
    assert tree.changed() == (set(), set(), set())


def test_every_kind_of_write_is_noticed(tree: Tree) -> None:
    (tree.live / "new.txt").write_text("new")
    (tree.live / "folder").mkdir()
    (tree.live / "deep" / "two.txt").unlink()
    (tree.live / "one.txt").write_text("two")  # same size
    (tree.live / "deep/er/three.txt").chmod(0o600)
    added, removed, touched = tree.changed()
    assert added == {"new.txt", "folder/"}
    assert removed == {"deep/two.txt"}
    assert touched == {"one.txt", "deep/er/three.txt"}


def test_a_write_that_hides_its_time_is_noticed(tree: Tree) -> None:
    (tree.live / "one.txt").write_text("eno")
    os.utime(tree.live / "one.txt", ns=(OLD, OLD))
    assert tree.changed()[2] == {"one.txt"}


def test_a_new_file_in_a_folder_whose_time_is_put_back_is_noticed(tree: Tree) -> None:
    (tree.live / "deep/er/new").write_text("x")
    os.utime(tree.live / "deep/er", ns=(OLD, OLD))
    assert tree.changed() == ({"deep/er/new"}, set(), set())


def test_what_came_and_went_is_no_change_and_what_comes_then_is(tree: Tree) -> None:
    for _ in range(2):
        (tree.live / "deep" / "lock").write_text("")
        (tree.live / "deep" / "lock").unlink()
        assert tree.changed() == (set(), set(), set())
        (tree.live / "deep" / "lock").write_text("")
        assert tree.changed() == ({"deep/lock"}, set(), set())
        assert tree.restore() == 1


def test_what_comes_into_a_folder_that_was_put_back_is_noticed(tree: Tree) -> None:
    (tree.live / "deep/er/three.txt").unlink()
    (tree.live / "deep/er").rmdir()
    (tree.live / "link").unlink()
    tree.restore()
    (tree.live / "deep/er/new").write_text("x")
    (tree.live / "new").write_text("x")
    assert tree.changed()[0] == {"deep/er/new", "new"}


@pytest.mark.parametrize("target", ["deep", "loop", "elsewhere"])
def test_a_link_in_place_of_a_folder_is_undone(tree: Tree, target: str) -> None:
    os.rename(tree.live / "deep", tree.live / "elsewhere")
    (tree.live / "deep").symlink_to("elsewhere" if target == "elsewhere" else target)
    assert "deep/" in tree.changed()[1]
    tree.restore()
    assert not (tree.live / "deep").is_symlink()
    assert hashes(tree.live) == hashes(tree.pristine)
    assert tree.changed() == (set(), set(), set())


def test_a_whole_tree_that_is_gone_comes_back(tree: Tree) -> None:
    os.rename(tree.live, tree.live.with_name("away"))
    tree.restore()
    assert hashes(tree.live) == hashes(tree.pristine)
    tree.live.chmod(0o700)
    assert tree.changed() == (set(), set(), {""})
    tree.restore()
    assert tree.live.stat().st_mode & 0o777 == 0o755


def test_a_folder_that_was_made_anew_with_the_same_content_is_put_back(tree: Tree) -> None:
    (tree.live / "empty").rmdir()
    (tree.live / "empty").mkdir(0o700)
    assert tree.changed() == (set(), set(), {"empty/"})
    tree.restore()
    assert tree.changed() == (set(), set(), set())


def test_a_replaced_file_is_noticed(tree: Tree) -> None:
    (tree.live / "other").write_text("one")
    os.replace(tree.live / "other", tree.live / "one.txt")
    assert tree.changed() == (set(), set(), {"one.txt"})


def test_restoring_gives_the_very_same_tree(tree: Tree) -> None:
    before = hashes(tree.live)
    (tree.live / "a" / "b").mkdir(parents=True)
    (tree.live / "a" / "b" / "c").write_text("c")
    (tree.live / "one.txt").write_text("changed")
    (tree.live / "deep" / "er" / "three.txt").unlink()
    (tree.live / "deep" / "er").rmdir()
    (tree.live / "link").unlink()
    (tree.live / "link").write_text("no link any more")
    (tree.live / "empty").rmdir()
    assert tree.restore() == 8  # a/, a/b/, a/b/c, one.txt, three.txt, er/, link, empty/
    assert hashes(tree.live) == before
    assert tree.changed() == (set(), set(), set())
    assert tree.restore() == 0


def test_a_read_only_file_is_replaced_not_written_through(tree: Tree, tmp_path: Path) -> None:
    (tree.pristine / "one.txt").chmod(0o444)
    tree.create()
    live, other = tree.live / "one.txt", tmp_path / "other"
    other.hardlink_to(live)  # what git does with its objects: their time of change moves
    assert tree.restore() == 1
    assert (live.read_text(), live.stat().st_mode & 0o777) == ("one", 0o444)
    assert (other.read_text(), other.stat().st_nlink) == ("one", 1)
    assert tree.changed() == (set(), set(), set())


def test_a_folder_in_place_of_a_file_is_undone(tree: Tree) -> None:
    (tree.live / "one.txt").unlink()
    (tree.live / "one.txt").mkdir()
    (tree.live / "one.txt" / "inside").write_text("x")
    tree.restore()
    assert (tree.live / "one.txt").read_text() == "one"


def test_a_file_in_place_of_a_folder_is_undone(tree: Tree) -> None:
    (tree.live / "empty").rmdir()
    (tree.live / "empty").write_text("x")
    tree.restore()
    assert hashes(tree.live) == hashes(tree.pristine)


def test_differences_tell_content_not_times(tree: Tree) -> None:
    os.utime(tree.live / "one.txt")
    (tree.live / "deep/two.txt").write_text("zwei")
    (tree.live / "new").write_text("")
    (tree.live / "link").unlink()
    assert tree.differences() == {"added": ["new"], "removed": ["link"], "changed": ["deep/two.txt"]}


def test_a_site_without_files_has_an_empty_folder(tmp_path: Path) -> None:
    tree = Tree(tmp_path / "absent", tmp_path / "live")
    tree.create()
    (tmp_path / "live" / "x").write_text("x")
    assert tree.restore() == 1
    assert list((tmp_path / "live").iterdir()) == []


def test_creating_again_throws_the_old_away(tree: Tree) -> None:
    (tree.live / "left.txt").write_text("over")
    tree.create()
    assert not (tree.live / "left.txt").exists()
    assert tree.changed() == (set(), set(), set())
