"""A run as the papers analyse theirs.

WebArena, section 5.2: tasks that can be done and those that cannot apart, templates that are solved in full,
in part or never, and why episodes ended. Online-Mind2Web, section 6.1: steps of what passed and what failed,
and efficiency (its equation 2), the mean of steps over the steps that the reference solution takes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from math import ceil
from statistics import fmean

from pydantic import BaseModel, Field

from harness.elsewhere.tasks import tasks_of_run
from harness.run.models import JournalLine
from harness.run.reader import RunFolder
from sites.errors import WebariumError
from tasks.loader import oracle_length

ORACLE = "oracle"
"""The name of the agent that plays reference solutions."""
BINS = ("0 %", "up to 25 %", "up to 50 %", "up to 75 %", "below 100 %", "100 %")


class Part(BaseModel):
    """Episodes of one kind; ``success_rate`` is 0 to 1."""

    episodes: int
    passed: int
    success_rate: float


class Templates(BaseModel):
    """Templates by how many of their episodes passed.

    Attributes:
        in_full: all of them; ``never`` none, ``in_part`` the others.
        histogram: templates by their share of successes (the paper's table 3).
    """

    templates: int
    in_full: int
    in_part: int
    never: int
    histogram: dict[str, int]


class Steps(BaseModel):
    """Actions taken, the final stop not counted.

    Attributes:
        passed: mean of what passed; ``failed`` of what did not.
        efficiency: mean of steps over the oracle's, of what passed and has an oracle's length (``compared``
            episodes); 1 is as short as the oracle, more is longer.
    """

    passed: float | None
    failed: float | None
    efficiency: float | None
    compared: int


class Analysis(BaseModel):
    """Of the episodes that have a verdict.

    Attributes:
        achievable: of tasks that can be done; ``unachievable`` of those that cannot.
        called_unachievable: share of the achievable ones that the agent refused.
        ends: episodes by the reason of their end, those that passed among them.
    """

    achievable: Part
    unachievable: Part
    called_unachievable: float | None
    templates: Templates
    ends: dict[str, Part] = Field(default_factory=dict)
    steps: Steps


def analyse(lines: Iterable[JournalLine], lengths: Mapping[str, int]) -> Analysis:
    """Analyse episodes.

    Args:
        lines: of the journal.
        lengths: actions of the oracle, by task.
    """
    lines = [line for line in lines if line.finished]
    can = [line for line in lines if not line.unachievable]
    refused = sum(line.answer_status == "not_achievable" for line in can)
    by_template: dict[str, list[bool]] = {}
    for line in lines:
        by_template.setdefault(line.template or line.task_id.rpartition(".")[0], []).append(line.passed)
    ends: dict[str, list[JournalLine]] = {}
    for line in lines:
        ends.setdefault(end_of(line), []).append(line)
    return Analysis(
        achievable=_part(can),
        unachievable=_part([line for line in lines if line.unachievable]),
        called_unachievable=round(refused / len(can), 4) if can else None,
        templates=_templates(by_template),
        ends={end: _part(ends[end]) for end in sorted(ends, key=lambda one: (-len(ends[one]), one))},
        steps=_steps(lines, lengths),
    )


def end_of(line: JournalLine) -> str:
    """The reason of an episode's end, without its details."""
    return line.stop_reason.partition(":")[0] or "unknown"


def acted(line: JournalLine) -> int:
    """Actions of an episode, its final stop not counted."""
    return max(0, line.steps - (line.stop_reason == "stop"))


def lengths_of(run: RunFolder, oracle: RunFolder | None = None) -> dict[str, int]:
    """How many actions the oracle takes, by task.

    Args:
        run: whose tasks.
        oracle: a run of the oracle, which measures them; without one they are counted in the templates, where
            an oracle in Python has none.
    """
    if oracle is not None:
        player = oracle.manifest.agent.name if oracle.manifest else ORACLE
        if player != ORACLE:
            raise WebariumError(
                f"The run {oracle.path} was played by {player}, and not by the oracle",
                remedy="name a run of `webarium eval --agent oracle`, or leave --oracle out",
            )
        return {line.task_id: acted(line) for line in oracle.finished if line.passed}
    try:
        tasks = tasks_of_run(run.path, sorted({line.task_id for line in run.finished}))
    except WebariumError:  # a template is gone: what is told of the rest is told without
        return {}
    return {task.id: length for task in tasks if (length := oracle_length(task))}


def _part(lines: list[JournalLine]) -> Part:
    passed = sum(line.passed for line in lines)
    return Part(
        episodes=len(lines), passed=passed, success_rate=round(passed / len(lines), 4) if lines else 0.0
    )


def _templates(by_template: Mapping[str, list[bool]]) -> Templates:
    shares = [fmean(passed) for passed in by_template.values()]
    found = Counter(BINS[-1] if share == 1 else BINS[ceil(4 * share)] for share in shares)
    full, never = found[BINS[-1]], found[BINS[0]]
    return Templates(
        templates=len(shares),
        in_full=full,
        in_part=len(shares) - full - never,
        never=never,
        histogram={name: found[name] for name in BINS},
    )


def _steps(lines: list[JournalLine], lengths: Mapping[str, int]) -> Steps:
    ratios = [acted(line) / length for line in lines if line.passed and (length := lengths.get(line.task_id))]
    return Steps(
        passed=_mean([acted(line) for line in lines if line.passed]),
        failed=_mean([acted(line) for line in lines if not line.passed]),
        efficiency=_mean(ratios),
        compared=len(ratios),
    )


def _mean(values: list[float] | list[int]) -> float | None:
    return round(fmean(values), 3) if values else None
