"""The episodes of runs as demonstrations: who did what on which page, in no format yet."""

from __future__ import annotations

import hashlib
import uuid
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from harness.export.pages import Page
from harness.export.splits import Split, split_of
from harness.run.models import JournalLine, Step
from harness.run.reader import RunFolder
from sites.errors import WebariumError
from tasks.actions import Stop


@dataclass(frozen=True)
class Moment:
    """One step of a demonstration: the page as it stood, and what was done on it."""

    step: Step
    folder: Path

    @cached_property
    def page(self) -> Page | None:
        """The page; None where it was not kept."""
        return Page.read(self.folder / self.step.dom_file) if self.step.dom_file else None

    @property
    def action(self) -> dict[str, Any]:
        """What was done, as our own protocol has it."""
        return self.step.action or {}

    @property
    def name(self) -> str:
        """The name of the action."""
        return str(self.action.get("name", ""))


@dataclass(frozen=True)
class Demonstration:
    """An episode that passed."""

    line: JournalLine
    folder: Path
    steps: tuple[Step, ...]
    outcome: dict[str, Any]

    @property
    def id(self) -> str:
        """A name that tells nothing of the task, the same in every run."""
        return str(uuid.UUID(bytes=digest(f"{self.line.task_id}.{self.line.trial}")[:16], version=4))

    @property
    def split(self) -> Split:
        """Which split it belongs to."""
        return split_of(self.line.sites, self.family)

    @property
    def family(self) -> str:
        """What is never divided: a template, with its twin."""
        return self.line.twin or self.line.template

    def moments(self) -> Iterator[Moment]:
        """The steps whose action did something, in order."""
        for step in self.steps:
            if step.action is not None and step.problem is None:
                yield Moment(step, self.folder)


def demonstrations(runs: Iterable[Path]) -> list[Demonstration]:
    """The episodes of runs that passed, by their tasks; of one that is there twice the first.

    Raises:
        WebariumError: a run is damaged, or none of its episodes kept the pages.
    """
    found: dict[tuple[str, int], Demonstration] = {}
    for path in runs:
        run = RunFolder(path)
        run.require()
        for line in run.finished:
            if not line.passed or (line.task_id, line.trial) in found:
                continue
            steps = tuple(run.steps(line))
            if not any(step.dom_file for step in steps):
                raise WebariumError(
                    f"{path} did not keep the pages that a data set consists of",
                    remedy="play it with them: webarium eval ... --dom",
                )
            outcome = run.outcome(line) or {}
            found[line.task_id, line.trial] = Demonstration(line, run.place(line), steps, outcome)
    if not found:
        raise WebariumError(
            "None of the episodes passed, so there is nothing to learn from",
            remedy="export a run of the oracle: webarium eval --agent oracle --dom",
        )
    return sorted(found.values(), key=lambda one: (one.line.task_id, one.line.trial))


def last_words(stop: Mapping[str, Any]) -> str:
    """What a final stop says, as text: its answer, where it refuses behind status and reason; maybe nothing.

    Args:
        stop: the action as it was recorded, which may be none that could be read.
    """
    refuses = stop.get("status") in ("not_achievable", "failed")
    why = [stop["status"], stop.get("reason")] if refuses else []
    answer = Stop.model_construct(answer=stop.get("answer")).text
    return ": ".join(str(one) for one in [*why, answer] if one)


def digest(text: str) -> bytes:
    """Of a name."""
    return hashlib.sha256(text.encode()).digest()
