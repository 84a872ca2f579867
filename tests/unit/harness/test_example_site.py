"""The eleven files of the example site fit the code as a pack, and are no part of the checkout's worlds."""

from __future__ import annotations

from example_site import EXAMPLE, GUIDE, example_files, webarium


def test_there_are_eleven_files_and_the_guide_names_each() -> None:
    files = example_files()
    assert len(files) == 11
    told = GUIDE.read_text(encoding="utf-8")
    assert [name for name in files if f"`{name}`" not in told] == []


def test_it_is_a_site_with_tasks_where_it_is_used_as_a_pack() -> None:
    linted = webarium("tasks", "lint", "toolshed")
    assert (linted.returncode, linted.stdout) == (0, "0 errors, 0 hints\n"), linted.stdout + linted.stderr
    listed = webarium("tasks", "list", "toolshed.*", "--json")
    assert listed.stdout.count('"id": "toolshed.') == 6, listed.stdout + listed.stderr
    assert "The Toolshed" in webarium("sites", "list", "--json").stdout


def test_without_it_there_is_no_such_site() -> None:
    assert EXAMPLE.is_dir()
    assert "Toolshed" not in webarium("sites", "list", "--json", pack=None).stdout
    found = webarium("tasks", "list", "toolshed", pack=None)
    assert (found.returncode, "no task is named by 'toolshed'" in found.stderr) == (2, True)
