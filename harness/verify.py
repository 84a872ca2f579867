"""Verifying templates: the oracle passes, doing nothing fails, every wrong outcome fails.

The oracle plays here in the harness' own process, on the same environment as any agent, so that an
author gets an answer in seconds; `webarium eval --agent oracle` plays it as a process of its own.
"""

from __future__ import annotations

import difflib
import multiprocessing
import multiprocessing.util
import os
import re
import time
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from functools import partial
from typing import Annotated, Any, Protocol, TypeVar

import typer
from pydantic import BaseModel
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from evaluators import Judgement, Outcome, collect_all, judge_all
from evaluators.base import Request, StepRecord
from harness.agents.oracle import OracleError, Player
from harness.agents.protocol import Observation
from harness.browser import DOMAIN, Browser, session_cookies
from harness.environment import Environment
from harness.executor import ActionError
from harness.limits import Limits
from sites.errors import WebariumError
from sites.home.profiles import home_cookies
from tasks import actions, lint, locking
from tasks.commands import app, matching_paths, print_json
from tasks.loader import load_tasks, oracle_view, tasks_of
from tasks.model import Task, Wrong, difficulty_of

Reporter = Callable[["TaskReport"], None]


class OfTask(Protocol):
    """A report about one task."""

    task: str


Report = TypeVar("Report", bound=OfTask)


TRIES = 3  # as many as an episode has
_ID = re.compile(r"^(\s*)\[\d+\] ", re.MULTILINE)
STANDARD = ("oracle", "again", "noop", "noop N/A")  # the attempts that are made at every task


class Attempt(BaseModel):
    """One way to play a task, and whether that came out as it must.

    Attributes:
        name: one of ``STANDARD``, or the wrong outcome in words.
        wanted: whether it has to pass.
        ok: whether it came out as wanted.
        judgement: None when it could not be played; ``problem`` says why.
        difference: lines of the first observation that looked different at the second time.
    """

    name: str
    wanted: bool
    ok: bool
    judgement: Judgement | None = None
    answer: str | None = None
    problem: str | None = None
    difference: list[str] = []
    actions: int = 0
    seconds: float = 0.0


class TaskReport(BaseModel):
    """All attempts at one task. ``hints`` are no failures: a difficulty that does not fit, for instance."""

    task: str
    ok: bool
    attempts: list[Attempt]
    hints: list[str] = []
    actions: int = 0
    seconds: float = 0.0

    @property
    def wrong(self) -> list[Attempt]:
        """The wrong outcomes."""
        return [attempt for attempt in self.attempts if attempt.name not in STANDARD]


class Played(BaseModel):
    """What playing leaves: outcome, evidence, verdict, and all observations, as digests and to read."""

    outcome: Outcome
    evidence: list[dict[str, Any]]
    judgement: Judgement
    digests: list[str]
    seen: list[str]
    actions: int


class InProcess:
    """An environment as the oracle's session."""

    def __init__(self, env: Environment) -> None:
        self.env = env
        self.steps: list[StepRecord] = []
        self.digests: list[str] = []
        self.seen: list[str] = []
        self._note()

    def observe(self) -> Observation:
        """The current observation."""
        return self.env.observe().observation

    def act(self, action: Any, *, thought: str = "") -> Observation:
        """Act; an action that did nothing leaves its reason in the observation."""
        url = self.observe().url
        target = None
        if isinstance(action, actions.Say):
            self.env.advance()
        else:
            with suppress(ActionError):  # the observation says so
                self.env.act(action)
            target = self.env.executor.target
        self.steps.append(StepRecord(url=url, action=action.model_dump(mode="json"), target=target))
        self._note()
        return self.observe()

    def _note(self) -> None:
        sight = self.env.observe()
        self.digests.append(sight.digest)
        self.seen.append(f"{sight.observation.url}\n{sight.observation.axtree}")


