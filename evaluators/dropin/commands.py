"""``webarium score --tasks FILE --outcomes PATH``: judge what was recorded by the rules it was recorded for.

The format is seen from the file. Each entry of ``FORMATS`` says how to recognise one and how to score it; a
further benchmark is one more entry.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import typer

from evaluators.base import Judgement
from evaluators.endpoint import Endpoint
from evaluators.equivalence import Equivalence
from evaluators.trajectories import mind2web, mind2web_live, online_mind2web, webcanvas, weblinx
from evaluators.trajectories.files import FormatError, as_list, json_files, read_json
from sites.errors import WebariumError

from . import verified_tasks, webarena, webarena_verified
from .addresses import Addresses
from .outcome import folders_of, load_outcome, strangers
from .snapshot import Snapshots


@dataclass(frozen=True)
class Row:
    """One judged outcome. ``status`` is passed, failed, undecided, error or missing."""

    task_id: str
    status: str
    score: float
    why: str
    details: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Report:
    """What scoring gives: a row an outcome, and the benchmark's own figures over them."""

    format: str
    rows: list[Row]
    figures: dict[str, Any]

    def to_json(self) -> dict[str, Any]:
        """As it is printed with --json."""
        return {"format": self.format, "figures": self.figures, "rows": [asdict(row) for row in self.rows]}


@dataclass
class Options:
    """How to score; see ``score`` for each."""

    original: bool = False
    sites: list[str] = field(default_factory=list)
    ignore_query: list[str] = field(default_factory=list)
    judge: bool = False
    replies: Path | None = None
    offline: bool = False
    tolerance: int = 0
    threshold: int = online_mind2web.THRESHOLD

    def endpoint(self) -> Endpoint:
        """The model for judging.

        Raises:
            EndpointError: when none is set up.
        """
        return Endpoint.from_environment(cache=self.replies, offline=self.offline)

    def equivalence(self) -> Equivalence | None:
        """The model as a judge of fuzzy answers, when it is asked for."""
        return Equivalence(self.endpoint()) if self.judge else None


# ---- one function a format ----------------------------------------------------------------------


def _webarena(tasks: Path, outcomes: Path, options: Options) -> Report:
    rows: list[Row] = []
    with Snapshots() as snapshots:
        settings = webarena.Settings(
            original=options.original,
            addresses=Addresses.read(outcomes, options.sites, tasks=tasks),
            ignore=options.ignore_query,
            judge=options.equivalence(),
            snapshots=snapshots,
        )
        known = webarena.load_tasks(tasks)
        for task in known:

            def decide(folder: Path, task: webarena.WebArenaTask = task) -> Judgement:
                return webarena.judge(task, load_outcome(folder), settings)

            rows += _each_outcome(task.id, outcomes, decide)
    figures = _counts(rows) | {"rules": "original" if options.original else "strict"}
    return Report("webarena", rows, figures | _strangers(outcomes, [task.id for task in known]))


def _verified(tasks: Path, outcomes: Path, options: Options) -> Report:
    addresses = Addresses.read(outcomes, options.sites, tasks=tasks)
    rows: list[Row] = []
    known = verified_tasks.load_tasks(tasks)
    for task in known:

        def decide(folder: Path, task: verified_tasks.VerifiedTask = task) -> Judgement:
            return webarena_verified.judge(task, webarena_verified.load_outcome(folder), addresses)

        rows += _each_outcome(task.id, outcomes, decide)
    figures = _counts(rows) | _strangers(outcomes, [task.id for task in known])
    return Report("webarena-verified", rows, figures)


def _mind2web(tasks: Path, outcomes: Path, options: Options) -> Report:
    demos = mind2web.load_demonstrations(tasks)
    predictions = mind2web.load_predictions(outcomes, demos)
    scores = [
        mind2web.score_task(demo, predictions.get(demo.annotation_id, {}), original=options.original)
        for demo in demos
    ]
    rows = [
        Row(
            score.annotation_id,
            "passed" if score.success else "failed",
            score.step_success_rate,
            f"{sum(step.success for step in score.steps)} of {len(score.steps)} steps",
            {"element_accuracy": score.element_accuracy, "operation_f1": score.operation_f1},
        )
        for score in scores
    ]
    summary = mind2web.summarize(scores)
    return Report("mind2web", rows, asdict(summary) if summary else {})


def _weblinx(tasks: Path, outcomes: Path, options: Options) -> Report:
    guesses = weblinx.load_guesses(outcomes)
    rows: list[Row] = []
    turns: list[weblinx.TurnScore] = []
    for dialogue in weblinx.load_dialogues(tasks):
        scored = weblinx.score_dialogue(dialogue, guesses, original=options.original)
        turns += scored
        summary = weblinx.summarize(scored)
        if summary:
            rows.append(
                Row(dialogue.name, "scored", summary.overall, f"{summary.turns} turns", asdict(summary))
            )
    total = weblinx.summarize(turns)
    return Report("weblinx", rows, asdict(total) if total else {})


