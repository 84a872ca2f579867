"""What locking came to, to read."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from .editions import DEFAULT, Edition
from .lockfile import Lock, read_lock
from .model import Template
from .templates import ROOT, load_source

LONGEST = 60
"""Characters that a preview shows of one value."""


class LockReport(BaseModel):
    """What locking one template came to."""

    template: str
    tasks: int
    changed: bool
    added: list[int] = []
    removed: list[int] = []
    moved: dict[str, list[Any]] = {}


def report_on(template: Template, old: Lock | None, lock: Lock, changed: bool) -> LockReport:
    """What a lock has that the older one had not, and the other way round."""
    before = old.tasks if old else {}
    moved = {
        str(number): [before[number].reference, task.reference]
        for number, task in lock.tasks.items()
        if number in before and before[number].reference != task.reference
    }
    return LockReport(
        template=template.id,
        tasks=len(lock.tasks),
        changed=changed,
        added=sorted(set(lock.tasks) - set(before)),
        removed=sorted(set(before) - set(lock.tasks)),
        moved=moved,
    )


def describe(report: LockReport, check: bool = False) -> str:
    """A report in one line, with one more for every value that moved."""
    verb = ("would change" if check else "written") if report.changed else "unchanged"
    lines = [f"{report.template}: {report.tasks} tasks, {verb}"]
    if report.added:
        lines.append(f"  new: {', '.join(map(str, report.added))}")
    if report.removed:
        lines.append(f"  retired: {', '.join(map(str, report.removed))}")
    lines += [f"  {number}: {before} -> {after}" for number, (before, after) in report.moved.items()]
    return "\n".join(lines)


def preview(path: Path, root: Path = ROOT, edition: Edition = DEFAULT) -> list[str]:
    """The tasks of a locked template, a line each: its parameters, then its reference values."""
    lock = read_lock(load_source(path)[0], root, edition)
    tasks = lock.tasks.items() if lock else ()
    return [f"  {number}: {_shown(one.params)} => {_shown(one.reference)}" for number, one in tasks]


def _shown(values: Mapping[str, Any]) -> str:
    return ", ".join(f"{name} {_clipped(str(value))}" for name, value in values.items()) or "nothing"


def _clipped(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
