"""What all makers of wrong outcomes share: the mutant, and values close to a right one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from evaluators.comparison import same as same_plain
from tasks.model import CheckEntry, Task

Evidence = list[dict[str, Any]]
MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
    "November", "December",
)  # fmt: skip


@dataclass(frozen=True)
class Mutant:
    """One wrong outcome.

    Attributes:
        kind: what sort of change, for the report.
        name: the change in words.
        evidence: of all checks.
        changed: the checks whose evidence differs from the right one's.
    """

    kind: str
    name: str
    evidence: Evidence
    changed: tuple[int, ...]


def deciding(task: Task, evidence: Evidence) -> list[tuple[int, CheckEntry]]:
    """The checks that decide, by their number in the evidence: those of events as far as they count."""
    first = len(task.judged) - sum(len(event.checks) for event in task.events)
    return [
        (index, check)
        for index, check in enumerate(task.judged)
        if index < len(task.checks) or (index >= first and evidence[index].get("counts", True))
    ]


def mutated(kind: str, name: str, evidence: Evidence, index: int, **parts: Any) -> Mutant:
    """A mutant of one check's evidence."""
    return Mutant(kind, f"{evidence[index]['kind']}: {name}", altered(evidence, index, **parts), (index,))


def altered(evidence: Evidence, index: int, **parts: Any) -> Evidence:
    """The evidence with parts of one check's replaced."""
    return [
        {**entry, "evidence": {**entry["evidence"], **parts}} if number == index else entry
        for number, entry in enumerate(evidence)
    ]


def neighbours(text: str) -> Iterator[tuple[str, str]]:
    """Texts that are nearly this one: (what was changed, the text)."""
    runs = list(re.finditer(r"\d+", text))
    for run in runs if len(runs) <= 4 else [*runs[:2], *runs[-2:]]:
        for what, digits in _digits(run[0]):
            yield what, text[: run.start()] + digits + text[run.end() :]
    for number, month in enumerate(MONTHS):
        if re.search(rf"\b{month}\b", text):
            yield "next month", re.sub(rf"\b{month}\b", MONTHS[(number + 1) % 12], text)
        elif re.search(rf"\b{month[:3]}\b", text):
            yield "next month", re.sub(rf"\b{month[:3]}\b", MONTHS[(number + 1) % 12][:3], text)
    words = text.split()
    for place in sorted({0, len(words) // 2, len(words) - 1}) if len(words) > 1 else ():
        yield "word left out", " ".join(words[:place] + words[place + 1 :])


def _digits(run: str) -> Iterator[tuple[str, str]]:
    yield "digit changed", run[:-1] + str((int(run[-1]) + 1) % 10)
    if len(run) > 1:
        first = int(run[0])
        yield "digit changed", str(first + 1 if first < 9 else 8) + run[1:]
        yield "digit left out", run[:-1]
        for place in range(len(run) - 1):
            if run[place] != run[place + 1] and (place or run[1] != "0"):
                swapped = run[:place] + run[place + 1] + run[place] + run[place + 2 :]
                yield "digits swapped", swapped
                break
    yield "digit added", run + "0"


def flat(value: Any) -> list[str]:
    """The texts of an expected value."""
    if isinstance(value, dict):
        return [text for part in value.values() for text in flat(part)]
    if isinstance(value, list | tuple):
        return [text for part in value for text in flat(part)]
    return [] if value is None else [" ".join(str(value).split())]


def neighbour_value(value: Any) -> Any:
    """A value of the same sort that is nearly this one."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | float):
        return value + 1
    return next((text for _, text in neighbours(str(value))), f"{value}x")


def replaced(value: Any, old: str, new: str) -> Any:
    """A value with one text in it replaced, wherever it stands."""
    if isinstance(value, dict):
        return {key: replaced(part, old, new) for key, part in value.items()}
    if isinstance(value, list):
        return [replaced(part, old, new) for part in value]
    if isinstance(value, str):
        return re.sub(re.escape(old), lambda _: new, value, flags=re.I)
    return new if value is not None and same_plain(old, value) else value