class Verifier:
    """Plays tasks on one world with one browser."""

    def __init__(self, world: Any, browser: Browser) -> None:
        self.world, self.browser = world, browser

    def verify(self, task: Task, *, twice: bool = False) -> TaskReport:
        """Play the oracle, nothing, and every wrong outcome of a task."""
        started = time.perf_counter()
        attempts: list[Attempt] = []
        hints: list[str] = []
        oracle, played = self._attempt(task, "oracle", True, None)
        attempts.append(oracle)
        if played and twice:
            attempts.append(self._again(task, played))
        attempts += [self._noop(task, "noop", ""), self._noop(task, "noop N/A", "N/A")]
        if played:  # without a right outcome, wrong ones tell nothing
            for wrong in task.wrong:
                name = wrong_name(wrong)
                if isinstance(wrong.answer, str):
                    attempts.append(self._wrong_answer(task, name, wrong.answer, played))
                else:
                    attempts.append(self._attempt(task, name, False, variation_of(wrong, task.reference))[0])
            limit = task.limits.steps or Limits().steps
            if played.actions + 1 > limit:
                oracle.ok, oracle.problem = False, f"{played.actions + 1} steps, but the limit is {limit}"
            level = difficulty_of(played.actions)
            if level != task.difficulty:
                hints.append(f"difficulty is {task.difficulty}, but {played.actions} actions are {level}")
        return TaskReport(
            task=task.id,
            ok=all(attempt.ok for attempt in attempts),
            attempts=attempts,
            hints=hints,
            actions=played.actions if played else 0,
            seconds=round(time.perf_counter() - started, 2),
        )

    def play(
        self,
        task: Task,
        variation: Mapping[str, Any] | None = None,
        *,
        session_of: Callable[[Environment], InProcess] = InProcess,
        if_lost: str | None = None,
    ) -> Played:
        """Play the oracle, or a variation of it, from the pristine state to the verdict.

        Args:
            task: what to play.
            variation: see ``harness.agents.oracle``.
            session_of: makes the session, for one that does not do quite what the oracle says.
            if_lost: the answer of an oracle that cannot go on; without it that is an error.

        What failed below the page (a site that is down, a network of another world that comes or goes) says
        nothing about the task: it is played again, up to ``TRIES`` times.

        Raises:
            OracleError: when it cannot go on.
        """
        for _ in range(TRIES - 1):
            trouble: list[str] = []
            try:
                played = self._play(task, variation, session_of, if_lost, trouble)
            except OracleError:
                if not trouble:
                    raise
                continue
            if not trouble:
                return played
        return self._play(task, variation, session_of, if_lost, [])

    def _play(
        self,
        task: Task,
        variation: Mapping[str, Any] | None,
        session_of: Callable[[Environment], InProcess],
        if_lost: str | None,
        trouble: list[str],
    ) -> Played:
        self.world.reset()
        env = Environment(
            self.browser,
            cookies=self._cookies(task),
            volatile=volatile_of(task.sites),
            set_world_clock=self.world.set_clock,
        )
        try:
            env.open(task.start)
            session = session_of(env)
            view = oracle_view(task.id, with_=(variation or {}).get("with"))
            player = Player(view, session)
            try:
                answer = player.play(dict(variation or {}))
            except Exception as error:
                if if_lost is not None:
                    answer = if_lost
                elif isinstance(error, OracleError):
                    raise
                else:
                    raise OracleError(f"{type(error).__name__}: {error} (page {player.page.url})") from error
            outcome = Outcome(
                task_id=task.id,
                answer=answer,
                final_url=env.tabs.front.url,
                urls=[visit["url"] for visit in env.tabs.visited],
                requests=[Request.model_validate(entry) for entry in env.tabs.requests],
                steps=session.steps,
            )
        finally:
            trouble += env.tabs.trouble
            env.close()
        self.world.settle()
        evidence = collect_all(task, self.world, outcome, self.browser)
        return Played(
            outcome=outcome,
            evidence=evidence,
            judgement=judge_all(task, evidence),
            digests=session.digests,
            seen=session.seen,
            actions=player.page.actions,
        )

    def _attempt(
        self,
        task: Task,
        name: str,
        wanted: bool,
        variation: Mapping[str, Any] | None,
    ) -> tuple[Attempt, Played | None]:
        started = time.perf_counter()
        try:
            played = self.play(task, variation)
        except OracleError as error:
            attempt = Attempt(
                name=name, wanted=wanted, ok=False, problem=f"cannot be played: {error.message}"
            )
            attempt.seconds = round(time.perf_counter() - started, 2)
            return attempt, None
        attempt = _judged(name, wanted, played.judgement, played.outcome.answer)
        attempt.actions = played.actions
        attempt.seconds = round(time.perf_counter() - started, 2)
        return attempt, played

    def _again(self, task: Task, first: Played) -> Attempt:
        attempt, second = self._attempt(task, "again", True, None)
        if second is None:
            return attempt
        if second.judgement != first.judgement:
            attempt.ok, attempt.problem = False, "the second time gave another verdict"
        elif second.digests != first.digests:
            pairs = zip(first.digests, second.digests, strict=False)
            step = next((n for n, (a, b) in enumerate(pairs) if a != b), len(second.digests))
            attempt.ok, attempt.problem = False, f"the second time looked different from step {step} on"
            attempt.difference = _difference(first.seen[step : step + 1], second.seen[step : step + 1])
        return attempt

    def _noop(self, task: Task, name: str, answer: str) -> Attempt:
        """Nothing is done but to stop at once; "N/A" is what gains most where it is not looked up."""
        self.world.reset()
        outcome = Outcome(task_id=task.id, answer=answer, final_url=task.start[0], urls=list(task.start))
        evidence = collect_all(task, self.world, outcome, self.browser)
        return _judged(name, False, judge_all(task, evidence), answer)

    def _wrong_answer(self, task: Task, name: str, answer: str, played: Played) -> Attempt:
        evidence = [
            {**entry, "evidence": {**entry["evidence"], "answer": answer}}
            if entry["kind"] == "answer"
            else entry
            for entry in played.evidence
        ]
        return _judged(name, False, judge_all(task, evidence), answer)

    def _cookies(self, task: Task) -> list[dict[str, Any]]:
        cookies: list[dict[str, Any]] = []
        for site, profile in task.profile.items():
            if profile is not None:
                sessions = self.world.sessions(site)
                if profile not in sessions:
                    raise WebariumError(
                        f"{task.id}: {site} has no session of the profile '{profile}'",
                        remedy=f"its sessions are {', '.join(sessions) or 'none'}",
                    )
                cookies += session_cookies(site, sessions[profile])
        return cookies + home_cookies(task.profile)