def _webcanvas(tasks: Path, outcomes: Path, options: Options) -> Report:
    judge = options.equivalence()
    rows: list[Row] = []
    results: list[webcanvas.TaskResult] = []
    known = mind2web_live.load_tasks(tasks)
    for task in known:
        folders = list(folders_of(outcomes, str(task.index)))
        if not folders:
            rows.append(_missing(str(task.index)))
        for folder in folders:
            episode = mind2web_live.load_episode(folder)
            result = webcanvas.score_task(
                task.key_nodes(),
                episode.states,
                steps=episode.steps,
                signalled=episode.signalled,
                judge=judge.means if judge else None,
                original=options.original,
            )
            results.append(result)
            passed = result.success(options.tolerance)
            status = "passed" if passed else "undecided" if result.undecided else "failed"
            rows.append(
                Row(
                    folder.name,
                    status,
                    float(passed),
                    f"{result.step_score} of {result.max_score} key nodes in {result.steps} steps",
                    {"reached": result.reached, "human_alignment": result.human_alignment},
                )
            )
    figures = _counts(rows) | {
        "completion_rate": webcanvas.completion_rate(results),
        "task_success_rate": webcanvas.success_rate(results, options.tolerance),
        "efficiency_score": webcanvas.efficiency_score(results),
        "efficiency_score_where_won": webcanvas.efficiency_score(results, won_only=True),
        "human_alignment_score": webcanvas.human_alignment_score(results),
    }
    return Report("webcanvas", rows, figures | _strangers(outcomes, [str(task.index) for task in known]))


def _online_mind2web(tasks: Path, outcomes: Path, options: Options) -> Report:
    judge = online_mind2web.WebJudge(options.endpoint(), threshold=options.threshold)
    rows: list[Row] = []
    results: list[online_mind2web.Result] = []
    known = online_mind2web.load_tasks(tasks)
    for task in known:
        folders = list(folders_of(outcomes, task.task_id))
        if not folders:
            rows.append(_missing(task.task_id))
        for folder in folders:
            trajectory = online_mind2web.load_trajectory(folder, task.confirmed_task)
            verdict = judge.judge(trajectory.task, trajectory.actions, trajectory.pictures())
            steps = sum(action != "stop" for action in trajectory.actions)
            results.append(online_mind2web.Result(verdict.success, steps, task.reference_length))
            status = "undecided" if verdict.undecided else "passed" if verdict.success else "failed"
            details = {
                "difficulty": online_mind2web.difficulty(task.reference_length),
                "steps": steps,
                "key_points": verdict.key_points,
                "key_screenshots": verdict.key_screenshots,
            }
            rows.append(Row(folder.name, status, float(verdict.success), verdict.why, details))
    figures = _counts(rows) | {
        "success_by_difficulty": online_mind2web.success_by_difficulty(results),
        "efficiency": online_mind2web.efficiency(results),
        "asked": judge.endpoint.asked,
        "remembered": judge.endpoint.remembered,
    }
    labels = outcomes / "human_labels.json"
    if labels.exists():
        ours = {row.task_id: row.status == "passed" for row in rows if row.status != "missing"}
        figures["agreement"] = online_mind2web.agreement(ours, read_json(labels))
    return Report("online-mind2web", rows, figures | _strangers(outcomes, [task.task_id for task in known]))


def _each_outcome(task_id: str, outcomes: Path, judge: Callable[[Path], Judgement]) -> list[Row]:
    folders = list(folders_of(outcomes, task_id))
    if not folders:
        return [_missing(task_id)]
    rows = []
    for folder in folders:
        try:
            rows.append(_row(folder.name, judge(folder)))
        except FormatError as error:
            rows.append(Row(folder.name, "error", 0.0, error.message))
    return rows


def _strangers(outcomes: Path, ids: Iterable[str]) -> dict[str, Any]:
    """A figure of its own for outcomes that nobody judged, where there are any."""
    found = strangers(outcomes, ids)
    return {"of_no_task": ", ".join(found)} if found else {}


def _missing(task_id: str) -> Row:
    return Row(task_id, "missing", 0.0, "no outcome was recorded")


def _row(name: str, judgement: Judgement) -> Row:
    bad = [verdict for verdict in judgement.checks if not verdict.passed]
    status = "passed"
    if not judgement.passed:
        kinds = {verdict.status for verdict in bad}
        # one check that plainly fails decides, whatever the others could not
        status = next((kind for kind in ("fail", "error", "undecided") if kind in kinds), "fail")
        status = "failed" if status == "fail" else status
    why = "; ".join(f"{verdict.check}: {verdict.why}" for verdict in bad or judgement.checks)
    checks = [verdict.model_dump() for verdict in judgement.checks]
    return Row(name, status, judgement.score, why, {"checks": checks})


