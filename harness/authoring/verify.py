"""Verifying templates: the oracle passes, doing nothing fails, every wrong outcome fails."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any

from evaluators import judge_all
from evaluators.nodes import derived
from harness.authoring.apart import apart
from harness.authoring.playing import OraclePlayed, OraclePlayer
from harness.authoring.reports import (
    NOOPS,
    TIMED,
    Attempt,
    TaskReport,
    difference,
    judged,
    unplayed,
    variation_of,
    wrong_name,
)
from harness.browser.executable import BrowserError
from harness.episode.events import Timing
from harness.episode.limits import Limits
from harness.episode.results import Played
from sites.errors import WebariumError
from tasks.model import Task

TIMINGS: dict[str, Timing] = dict(zip(TIMED, ("early", "late", "never"), strict=True))
"""Whenever the events of a task come, and where they do not, its oracle must get through."""

Reporter = Callable[[TaskReport], None]


def verify(player: OraclePlayer, task: Task, *, twice: bool = False) -> TaskReport:
    """Play the oracle, nothing, and every wrong outcome of a task."""
    started = time.perf_counter()
    attempts: list[Attempt] = []
    oracle, played = _attempt(player, task, "oracle", True, None)
    attempts.append(oracle)
    if played and (unlike := [one for one in played.outcome.events if not one.seen]):
        oracle.ok = False
        oracle.problem = "; ".join(
            f"the event '{one.event}' is void on its way: {one.why}"
            if one.status == "void"
            else f"the event '{one.event}' comes only after its last step"
            for one in unlike
        )
    if played and task.events:
        for name, timing in TIMINGS.items():
            attempts.append(_attempt(player, task, name, True, None, timing)[0])
    if played and twice:
        attempts.append(_again(player, task, played))
    if not oracle.wrong_task:  # the others would have no verdict either
        attempts += _noops(player, task)
    if played:  # without a right outcome, wrong ones tell nothing
        for wrong in task.wrong:
            name = wrong_name(wrong)
            if isinstance(wrong.answer, str):
                attempts.append(_wrong_answer(task, name, wrong.answer, played))
            else:
                attempts.append(_attempt(player, task, name, False, variation_of(wrong, task.reference))[0])
        limit = Limits().of(task).steps
        if played.actions + 1 > limit:
            oracle.ok, oracle.problem = False, f"{played.actions + 1} steps, but the limit is {limit}"
    return TaskReport(
        task=task.id,
        ok=all(attempt.ok for attempt in attempts),
        attempts=attempts,
        actions=played.actions if played else 0,
        key_nodes=derived(task, played.outcome) if played else [],
        seconds=round(time.perf_counter() - started, 2),
    )


def _attempt(
    player: OraclePlayer,
    task: Task,
    name: str,
    wanted: bool,
    variation: Mapping[str, Any] | None,
    timing: Timing = "due",
) -> tuple[Attempt, OraclePlayed | None]:
    started = time.perf_counter()
    try:
        played = player.play(task, variation, timing=timing)
    except BrowserError:  # nothing can be played on this machine
        raise
    except WebariumError as error:
        attempt = unplayed(name, wanted, error)
        attempt.seconds = round(time.perf_counter() - started, 2)
        return attempt, None
    attempt = judged(name, wanted, played.judgement, played.outcome.answer)
    attempt.actions = played.actions
    attempt.seconds = round(time.perf_counter() - started, 2)
    return attempt, played


def _again(player: OraclePlayer, task: Task, first: OraclePlayed) -> Attempt:
    attempt, second = _attempt(player, task, "again", True, None)
    if second is None:
        return attempt
    if second.judgement != first.judgement:
        attempt.ok, attempt.problem = False, "the second time gave another verdict"
    elif second.digests != first.digests:
        pairs = zip(first.digests, second.digests, strict=False)
        step = next((n for n, (a, b) in enumerate(pairs) if a != b), len(second.digests))
        attempt.ok, attempt.problem = False, f"the second time looked different from step {step} on"
        attempt.difference = difference(first.seen[step : step + 1], second.seen[step : step + 1])
    return attempt


def _noops(player: OraclePlayer, task: Task) -> list[Attempt]:
    """Nothing is done but to stop at once; "N/A" is what gains most where it is not looked up."""
    try:
        played = player.stop_at_once(task, "")
    except WebariumError as error:
        return [unplayed(name, False, error) for name in NOOPS]
    empty, other = NOOPS
    return [judged(empty, False, played.judgement, ""), _wrong_answer(task, other, "N/A", played)]


def _wrong_answer(task: Task, name: str, answer: str, played: Played) -> Attempt:
    """What was done stays as it is; only what is said of it is another."""
    evidence = [{**entry, "evidence": _told(entry, answer)} for entry in played.evidence]
    return judged(name, False, judge_all(task, evidence), answer)


def _told(entry: Mapping[str, Any], answer: str) -> dict[str, Any]:
    """The evidence of a check as it would be with another answer; only some look at it."""
    evidence: dict[str, Any] = entry["evidence"]
    if entry["kind"] == "answer":
        return evidence | {"answer": answer, "status": None, "reason": None}
    if entry["kind"] == "secret" and "said" in evidence:
        rest = [one for one in evidence["said"] if one["where"] != "the answer"]
        return evidence | {"said": [{"where": "the answer", "text": answer}, *rest]}
    return evidence


def verify_tasks(
    tasks: Iterable[Task],
    world: Any,
    *,
    twice: bool = False,
    stop_early: bool = False,
    on_report: Reporter | None = None,
) -> list[TaskReport]:
    """Verify tasks one after the other on a world; each report is handed out when it is ready.

    With ``stop_early`` an oracle that cannot be played ends it: the next one will stumble there as well.
    """
    reports = []
    with OraclePlayer(world) as player:
        for task in tasks:
            report = verify(player, task, twice=twice)
            reports.append(report)
            if on_report:
                on_report(report)
            if stop_early and report.attempts[0].judgement is None:
                break
    return reports


def verify_apart(
    tasks: list[Task], *, workers: int, twice: bool = False, on_report: Reporter | None = None
) -> list[TaskReport]:
    """Verify tasks with several workers, see ``apart``."""
    return apart(tasks, partial(verify, twice=twice), workers=workers, on_report=on_report)
