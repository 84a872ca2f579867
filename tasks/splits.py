"""Which tasks are for training, which for development and which for the test.

A split is a matter of families: all tasks of a template, and a task that cannot be done with its twin that
can, so that nothing learnt on one side gives away the other. A family's split is a hash of its name, so it
is the same in every world and for every version of the tasks, whatever templates come or go beside it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path
from typing import Literal, get_args

from sites.errors import WebariumError

from .difficulty import FIXED, in_fixed
from .editions import Edition
from .loader import load_tasks
from .model import Task, Template
from .templates import ROOT

Split = Literal["train", "dev", "test"]
SPLITS: tuple[Split, ...] = get_args(Split)
SHARES: dict[Split, float] = {"train": 0.6, "dev": 0.15, "test": 0.25}
"""How much of all families each is meant to hold. Another share would move tasks from split to split."""
_MARK = "webarium split 1:"  # a hash of its own; with another mark every family would be drawn anew


def family_of(task: Task | Template) -> str:
    """The name of a task's family: its template, of a task that cannot be done the template of its twin."""
    return task.twin or (task.template if isinstance(task, Task) else task.id)


def family_token(task: Task | Template) -> str:
    """Twelve hexadecimal digits in place of a family's name, which says which of two tasks can be done."""
    return _digest(family_of(task)).hex()[:12]


def split_of(task: Task | Template) -> Split:
    """The split that a task belongs to."""
    return split_of_family(family_of(task))


def split_of_family(family: str) -> Split:
    """The split of all tasks of a family."""
    drawn = int.from_bytes(_digest(family)[:8], "big") / 2**64
    bound = 0.0
    for name, share in SHARES.items():
        bound += share
        if drawn < bound:
            return name
    return SPLITS[-1]


def named_split(text: str) -> str:
    """A split by its name.

    Raises:
        WebariumError: there is none of that name.
    """
    for name in (*SPLITS, *FIXED):
        if text == name:
            return name
    raise WebariumError(
        f"there is no split {text!r}", remedy=f"the splits are {', '.join((*SPLITS, *FIXED))}"
    )


def in_split(tasks: Iterable[Task], split: str) -> list[Task]:
    """Those of the tasks that belong to a split, in the order given."""
    return [task for task in tasks if split_of(task) == split]


def load_split(
    split: str, selection: str = "all", *, root: Path = ROOT, edition: Edition | None = None
) -> list[Task]:
    """The tasks of a split.

    Args:
        split: ``train``, ``dev`` or ``test``, or one of the fixed ones, ``hard`` or ``lite``
            (``tasks/difficulty.py``), which lie across these and hold tasks of the default world alone.
        selection: among which tasks, as ``tasks.loader.load_tasks`` takes it.
        root: the folder of the tasks.
        edition: which world's tasks.

    Raises:
        WebariumError: there is no such split, or none of the selected tasks is in it.
    """
    name = named_split(split)
    tasks = load_tasks(selection, root=root, edition=edition)
    found = in_fixed(tasks, name, root) if name in FIXED else in_split(tasks, name)
    if not found:
        raise WebariumError(
            f"none of the tasks that '{selection}' names is in the split {name}",
            remedy="select more; small folders may lie in one split as a whole",
        )
    return found


def _digest(family: str) -> bytes:
    return hashlib.sha256(f"{_MARK}{family}".encode()).digest()