def _difference(first: list[str], second: list[str]) -> list[str]:
    """Twelve lines at most in which two observations differ, ``-`` of the first and ``+`` of the second.

    Ids are left out: one element more renumbers all that follow.
    """
    before, after = (_ID.sub(r"\1", "\n".join(text)).splitlines() for text in (first, second))
    lines = difflib.unified_diff(before, after, lineterm="", n=0)
    return [line for line in lines if not line.startswith(("---", "+++", "@@"))][:12]


def _judged(name: str, wanted: bool, judgement: Judgement, answer: str | None) -> Attempt:
    attempt = Attempt(
        name=name, wanted=wanted, ok=judgement.passed == wanted, judgement=judgement, answer=answer
    )
    if judgement.broken:
        broken = next(verdict for verdict in judgement.checks if verdict.status == "error")
        attempt.ok, attempt.problem = False, f"the check {broken.check} could not run: {broken.why}"
    elif not attempt.ok and not wanted:
        attempt.problem = "passes, but must fail"
    elif not attempt.ok:
        attempt.problem = "; ".join(f"{v.check}: {v.why}" for v in judgement.checks if not v.passed)
    return attempt


def volatile_of(sites: Iterable[str]) -> dict[str, list[str]]:
    """The selectors that digests leave out, by host."""
    from sites.spec import load_site

    return {f"{site}.{DOMAIN}": list(load_site(site).volatile) for site in sites}


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
    with Browser(world.resolver_rules()) as browser:
        verifier = Verifier(world, browser)
        for task in tasks:
            report = verifier.verify(task, twice=twice)
            reports.append(report)
            if on_report:
                on_report(report)
            if stop_early and report.attempts[0].judgement is None:
                break
    return reports


# -- several workers -----------------------------------------------------------------------------

_worker: dict[str, Any] = {}


def _start_worker(sites: list[str]) -> None:
    """Give this process a world and a browser of its own; both go with it."""
    from reset.world import World
    from sites.spec import load_site

    world = World.start([load_site(site) for site in sites], name=f"verify-{os.getpid()}")
    multiprocessing.util.Finalize(None, world.close, exitpriority=10)
    browser = Browser(world.resolver_rules())
    multiprocessing.util.Finalize(None, browser.close, exitpriority=20)
    _worker["verifier"] = Verifier(world, browser)


def _do_one(job: Callable[[Verifier, Task], Report], task: Task) -> Report:
    return job(_worker["verifier"], task)


def _verify_one(verifier: Verifier, task: Task, *, twice: bool) -> TaskReport:
    return verifier.verify(task, twice=twice)


def verify_apart(
    tasks: list[Task], *, workers: int, twice: bool = False, on_report: Reporter | None = None
) -> list[TaskReport]:
    """Verify tasks with several workers, see ``apart``."""
    return apart(tasks, partial(_verify_one, twice=twice), workers=workers, on_report=on_report)


