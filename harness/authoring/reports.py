"""What is told of a verified task: its attempts, and how each came out."""

from __future__ import annotations

import difflib
import re
from typing import Any

from pydantic import BaseModel, Field
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from evaluators import Judgement
from harness.agents.oracle import OracleError
from harness.episode.trouble import TaskFault
from sites.errors import WebariumError
from tasks.model import KeyNode, Wrong

_ID = re.compile(r"^(\s*)\[\d+\] ", re.MULTILINE)
TIMED = ("events early", "events late", "events void")
NOOPS = ("noop", "noop N/A")
STANDARD = ("oracle", *TIMED, "again", *NOOPS)
"""The attempts that are no wrong outcomes: the same for every task, ``TIMED`` for every one with events."""


class Attempt(BaseModel):
    """One way to play a task, and whether that came out as it must.

    Attributes:
        name: one of ``STANDARD``, or the wrong outcome in words.
        wanted: whether it has to pass.
        ok: whether it came out as wanted.
        judgement: None when it could not be played; ``problem`` says why.
        sandbox_failed: whether it was not played for a fault that is not the task's.
        wrong_task: whether it has no verdict because a check of the task can have none.
        difference: lines of the first observation that looked different at the second time.
    """

    name: str
    wanted: bool
    ok: bool
    judgement: Judgement | None = None
    answer: str | None = None
    problem: str | None = None
    sandbox_failed: bool = False
    wrong_task: bool = False
    difference: list[str] = []
    actions: int = 0
    seconds: float = 0.0


class TaskReport(BaseModel):
    """All attempts at one task.

    ``key_nodes`` are places that count on the oracle's way; they stay out of what is printed.
    """

    task: str
    ok: bool
    attempts: list[Attempt]
    actions: int = 0
    seconds: float = 0.0
    key_nodes: list[KeyNode] = Field(default=[], exclude=True)

    @property
    def wrong(self) -> list[Attempt]:
        """The wrong outcomes."""
        return [attempt for attempt in self.attempts if attempt.name not in STANDARD]


def difference(first: list[str], second: list[str]) -> list[str]:
    """Twelve lines at most in which two observations differ, ``-`` of the first and ``+`` of the second.

    Ids are left out: one element more renumbers all that follow.
    """
    before, after = (_ID.sub(r"\1", "\n".join(text)).splitlines() for text in (first, second))
    lines = difflib.unified_diff(before, after, lineterm="", n=0)
    return [line for line in lines if not line.startswith(("---", "+++", "@@"))][:12]


def unplayed(name: str, wanted: bool, error: WebariumError) -> Attempt:
    """An attempt without a verdict, which is never as wanted."""
    wrong = isinstance(error, TaskFault)
    ours = not wrong and not isinstance(error, OracleError)
    whose = "the task is wrong" if wrong else "the sandbox failed" if ours else "cannot be played"
    remedy = f" ({error.advice})" if wrong else ""
    return Attempt(
        name=name,
        wanted=wanted,
        ok=False,
        problem=f"{whose}: {error.message}{remedy}",
        sandbox_failed=ours,
        wrong_task=wrong,
    )


def judged(name: str, wanted: bool, judgement: Judgement, answer: str | None) -> Attempt:
    """An attempt with its verdict."""
    attempt = Attempt(
        name=name, wanted=wanted, ok=right(judgement) == wanted, judgement=judgement, answer=answer
    )
    if not attempt.ok and not wanted:
        attempt.problem = "passes, but must fail"
    elif name in NOOPS and judgement.score:
        attempt.ok = False
        held = [one.reached for one in judgement.milestones if one.verdict.passed]
        attempt.problem = f"reaches a milestone without doing anything: {'; '.join(held)}"
    elif wanted and (missed := [one for one in judgement.milestones if not one.verdict.passed]):
        attempt.ok = False
        attempt.problem = "; ".join(f"milestone '{one.reached}': {one.verdict.why}" for one in missed)
    elif not attempt.ok:
        attempt.problem = "; ".join(f"{v.check}: {v.why}" for v in judgement.checks if not v.passed)
    if name in STANDARD and (broken := [one for one in judgement.policy if not one.verdict.passed]):
        attempt.ok = False
        attempt.problem = "; ".join(f"breaks the rule '{one.rule}': {one.verdict.why}" for one in broken)
    return attempt


def right(judgement: Judgement) -> bool:
    """Whether a task was done within its policy: what breaks a rule is a wrong outcome as well."""
    return judgement.passed and not judgement.violations


def variation_of(wrong: Wrong, reference: dict[str, Any] | None = None) -> dict[str, Any]:
    """How the oracle has to be played for a wrong outcome; steps of its own may use reference values."""
    if wrong.steps is not None:
        return {"steps": [step.model_dump() for step in wrong.steps], "reference": reference or {}}
    assert wrong.oracle is not None
    data = wrong.oracle.model_dump(by_alias=True, exclude_unset=True)
    if "skip" in data:
        data["skip"] = wrong.oracle.skipped()
    return data


def wrong_name(wrong: Wrong) -> str:
    """A wrong outcome in a few words."""
    if wrong.note:
        return f"wrong: {wrong.note}"
    if wrong.answer is not None:
        return f"wrong: says {wrong.answer}"
    if wrong.steps is not None:
        return f"wrong: {len(wrong.steps)} other steps"
    return "wrong: oracle " + ", ".join(
        f"{k} {v}" if v is not True else k for k, v in variation_of(wrong).items()
    )


def print_report(report: TaskReport, console: Console, *, full: bool) -> None:
    """A line for a task, then one for each attempt (only for those that came out wrong unless ``full``)."""

    def say(text: str) -> None:
        console.print(text, highlight=False, soft_wrap=True)

    mark = "[green]ok[/]" if report.ok else "[red]FAIL[/]"
    failed = sum(attempt.ok for attempt in report.wrong)
    say(
        f"{mark} {report.task}: {report.actions} actions, {failed} of {len(report.wrong)} wrong outcomes "
        f"fail, {report.seconds:.1f} s"
    )
    for attempt in report.attempts:
        if not full and attempt.ok:
            continue
        judged = attempt.judgement
        came = "not played" if judged is None else "passes" if judged.passed else "fails"
        sign = "[green]ok[/]  " if attempt.ok else "[red]BAD[/] "
        # what decided: the checks that failed
        whys = [f"{v.check}: {v.why}" for v in judged.checks if not v.passed] if judged and attempt.ok else []
        say(f"   {sign}{escape(attempt.name)}: {came}. {escape(attempt.problem or '; '.join(whys))[:700]}")
        for line in attempt.difference:
            say(f"        {escape(line)}")
        if judged and not attempt.ok:
            for verdict in judged.checks:
                say(
                    f"        {verdict.status} {verdict.check}: expected {escape(verdict.expected[:500])}; "
                    f"found {escape(verdict.found[:500])}; {escape(verdict.why[:1500])}"
                )


def print_summary(reports: list[TaskReport], console: Console) -> None:
    """How many attempts of each kind came out as wanted."""
    table = Table("", "tasks", "ok", box=None, pad_edge=False)
    rows = [("all as wanted", [report.ok for report in reports])]
    for name in STANDARD:
        rows.append((name, [a.ok for r in reports for a in r.attempts if a.name == name]))
    rows.append(("wrong outcomes", [a.ok for r in reports for a in r.wrong]))
    for name, oks in rows:
        if oks:
            table.add_row(name, str(len(oks)), str(sum(oks)))
    console.print(table)
