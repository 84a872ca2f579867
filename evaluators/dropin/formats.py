"""The published formats: how each is recognised, how outcomes are scored by it, which options it knows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from evaluators.trajectories import mind2web, mind2web_live, online_mind2web, webcanvas, webjudge, weblinx
from evaluators.trajectories.files import FormatError

from . import verified_tasks, webarena, webarena_verified
from .addresses import Addresses
from .outcome import load_outcome
from .report import Options, Report, Row, counts, each_outcome, left_over, row_of
from .snapshot import Snapshots

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

            def decide(folder: Path, task: webarena.WebArenaTask = task) -> Row:
                return row_of(folder.name, webarena.judge(task, load_outcome(folder), settings))

            rows += each_outcome(task.id, outcomes, decide)
    figures = counts(rows) | {"rules": "original" if options.original else "strict"}
    return Report("webarena", rows, figures | left_over(outcomes, [task.id for task in known]))


def _verified(tasks: Path, outcomes: Path, options: Options) -> Report:
    addresses = Addresses.read(outcomes, options.sites, tasks=tasks)
    rows: list[Row] = []
    known = verified_tasks.load_tasks(tasks)
    for task in known:

        def decide(folder: Path, task: verified_tasks.VerifiedTask = task) -> Row:
            outcome = webarena_verified.load_outcome(folder)
            judgement = webarena_verified.judge(task, outcome, addresses, original=options.original)
            return row_of(folder.name, judgement)

        rows += each_outcome(task.id, outcomes, decide)
    figures = counts(rows) | {"rules": "original" if options.original else "strict"}
    return Report("webarena-verified", rows, figures | left_over(outcomes, [task.id for task in known]))


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
    scores: dict[str, list[weblinx.TurnScore]] = {}
    dialogues = list(weblinx.load_dialogues(tasks))
    if unknown := sorted({name for name, _ in guesses} - {one.name for one in dialogues}):
        raise FormatError(
            f"{outcomes}: there is no dialogue '{unknown[0]}' in {tasks}",
            remedy="give the dialogues that the results are of, or take its records away",
        )
    turns_of = {one.name: one.turns for one in dialogues}
    for name, index in guesses:
        said = turns_of[name][index] if 0 <= index < len(turns_of[name]) else None
        if said is None or (said.type == "chat" and (said.speaker or "").lower() != "navigator"):
            raise FormatError(
                f"{outcomes}: turn {index} of {name} is none of the navigator's",
                remedy="give the dialogues that the results are of, or take its record away",
            )
    for dialogue in dialogues:
        scored = weblinx.score_dialogue(dialogue, guesses, original=options.original)
        turns += scored
        scores[dialogue.name] = scored
        summary = weblinx.summarize(scored)
        if summary:
            told = asdict(summary) | {"by_turn": weblinx.by_turn(scored)}
            rows.append(Row(dialogue.name, "scored", summary.overall, f"{summary.turns} turns", told))
    total = weblinx.summarize(turns)
    if total is None:
        return Report("weblinx", rows, {})
    figures = asdict(total) | {"by_intent": weblinx.by_intent(turns)}
    splits = {
        split: asdict(found)
        for split, names in weblinx.load_splits(tasks).items()
        if (found := weblinx.summarize([turn for name in names for turn in scores.get(name, [])]))
    }
    return Report("weblinx", rows, figures | ({"by_split": splits} if splits else {}))


def _webcanvas(tasks: Path, outcomes: Path, options: Options) -> Report:
    judge = options.equivalence()
    rows: list[Row] = []
    results: list[webcanvas.TaskResult] = []
    known = mind2web_live.load_tasks(tasks)
    for task in known:

        def decide(folder: Path, task: mind2web_live.LiveTask = task) -> Row:
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
            why = f"{result.step_score} of {result.max_score} key nodes in {result.steps} steps"
            details = {"reached": result.reached, "human_alignment": result.human_alignment}
            return Row(folder.name, status, float(passed), why, details)

        found = each_outcome(str(task.index), outcomes, decide)
        rows += found
        # what cannot be read scores 0: it has reached none of its key nodes
        none = webcanvas.TaskResult((None,) * len(task.evaluation), steps=0, signalled=False)
        results.extend(none for row in found if row.status == "error")
    figures = counts(rows) | {
        "completion_rate": webcanvas.completion_rate(results),
        "task_success_rate": webcanvas.success_rate(results, options.tolerance),
        "efficiency_score": webcanvas.efficiency_score(results),
        "efficiency_score_where_won": webcanvas.efficiency_score(results, won_only=True),
        "human_alignment_score": webcanvas.human_alignment_score(results),
    }
    return Report("webcanvas", rows, figures | left_over(outcomes, [str(task.index) for task in known]))


def _online_mind2web(tasks: Path, outcomes: Path, options: Options) -> Report:
    judge = webjudge.WebJudge(options.endpoint(), threshold=options.threshold, prompts=options.prompts)
    rows: list[Row] = []
    results: list[online_mind2web.Result] = []
    known = online_mind2web.load_tasks(tasks)
    for task in known:

        def decide(folder: Path, task: online_mind2web.OnlineTask = task) -> Row:
            trajectory = online_mind2web.load_trajectory(folder, task.confirmed_task)
            verdict = judge.judge(trajectory.task, trajectory.actions, trajectory.pictures())
            steps = sum(action != "stop" for action in trajectory.actions)
            if not verdict.undecided:  # what could not be read says nothing about the agent
                results.append(online_mind2web.Result(verdict.success, steps, task.reference_length))
            status = "undecided" if verdict.undecided else "passed" if verdict.success else "failed"
            details = {
                "difficulty": online_mind2web.difficulty(task.reference_length),
                "steps": steps,
                "key_points": verdict.key_points,
                "key_screenshots": verdict.key_screenshots,
                "unreadable": verdict.unreadable,
            }
            return Row(folder.name, status, float(verdict.success), verdict.why, details)

        rows += each_outcome(task.task_id, outcomes, decide)
    decided = {row.task_id: row.status == "passed" for row in rows if row.status in ("passed", "failed")}
    figures = counts(rows) | {
        "success_rate_decided": sum(decided.values()) / len(decided) if decided else None,
        "unreadable_replies": sum(row.details.get("unreadable", 0) for row in rows),
        "success_by_difficulty": online_mind2web.success_by_difficulty(results),
        "efficiency": online_mind2web.efficiency(results),
        "threshold": options.threshold,
        "asked": judge.endpoint.asked,
        "remembered": judge.endpoint.remembered,
    }
    labels = outcomes / "human_labels.json"
    if labels.exists():
        figures["agreement"] = online_mind2web.agreement(decided, online_mind2web.load_labels(labels))
    return Report("online-mind2web", rows, figures | left_over(outcomes, [task.task_id for task in known]))


@dataclass(frozen=True)
class Format:
    """One published format: how a record of its task file is recognised, and how outcomes are scored by it.

    Attributes:
        options: names of the options that it looks at.
        folders: outcomes are a folder with one a task; else a file of predictions.
    """

    recognise: Callable[[Any], bool]
    score: Callable[[Path, Path, Options], Report]
    options: frozenset[str]
    folders: bool = True


def _has(*keys: str) -> Callable[[Any], bool]:
    return lambda record: isinstance(record, dict) and all(key in record for key in keys)


_ORIGINAL = frozenset({"original"})
_MODEL = frozenset({"judge", "replies", "offline"})

FORMATS: dict[str, Format] = {
    "webarena": Format(
        lambda r: _has("task_id", "eval")(r) and isinstance(r["eval"], dict),
        _webarena,
        _ORIGINAL | _MODEL | {"sites", "ignore_query"},
    ),
    "webarena-verified": Format(
        lambda r: _has("task_id", "eval")(r) and isinstance(r["eval"], list),
        _verified,
        _ORIGINAL | {"sites"},
    ),
    "mind2web": Format(_has("annotation_id", "actions"), _mind2web, _ORIGINAL, folders=False),
    # folders with replay.json, see recognise()
    "weblinx": Format(lambda record: False, _weblinx, _ORIGINAL, folders=False),
    "webcanvas": Format(
        _has("evaluation", "reference_task_length"), _webcanvas, _ORIGINAL | _MODEL | {"tolerance"}
    ),
    "online-mind2web": Format(
        _has("confirmed_task", "reference_length"), _online_mind2web, _MODEL | {"threshold", "prompts"}
    ),
}
