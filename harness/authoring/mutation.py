"""``webarium tasks mutate``: wrong outcomes made from right ones; every one must fail.

Mutants of evidence (``evaluators.mutants``) need the oracle's evidence alone: a finished run, or an oracle
that is played now. Mutants of actions are played in a world: the oracle without one of its actions on a
form, or with one that sends something done twice.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal

import typer
from pydantic import BaseModel
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from evaluators import Outcome
from evaluators.checks.changes import KINDS, own
from evaluators.mutants import Evidence, Pool, mutants, verdicts
from evaluators.noise import ignorable_terms
from evaluators.urls import difference
from harness.agents.protocol import Observation
from harness.authoring.apart import apart
from harness.authoring.playing import OraclePlayer, OracleSession
from harness.authoring.tasks import app
from harness.commands.options import Workers, exclusive, number_option
from harness.commands.output import print_json
from harness.episode.engine import Episode
from harness.episode.results import Played
from harness.run.folders import find_run
from harness.run.reader import RunFolder
from sites.errors import WebariumError
from sites.facts import EPISODE_TIME
from tasks import actions
from tasks.actions import Stop
from tasks.loader import load_tasks
from tasks.model import Task

WANTED_SHARE = 0.98
Way = Literal["left out", "done twice"]
_FIELDS = ("type", "select", "upload", "paste", "press")  # they fill a form, besides clicks on its boxes
_BOXES = ("checkbox", "radio", "switch", "option")


class Survivor(BaseModel):
    """A wrong outcome that passes."""

    task: str
    kind: str
    name: str
    why: str


class MutationReport(BaseModel):
    """What became of one task's mutants; ``equivalent`` ones came to the right outcome and do not count."""

    task: str
    template: str
    made: dict[str, int] = {}
    killed: int = 0
    equivalent: int = 0
    survivors: list[Survivor] = []
    problem: str | None = None

    @property
    def total(self) -> int:
        """Mutants that count."""
        return self.killed + len(self.survivors)

    def count(self, kind: str) -> None:
        """One more of a kind was made."""
        self.made[kind] = self.made.get(kind, 0) + 1


# -- of evidence ---------------------------------------------------------------------------------


@cache
def _siblings(template: str) -> tuple[Task, ...]:
    return tuple(load_tasks(template))


def mutate_evidence(task: Task, evidence: Evidence, outcome: Outcome, report: MutationReport) -> None:
    """Judge every mutant of the evidence."""
    for mutant in mutants(task, evidence, outcome, Pool.of(task, _siblings(task.template))):
        report.count(mutant.kind)
        found = verdicts(task, mutant)
        if all(verdict.passed for verdict in found):
            why = "; ".join(f"{verdict.check}: {verdict.why}" for verdict in found)
            report.survivors.append(Survivor(task=task.id, kind=mutant.kind, name=mutant.name, why=why))
        else:
            report.killed += 1


def mutate_run(folder: Path, selection: str = "all") -> list[MutationReport]:
    """Judge mutants of what a finished run of the oracle left; no world is needed.

    Raises:
        WebariumError: when no episode of it passed a chosen task.
    """
    run = RunFolder(folder)
    lines = [line for line in run.finished if line.passed]
    played = ",".join(sorted({line.task_id for line in lines}))
    chosen = played if selection == "all" else selection  # what was not played may have been written since
    wanted = {task.id: task for task in load_tasks(chosen)} if lines else {}
    reports: dict[str, MutationReport] = {}
    for line in lines:
        task = wanted.get(line.task_id)
        if task is None or task.id in reports:
            continue
        report = MutationReport(task=task.id, template=task.template)
        outcome = Outcome.model_validate(run.outcome(line))
        mutate_evidence(task, run.evidence(line), outcome, report)
        reports[task.id] = report
    if not reports:
        raise WebariumError(
            f"no episode of {folder} passed one of these tasks",
            remedy="make one: webarium eval --tasks all --agent oracle",
        )
    for task in wanted.values():
        if task.id not in reports:  # chosen by name: without a verdict it must not pass
            absent = MutationReport(task=task.id, template=task.template)
            absent.problem = f"no episode of {folder.name} passed it"
            reports[task.id] = absent
    return [reports[task] for task in wanted]


# -- of actions ----------------------------------------------------------------------------------


def plan(outcome: Outcome) -> list[tuple[int, Way]]:
    """Which of the oracle's actions to leave out or to do twice, by number.

    Those that sent something other than a GET, and those that filled the form which was sent.
    """
    sending = {r.step for r in outcome.requests if r.method not in ("GET", "HEAD")}
    sent = [number for number in range(len(outcome.steps)) if number in sending]
    made: set[tuple[int, Way]] = set()
    for number in sent:
        made |= {(number, "left out"), (number, "done twice")}
        for before in range(number - 1, -1, -1):
            step = outcome.steps[before]
            if step.url != outcome.steps[number].url or before in sent:
                break
            box = (step.target or {}).get("role") in _BOXES
            if step.action.get("name") in _FIELDS or (step.action.get("name") == "click" and box):
                made.add((before, "left out"))
    return sorted(made)


