"""A release freezes locks and data under a name; what differs from it is told."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sites.errors import WebariumError
from tasks.lint import lint_all
from tasks.locking import lock_paths
from tasks.release import read_release, release_name, unreleased, write_release

DATA = {"shopping": "d1"}


@pytest.fixture
def locked(root: Path, world: Any) -> Path:
    """The folder of tasks, all of them locked."""
    lock_paths(sorted(root.glob("shopping/*.yaml")), world, root)
    return root


def test_before_the_first_release_nothing_is_told(locked: Path) -> None:
    assert read_release(locked) is None
    assert release_name(locked) == ""
    assert list(unreleased(locked)) == []


def test_a_changed_lock_is_told(locked: Path, world: Any) -> None:
    write_release("v1", DATA, locked)
    assert release_name(locked) == "v1"
    world.database.execute("UPDATE orders SET total = 7 WHERE number = '100003'")
    lock_paths([locked / "shopping" / "order_total.yaml"], world, locked)
    assert release_name(locked) == "v1+"
    (told,) = [one for one in lint_all(locked) if "release" in one.message]
    assert (told.level, told.path) == ("hint", "tasks/answers.lock/shopping")
    write_release("v2", DATA, locked)
    assert release_name(locked) == "v2"


def test_a_name_stands_for_one_release(locked: Path) -> None:
    first = write_release("v1", DATA, locked)
    assert write_release("v1", DATA, locked) == first
    with pytest.raises(WebariumError, match="v1 is frozen"):
        write_release("v1", {"shopping": "d2"}, locked)


@pytest.mark.parametrize("name", ["", "1", "v", "v1.", "latest", "v1+"])
def test_what_is_no_name_of_a_release(locked: Path, name: str) -> None:
    with pytest.raises(WebariumError, match="is no name of a release"):
        write_release(name, DATA, locked)
    assert read_release(locked) is None


def test_a_damaged_release_is_named(locked: Path) -> None:
    (locked / "release.json").write_text('{"name": "v1"}')
    with pytest.raises(WebariumError, match=r"tasks/release.json: .*must be given"):
        read_release(locked)
    with pytest.raises(WebariumError, match=r"tasks/release.json"):
        lint_all(locked)


@pytest.mark.parametrize("older", ["v1", "v1.9", "v1.10.1"])
def test_no_release_is_older_than_the_present_one(locked: Path, older: str) -> None:
    write_release("v1.9.3", DATA, locked)
    now = write_release("v1.11", DATA, locked)
    with pytest.raises(WebariumError, match="comes before the present release"):
        write_release(older, {"shopping": "d2"}, locked)
    assert read_release(locked) == now