def _counts(rows: Iterable[Row]) -> dict[str, Any]:
    """Outcomes by status; the success rate is over what was recorded, missing ones are named apart."""
    rows = list(rows)
    counts = {
        status: sum(row.status == status for row in rows)
        for status in ("passed", "failed", "undecided", "error", "missing")
    }
    scored = len(rows) - counts["missing"]
    return {"outcomes": scored, **counts, "success_rate": counts["passed"] / scored if scored else None}


@dataclass(frozen=True)
class Format:
    """One published format: how a record of its task file is recognised, and how outcomes are scored by it.

    ``folders``: outcomes are a folder with one a task; else a file of predictions.
    """

    recognise: Callable[[Any], bool]
    score: Callable[[Path, Path, Options], Report]
    folders: bool = True


def _has(*keys: str) -> Callable[[Any], bool]:
    return lambda record: isinstance(record, dict) and all(key in record for key in keys)


FORMATS: dict[str, Format] = {
    "webarena": Format(lambda r: _has("task_id", "eval")(r) and isinstance(r["eval"], dict), _webarena),
    "webarena-verified": Format(
        lambda r: _has("task_id", "eval")(r) and isinstance(r["eval"], list), _verified
    ),
    "mind2web": Format(_has("annotation_id", "actions"), _mind2web, folders=False),
    "weblinx": Format(
        lambda record: False, _weblinx, folders=False
    ),  # folders with replay.json, see recognise()
    "webcanvas": Format(_has("evaluation", "reference_task_length"), _webcanvas),
    "online-mind2web": Format(_has("confirmed_task", "reference_length"), _online_mind2web),
}


class UnknownFormatError(FormatError):
    """A task file is in no format that is known."""


def recognise(tasks: Path) -> str:
    """The format of a task file, a folder of such files, or a folder of demonstrations.

    Raises:
        FormatError: when it is none that is known.
    """
    if tasks.is_dir() and (any(tasks.glob("*/replay.json")) or (tasks / "replay.json").exists()):
        return "weblinx"
    file = next(json_files(tasks), None)
    if file is None:
        raise FormatError(f"there is no task file in {tasks}")
    records = as_list(read_json(file))
    for record in records:  # one that is broken is told as such, once the others say what it should be
        for name, known in FORMATS.items():
            if known.recognise(record):
                return name
    if not records:
        raise FormatError(f"{file} holds no task", remedy="give the task file as it was published")
    raise UnknownFormatError(
        f"{file} is in no format that is known", remedy=f"known are {', '.join(FORMATS)}"
    )


def score(tasks: Path, outcomes: Path, options: Options | None = None, *, name: str | None = None) -> Report:
    """Score recorded outcomes by a published task file.

    Args:
        tasks: the task file, or folder, as published.
        outcomes: the folder with one folder a task; for mind2web and weblinx the file of predictions.
        options: how to score.
        name: the format, when it is not to be seen from the file.

    Raises:
        WebariumError: for a path that is missing, a format nobody knows, or a model that cannot be asked.
    """
    for path in (tasks, outcomes):
        if not path.exists():
            raise WebariumError(f"{path} does not exist")
    if name is not None and name not in FORMATS:
        raise WebariumError(f"nobody knows the format '{name}'", remedy=f"known are {', '.join(FORMATS)}")
    try:
        seen = recognise(tasks)
    except UnknownFormatError:
        if name is None:
            raise
        seen = name
    if name not in (None, seen):
        raise FormatError(f"{tasks} is a task file of {seen}, not of {name}", remedy="leave --format out")
    form = FORMATS[seen]
    if form.folders != outcomes.is_dir():
        raise FormatError(
            f"{outcomes} is {'no' if form.folders else 'a'} folder",
            remedy=f"outcomes of {seen} are {'a folder with one a task' if form.folders else 'one file'}",
        )
    report = form.score(tasks, outcomes, options or Options())
    if all(row.status == "missing" for row in report.rows):
        raise FormatError(
            f"{outcomes} holds no outcome of a task in {tasks}", remedy="look whether both names are right"
        )
    return report


def run(
    tasks: Path, outcomes: Path, options: Options, *, name: str | None = None, as_json: bool = False
) -> Report:
    """What the command does: score and print."""
    report = score(tasks, outcomes, options, name=name)
    if as_json:
        typer.echo(json.dumps(report.to_json(), ensure_ascii=False, indent=2, default=str))
    else:
        show(report)
    return report


def show(report: Report) -> None:
    """Print a report as a table and its figures below."""
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    for title in ("task", "status", "score", "why"):
        table.add_column(title, justify="right" if title == "score" else "left", overflow="fold")
    for row in report.rows:
        if row.status != "missing":
            table.add_row(escape(row.task_id), row.status, f"{row.score:.2f}", escape(row.why))
    console = Console()
    console.print(table)
    console.print()
    for key, value in {"format": report.format, **report.figures}.items():
        shown = f"{value:.4f}" if isinstance(value, float) else escape(str(value))
        console.print(f"{key:24} {shown}", highlight=False)