class Tampering(OracleSession):
    """A session that leaves one action out, or does it twice with all that filled its form."""

    def __init__(self, episode: Episode, *, number: int, way: Way) -> None:
        super().__init__(episode)
        self.number, self.way = number, way
        self.done = False
        self._taken = 0
        self._tabs = episode.env.tabs
        self._page = self._tabs.front.url
        self._filled: list[tuple[Any, tuple[str, str, int] | None]] = []

    def act(self, action: Any, *, thought: str = "") -> Observation:
        """Act as told, but for the one action."""
        number, self._taken = self._taken, self._taken + 1
        if number == self.number and self.way == "left out":
            self.done = True
            return super().act(actions.Noop())
        self._filled.append((action, self._place(action)))
        before = self._documents()
        observation = super().act(action, thought=thought)
        if number == self.number:
            self._again()
            observation = self.observe()
        if self._documents() != before:
            self._page, self._filled = self._tabs.front.url, []
        return observation

    def _documents(self) -> int:
        return sum(request["type"] == "document" for request in self._tabs.requests)

    def _place(self, action: Any) -> tuple[str, str, int] | None:
        """An element's role, name, and number among its likes: it has another id on another page."""
        number = getattr(action, "element", None)
        elements = self.observe().elements
        if number not in elements:
            return None
        wanted = elements[number]
        likes = [e.id for e in elements.values() if (e.role, e.name) == (wanted.role, wanted.name)]
        return wanted.role, wanted.name, likes.index(number)

    def _again(self) -> None:
        """Open the page once more and do there again what was done on it."""
        super().act(actions.Goto(url=self._page))
        for action, place in self._filled:
            if place is not None:
                element = self.observe().find(place[0], place[1], nth=place[2])
                if element is None:
                    return  # the page does not offer it a second time
                action = action.model_copy(update={"element": element.id})
            super().act(action)
        self.done = True


def mutate_actions(player: OraclePlayer, task: Task, right: Played, report: MutationReport) -> None:
    """Play every mutant of the oracle's actions."""
    for number, way in plan(right.outcome):
        sessions: list[Tampering] = []

        def session_of(episode: Episode, number: int = number, way: Way = way) -> Tampering:
            sessions.append(Tampering(episode, number=number, way=way))  # noqa: B023
            return sessions[-1]  # noqa: B023

        played = player.play(task, session_of=session_of, if_lost=_stop(right.outcome))
        if not sessions[-1].done:
            continue
        if not played.judgement.passed:
            report.count(f"action {way}")
            report.killed += 1
        elif same_outcome(right, played):
            report.equivalent += 1
        else:
            report.count(f"action {way}")
            step = right.outcome.steps[number]
            what = " ".join(str((step.target or {}).get(key, "")) for key in ("role", "name"))
            name = f"action {number} {way}: {step.action.get('name')} {what}"
            why = "; ".join(f"{verdict.check}: {verdict.why}" for verdict in played.judgement.checks)
            report.survivors.append(Survivor(task=task.id, kind=f"action {way}", name=name, why=why))


def _stop(right: Outcome) -> Stop:
    return Stop(answer=right.answer or "", status=right.status, reason=right.reason)


def same_outcome(right: Played, other: Played) -> bool:
    """Whether two plays came to the same: the same state of the sites, answer and last address.

    An action that leaves no trace in any of these (a form that is saved twice with the same content) makes
    no wrong outcome. Times of the episode itself do not count, for they depend on the number of steps.
    """
    one, two = right.outcome, other.outcome
    ignore = ignorable_terms(one.final_url)
    return (
        one.answer == two.answer
        and difference(one.final_url, two.final_url, ignore) is None
        and _state(right.evidence) == _state(other.evidence)
    )


def _state(evidence: Evidence) -> str:
    states: list[Any] = []
    for entry in evidence:
        for site, data in (entry["evidence"].get("sites") or {}).items():
            changes = own(data)
            for table, change in sorted(changes["tables"].items()):
                for kind in KINDS:
                    rows = sorted(json.dumps(row, sort_keys=True) for row in change[kind])
                    states.append([site, table, kind, rows])
            states.append([site, changes["files"]])
    return EPISODE_TIME.sub("now", json.dumps(states, sort_keys=True))


def mutate_played(player: OraclePlayer, task: Task) -> MutationReport:
    """Play a task's oracle, and judge its mutants of evidence and of actions."""
    report, what = MutationReport(task=task.id, template=task.template), "the oracle"
    try:
        right = player.play(task)
        if right.judgement.passed:
            what = "one of its mutants"
            mutate_evidence(task, right.evidence, right.outcome, report)
            mutate_actions(player, task, right, report)
        else:
            report.problem = "the oracle does not pass"
    except WebariumError as error:  # of one task; what was made of it and of others stays
        report.problem = f"{what} cannot be played: {error.message}"
    return report


