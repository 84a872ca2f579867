"""A run in numbers: counted from its journal, never from memory."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from statistics import fmean, median

from evaluators.checks.node import node_scores
from harness.run.answers import count_answers
from harness.run.folders import is_run
from harness.run.models import Counts, JournalLine, PolicyCounts, Summary
from harness.run.reader import RunFolder
from sites.errors import WebariumError


def summarize(folder: Path, *, wall_seconds: float | None = None) -> Summary:
    """Count a run.

    Args:
        folder: the run's.
        wall_seconds: how long it took; added to what earlier parts of a resumed run took.

    Raises:
        WebariumError: when it holds no journal, or a file of it is damaged.
    """
    run = RunFolder(folder)
    lines = list(run.lines.values())
    wall = (run.summary.wall_seconds if run.summary else 0.0) + (wall_seconds or 0.0)
    played = [line for line in lines if line.finished]
    spent = [line.spent for line in lines]
    return Summary(
        run=run.name,
        agent=run.manifest.agent.name if run.manifest else None,
        agent_jail=run.manifest.agent.jail if run.manifest else None,
        **_count(lines).model_dump(),
        agent_errors=sum(line.agent_errors for line in lines),
        score=round(fmean(line.score for line in lines), 4) if lines else 0.0,
        wall_seconds=round(wall, 1),
        steps_median=_median(played, lambda line: line.steps, 1),
        seconds_median=_median(played, lambda line: line.seconds, 2),
        reset_seconds_median=_median(played, lambda line: line.reset_seconds, 3),
        tokens={
            "prompt": sum(one.prompt for one in spent),
            "completion": sum(one.completion for one in spent),
        },
        cost=round(sum(one.cost for one in spent), 4),
        per_site=_grouped(lines, lambda line: line.sites),
        per_category=_grouped(lines, lambda line: [line.category]),
        per_difficulty=_grouped(lines, lambda line: [line.difficulty]),
        answers=count_answers(lines),
        policy=count_policy(played),
        key_nodes=node_scores(line.to_json() for line in played),
        digest=_digest(lines),
    )


def summarize_all(folder: Path) -> tuple[list[Summary], list[WebariumError]]:
    """Count every run below a folder; what is wrong with one does not hide the others.

    Returns:
        The summaries by name of run, and an error for each run that is damaged.
    """
    found, damaged = [], []
    for path in sorted(folder.glob("*")):
        if path.is_symlink() or not is_run(path):
            continue
        try:
            RunFolder(path).check(steps=False)  # a list of many runs is to be there at once
            found.append(summarize(path))
        except WebariumError as error:
            damaged.append(error)
    return found, damaged


def count_policy(lines: list[JournalLine]) -> PolicyCounts | None:
    """Count how the episodes of tasks with a policy kept to it; None where there are none."""
    bound = [line for line in lines if line.violations is not None]
    if not bound:
        return None
    return PolicyCounts(
        tasks=len(bound),
        kept=sum(not line.violations for line in bound),
        passed=sum(line.passed for line in bound),
        passed_and_kept=sum(line.passed and not line.violations for line in bound),
        violations=sum(line.violations or 0 for line in bound),
    )


def _median(lines: list[JournalLine], measure: Callable[[JournalLine], float], digits: int) -> float | None:
    return round(median(map(measure, lines)), digits) if lines else None


def _count(lines: list[JournalLine]) -> Counts:
    statuses = [line.status for line in lines]
    passed = statuses.count("passed")
    return Counts(
        tasks=len(statuses),
        passed=passed,
        failed=statuses.count("failed"),
        errors=statuses.count("error"),
        undecided=sum(line.undecided for line in lines),
        success_rate=round(passed / len(statuses), 4) if statuses else 0.0,
    )


def _grouped(lines: list[JournalLine], names: Callable[[JournalLine], list[str]]) -> dict[str, Counts]:
    groups: dict[str, list[JournalLine]] = {}
    for line in lines:
        for name in names(line):
            groups.setdefault(name, []).append(line)
    return {name: _count(group) for name, group in sorted(groups.items())}


def _digest(lines: list[JournalLine]) -> str:
    """One digest of all observations and verdicts: the same for two runs that went the same way."""
    facts = sorted((line.task_id, line.trial, line.status, line.digest) for line in lines)
    return hashlib.sha256(json.dumps(facts).encode()).hexdigest()[:16]