def apart(
    tasks: list[Task],
    job: Callable[[Verifier, Task], Report],
    *,
    workers: int,
    on_report: Callable[[Report], None] | None = None,
) -> list[Report]:
    """Do something with every task on several workers, each a process with a world of its own for this.

    Args:
        tasks: what to work on.
        job: a function of a module (it travels to other processes); its report names the ``task``.
        workers: how many.
        on_report: called with each report when it is ready.

    Raises:
        WebariumError: when a worker cannot start (images missing) or dies.
    """
    sites = sorted({site for task in tasks for site in task.sites})
    # first the check that people can mend, in this process, where its message comes through
    from reset import images
    from sites.spec import load_site

    if absent := images.missing([load_site(site) for site in sites]):
        raise WebariumError(
            f"images are missing or out of date: {', '.join(absent)}", remedy="run `webarium build`"
        )
    context = multiprocessing.get_context("spawn")
    reports: dict[str, Report] = {}
    with ProcessPoolExecutor(workers, context, _start_worker, (sites,)) as pool:
        try:
            futures = [pool.submit(_do_one, job, task) for task in tasks]
            for future in as_completed(futures):
                report = future.result()
                reports[report.task] = report
                if on_report:
                    on_report(report)
        except BrokenProcessPool as error:
            raise WebariumError(
                "a worker of the verification died", remedy="see `webarium doctor`"
            ) from error
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
    return [reports[task.id] for task in tasks]


# -- command line --------------------------------------------------------------------------------


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
    for hint in report.hints:
        say(f"   hint: {escape(hint)}")
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


def _summary(reports: list[TaskReport], console: Console) -> None:
    table = Table("", "tasks", "ok", box=None, pad_edge=False)
    rows = [("all as wanted", [report.ok for report in reports])]
    for name in STANDARD:
        rows.append((name, [a.ok for r in reports for a in r.attempts if a.name == name]))
    rows.append(("wrong outcomes", [a.ok for r in reports for a in r.wrong]))
    for name, oks in rows:
        if oks:
            table.add_row(name, str(len(oks)), str(sum(oks)))
    console.print(table)


@app.command("verify")
def verify_command(
    selection: Annotated[str | None, typer.Argument(help="all, one-per-template, globs, ids, @file")] = None,
    tasks: Annotated[str, typer.Option("--tasks", help="The same as an option.")] = "all",
    twice: Annotated[
        bool, typer.Option("--twice", help="Play the oracle twice and compare all observations.")
    ] = False,
    workers: Annotated[int, typer.Option("--workers", min=1, help="Each with a world of its own.")] = 1,
    world: Annotated[str | None, typer.Option("--world", help="A running world instead of new ones.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Oracle passes, doing nothing fails, every wrong outcome fails; exit code 1 otherwise."""
    from reset.world import World

    console = Console(stderr=as_json)
    chosen = load_tasks(selection or tasks)

    def show(report: TaskReport) -> None:
        print_report(report, console, full=False)

    if world:
        reports = verify_tasks(chosen, World.attach(world), twice=twice, on_report=show)
    else:
        reports = verify_apart(chosen, workers=workers, twice=twice, on_report=show)
    if as_json:
        print_json([report.model_dump() for report in reports])
    else:
        _summary(reports, console)
    raise typer.Exit(0 if all(report.ok for report in reports) else 1)


@app.command("try")
def try_command(
    template: Annotated[str, typer.Argument(help="A template's or task's id, or its file.")],
    world: Annotated[str, typer.Option("--world", help="A running world.")] = "default",
    twice: Annotated[bool, typer.Option("--twice", help="Play the oracle twice.")] = False,
    lock: Annotated[bool, typer.Option(help="Lock the template first.")] = True,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Lock one template, then run its oracle, noop and wrong outcomes and show each verdict."""
    from reset.world import World

    console = Console(stderr=as_json)
    attached: Any = World.attach(world)
    paths = matching_paths(template)
    if lock:
        attached.reset()
        for path, report in zip(paths, locking.lock_paths(paths, attached), strict=True):
            lines = [locking.describe(report), *locking.preview(path)]
            console.print(escape("\n".join(lines)), highlight=False, soft_wrap=True)
    for path in paths:
        for problem in lint.lint_file(path)[0]:
            console.print(escape(str(problem)), highlight=False)
    tasks = tasks_of(paths)
    reports = verify_tasks(
        [task for task in tasks if task.id == template] or tasks,
        attached,
        twice=twice,
        stop_early=True,
        on_report=lambda report: print_report(report, console, full=True),
    )
    if as_json:
        print_json([report.model_dump() for report in reports])
    raise typer.Exit(0 if all(report.ok for report in reports) else 1)
