"""What each scheduled validation found, a line each, and the trend that a page shows of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pydantic import BaseModel, ValidationError

from harness.authoring.validation import Validation, alone
from harness.jsonio import lines_of
from sites.errors import WebariumError
from sites.files import is_there, read_text, write_text

SHOWN = 60
"""Validations that a page shows at most, the last ones."""


class Entry(BaseModel):
    """One validation.

    Attributes:
        templates: tasks that pass and all tasks that were played, by template.
        nodes: key nodes that the oracles passed, and all.
    """

    when: str
    run: str
    templates: dict[str, tuple[int, int]]
    nodes: tuple[int, int] = (0, 0)

    @property
    def passed(self) -> int:
        """Tasks that pass."""
        return sum(passed for passed, _ in self.templates.values())

    @property
    def tasks(self) -> int:
        """All tasks that were looked at."""
        return sum(total for _, total in self.templates.values())

    @property
    def share(self) -> float:
        """Of the tasks, 0 to 1."""
        return self.passed / self.tasks if self.tasks else 0.0


def entry_of(now: Validation) -> Entry:
    """A validation as its history keeps it, without the tasks that could not be played."""
    counts: dict[str, tuple[int, int]] = {}
    for one in now.findings:
        if one.state == "unknown":
            continue
        passed, total = counts.get(one.template, (0, 0))
        counts[one.template] = (passed + (one.state == "ok"), total + 1)
    return Entry(when=now.when, run=now.run, templates=counts, nodes=now.nodes)


def read_history(path: Path) -> list[Entry]:
    """All validations of a file, the oldest first; none where there is no file yet.

    Raises:
        WebariumError: a line of it is none.
    """
    if not is_there(path):
        return []
    found = []
    for number, line in enumerate(lines_of(read_text(path)), 1):
        try:
            found.append(Entry.model_validate_json(line))
        except ValidationError as error:
            raise WebariumError(
                f"{path}, line {number} is no validation", remedy="name another file, or delete the line"
            ) from error
    return found


def add(path: Path, now: Entry) -> list[Entry]:
    """Add a line for one more validation to those that are there by now; gives all.

    Raises:
        WebariumError: a line of the file is none, or it cannot be written.
    """
    with alone(path):
        before = read_history(path)
        lines = lines_of(read_text(path)) if before else []
        write_text(path, "".join(f"{line}\n" for line in [*lines, now.model_dump_json()]))
    return [*before, now]


def trend_of(entries: list[Entry]) -> dict[str, Any]:
    """What the page shows: the last validations, their line, and the templates that were not always well."""
    shown = entries[-SHOWN:]
    return {"entries": shown, "points": line_of(shown), "rows": rows(shown)}


def line_of(entries: list[Entry]) -> str:
    """The shares of success as points of a line, 0 to 100 both ways, the first validation left."""
    last = max(1, len(entries) - 1)
    return " ".join(f"{100 * at / last:.2f},{100 - 100 * one.share:.2f}" for at, one in enumerate(entries))


def rows(entries: list[Entry]) -> list[tuple[str, list[str]]]:
    """Of each template that ever failed or was not always there: its state at each validation."""
    names = sorted({name for one in entries for name in one.templates})
    found = [(name, [_state(one, name) for one in entries]) for name in names]
    return [(name, states) for name, states in found if set(states) != {"ok"}]


def _state(entry: Entry, template: str) -> str:
    if template not in entry.templates:
        return "absent"
    passed, total = entry.templates[template]
    return "ok" if passed == total else "broken" if not passed else "partly"