# -- command line --------------------------------------------------------------------------------


def summarize(reports: Iterable[MutationReport]) -> dict[str, Any]:
    """All reports in numbers: as a whole, by kind and by template, with the survivors."""
    reports = list(reports)
    made, survived = Counter[str](), Counter[str]()
    templates: dict[str, dict[str, Any]] = {}
    for report in reports:
        made.update(report.made)
        survived.update(survivor.kind for survivor in report.survivors)
        entry = templates.setdefault(
            report.template, {"tasks": 0, "mutants": 0, "killed": 0, "equivalent": 0, "survivors": []}
        )
        entry["tasks"] += 1
        entry["mutants"] += report.total
        entry["killed"] += report.killed
        entry["equivalent"] += report.equivalent
        entry["survivors"] += [survivor.model_dump() for survivor in report.survivors]
    for entry in templates.values():
        entry["share"] = _share(entry["killed"], entry["mutants"])
    kinds = {kind: {"mutants": made[kind], "killed": made[kind] - survived[kind]} for kind in sorted(made)}
    total, killed = sum(report.total for report in reports), sum(report.killed for report in reports)
    return {
        "tasks": len(reports),
        "mutants": total,
        "killed": killed,
        "equivalent": sum(report.equivalent for report in reports),
        "share": _share(killed, total),
        "kinds": kinds,
        "templates": dict(sorted(templates.items())),
        "problems": {report.task: report.problem for report in reports if report.problem},
    }


def _share(killed: int, total: int) -> float:
    return round(killed / total, 4) if total else 1.0


def _print(summary: dict[str, Any], console: Console) -> None:
    table = Table("template", "tasks", "mutants", "killed", "share", box=None, pad_edge=False)
    for template, entry in summary["templates"].items():
        counts = (str(entry[key]) for key in ("tasks", "mutants", "killed"))
        table.add_row(template, *counts, f"{entry['share']:.1%}")
    console.print(table)
    for entry in summary["templates"].values():
        for one in entry["survivors"]:
            console.print(f"survives {one['task']}: {escape(one['name'])}", highlight=False, soft_wrap=True)
            console.print(f"   {escape(one['why'])[:400]}", highlight=False, soft_wrap=True)
    for task, problem in summary["problems"].items():
        console.print(f"{task}: {escape(problem)}", highlight=False, soft_wrap=True)
    kinds = ", ".join(f"{kind} {one['killed']}/{one['mutants']}" for kind, one in summary["kinds"].items())
    console.print(kinds, highlight=False)
    console.print(
        f"{summary['killed']} of {summary['mutants']} wrong outcomes of {summary['tasks']} tasks fail "
        f"({summary['share']:.2%}); {summary['equivalent']} more came to the right outcome",
        highlight=False,
    )


@app.command("mutate")
def mutate_command(
    context: typer.Context,
    selection: Annotated[str, typer.Argument(help="all, one-per-template, globs, ids, @file")] = "all",
    run: Annotated[
        str | None,
        typer.Option("--run", help="Use what this run of the oracle recorded; no world is needed."),
    ] = None,
    workers: Workers = 1,
    world: Annotated[str | None, typer.Option("--world", help="A running world instead of new ones.")] = None,
    least: Annotated[
        float,
        typer.Option(
            "--min",
            parser=number_option(0, 1),
            metavar="SHARE",
            help="Exit code 1 when a smaller share fails, from 0 to 1.",
        ),
    ] = WANTED_SHARE,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Make wrong outcomes from the oracle's right ones and see that they fail.

    With --run only recorded evidence is changed; else the oracle is played, also with an action left out or
    done twice.
    """
    exclusive(context, "run", "workers", "world")
    exclusive(context, "world", "workers")
    console = Console(stderr=as_json)

    def tell(report: MutationReport) -> None:
        line = f"{report.task}: {report.killed} of {report.total} fail"
        console.print(f"{line}. {report.problem}" if report.problem else line, highlight=False, markup=False)

    if run:
        reports = mutate_run(find_run(run), selection)
    elif world:
        reports = _mutate_in(world, load_tasks(selection), tell)
    else:
        reports = apart(load_tasks(selection), mutate_played, workers=workers, on_report=tell)
    summary = summarize(reports)
    print_json(summary) if as_json else _print(summary, console)
    raise typer.Exit(0 if summary["share"] >= least and not summary["problems"] else 1)


def _mutate_in(name: str, tasks: list[Task], tell: Callable[[MutationReport], None]) -> list[MutationReport]:
    from reset.world import World

    world: Any = World.attach(name)
    reports = []
    with OraclePlayer(world) as player:
        for task in tasks:
            reports.append(mutate_played(player, task))
            tell(reports[-1])
    return reports
