"""How an outcome is judged: evidence is collected while the world stands, and judged at any time later."""

from __future__ import annotations

from itertools import islice
from typing import Any

from reset.errors import QueryError
from sites.errors import WebariumError
from tasks.model import Task

from .base import Check, CheckError, Judgement, Kept, Outcome, Reached, Verdict, WorldView
from .checks import make_check

__all__ = ["AUTHORS", "CheckError", "Judgement", "Outcome", "Verdict", "collect_all", "judge_all", "unsound"]

AUTHORS = (CheckError, QueryError)
"""Errors of a check that its author has to mend, and nobody else."""


def unsound(task: Task) -> list[tuple[int, WebariumError]]:
    """What of ``task.judged`` can judge nothing, by number, each with why: told before any world is."""
    found = []
    for index, entry in enumerate(task.judged):
        try:
            make_check(task, entry).sound()
        except WebariumError as error:
            found.append((index, error))
    return found


def collect_all(task: Task, world: WorldView, outcome: Outcome, browser: Any = None) -> list[dict[str, Any]]:
    """The evidence of every check of a task and of its milestones, in the order of ``task.judged``.

    Changed rows are read first and pages opened last, so that no evaluator's own page view is taken for
    something the agent did. A check that cannot be collected leaves its error as evidence, with
    ``"whose": "task"`` where its author has to mend it.

    Returns:
        ``[{"check": index, "kind": ..., "evidence": {...}}, ...]``, JSON.
    """
    skipped = _skipped(task, outcome)
    order = {"changes": 0, "sql": 1, "api": 2, "page": 3}
    found: dict[int, dict[str, Any]] = {}
    judged = task.judged
    for index in sorted(range(len(judged)), key=lambda i: order.get(judged[i].kind, 1)):
        entry = judged[index]
        if index in skipped:
            found[index] = {"check": index, "kind": entry.kind, "evidence": {}, "counts": False}
            continue
        check = make_check(task, entry)
        try:
            evidence = check.collect(world, outcome, browser)
        except Exception as error:  # one broken check must not hide what the others found
            evidence = _of_error(check, error)
        found[index] = {"check": index, "kind": entry.kind, "evidence": evidence}
    return [found[index] for index in range(len(judged))]


def _of_error(check: Check, error: Exception) -> dict[str, Any]:
    """What stands in place of evidence: what happened, and where it is the author's to mend, that it is."""
    told = error.message if isinstance(error, WebariumError) else f"{type(error).__name__}: {error}"
    try:
        check.sound()
        authors = isinstance(error, AUTHORS)
    except WebariumError:
        authors = True
    if not authors:
        return {"error": told}
    remedy = error.advice if isinstance(error, WebariumError) else None
    return {"error": told, "whose": "task", "remedy": remedy}


def _skipped(task: Task, outcome: Outcome) -> set[int]:
    """Numbers of the checks of events that do not count, since the event was seen or was not."""
    seen = {one.event for one in outcome.events if one.seen}
    decided = [wanted == (event.event in seen) for event in task.events for wanted, _ in event.checks]
    first = len(task.judged) - len(decided)
    return {first + number for number, counts in enumerate(decided) if not counts}


def judge_all(task: Task, evidence: list[dict[str, Any]]) -> Judgement:
    """Judge a task from its evidence alone: no world, no browser, no network.

    The task passes when every check does; its score is 1 then. Else the score is the share of the milestones
    by weight, where the whole task counts as one more of weight 1. Checks of an event count as it was seen or
    not, which its evidence says.
    """
    by_index = {entry["check"]: entry for entry in evidence}
    entries = [
        by_index.get(index)
        or {"evidence": {"error": f"no evidence of check {index + 1} ({check.kind}) was collected"}}
        for index, check in enumerate(task.judged)
    ]
    counted = [(index, entry) for index, entry in enumerate(entries) if entry.get("counts", True)]
    rest = iter([_judge(task, index, entry) for index, entry in counted])
    checks = list(islice(rest, len(task.checks)))
    milestones = [
        Reached(reached=one.reached, weight=one.weight, verdict=verdict)
        for one, verdict in zip(task.milestones, islice(rest, len(task.milestones)), strict=True)
    ]
    policy = [
        Kept(rule=one.rule, verdict=verdict)
        for one, verdict in zip(task.policy, islice(rest, len(task.policy)), strict=True)
    ]
    checks += rest  # of the events
    passed = bool(checks) and all(verdict.passed for verdict in checks)
    won = sum(one.weight for one in milestones if one.verdict.passed)
    share = won / (sum(one.weight for one in milestones) + 1)
    score = 1.0 if passed else round(share, 4)
    return Judgement(passed=passed, score=score, checks=checks, milestones=milestones, policy=policy)


def _judge(task: Task, index: int, entry: dict[str, Any]) -> Verdict:
    kind = task.judged[index].kind
    evidence = entry["evidence"]
    why = evidence.get("error")
    if why is None and entry.get("kind", kind) != kind:
        why = f"the evidence is of a check '{entry['kind']}': the task was changed since it was collected"
    if why is None:
        try:
            return make_check(task, task.judged[index]).judge(evidence)
        except Exception as error:
            what = f"has no {error}" if isinstance(error, KeyError) else f"cannot be read ({error})"
            why = f"its evidence is not as '{kind}' collects it: it {what}"
            if isinstance(error, WebariumError):
                why = error.message
    return Verdict(
        passed=False, score=0.0, check=kind, expected="evidence", found="none", why=why, status="error"
    )
