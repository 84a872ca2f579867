"""``webarium score RUN``: judge a finished run again from its evidence, without world, browser or network."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from evaluators import Judgement, Outcome, judge_all
from evaluators.checks import make_check
from evaluators.checks.node import key_nodes
from evaluators.checks.published import WebArenaCheck
from evaluators.equivalence import Equivalence
from evaluators.heard import told_of
from evaluators.nodes import with_nodes
from harness.elsewhere.tasks import tasks_of_run
from harness.jsonio import write_json
from harness.run.identity import tasks_hash
from harness.run.journal import Journal
from harness.run.models import JournalLine, Status
from harness.run.reader import RunFolder, at_commit
from harness.run.summary import summarize
from sites.errors import WebariumError
from tasks.model import Task
from tasks.published import PublishedTask
from tasks.templates import TemplateErrors


@dataclass(frozen=True)
class Rejudged:
    """An episode with the verdict that its evidence gives now."""

    line: JournalLine
    place: Path
    before: Judgement | None
    after: Judgement
    answered: dict[str, Any]
    evidence: list[dict[str, Any]]

    @property
    def changed(self) -> bool:
        """Whether the verdict differs from the one that was kept."""
        told = {"key_nodes": self.before.key_nodes if self.before else []}
        return self.after.model_copy(update=told) != self.before

    @property
    def renewed(self) -> bool:
        """Whether anything is to be written: the verdict, or what became of key nodes."""
        return self.after != self.before

    @property
    def status(self) -> Status:
        """What the journal says of such a verdict."""
        return "passed" if self.after.passed else "failed"

    def to_json(self) -> dict[str, Any]:
        """The change, with the checks that differ."""
        old = [one.model_dump(mode="json") for one in self.before.checks] if self.before else []
        new = [one.model_dump(mode="json") for one in self.after.checks]
        pairs = [(old[at] if at < len(old) else None, one) for at, one in enumerate(new)]
        return {
            "task_id": self.line.task_id,
            "trial": self.line.trial,
            "before": self.line.status,
            "after": self.status,
            "checks": [{"before": one, "after": other} for one, other in pairs if one != other],
        }


def rescore(folder: Path, *, write: bool = False, judge: Equivalence | None = None) -> dict[str, Any]:
    """Judge every finished episode of a run again, with the tasks as they are now.

    Args:
        folder: the run's.
        write: keep the new verdicts (``verdict.json``, journal, summary); else only tell.
        judge: a model, asked what rules do not decide of another benchmark's tasks; with ``write`` what it
            says is kept with the evidence.

    Returns:
        ``run``, ``tasks_changed`` (whether the tasks say something else than they did to the run),
        ``episodes``, ``passed``, ``failed``, ``same`` (verdicts that did not change), ``changed``:
        one entry an episode whose verdict differs, with the checks that differ, and ``unjudged``: one entry
        an episode with a check that cannot judge this evidence; its verdict stays as it was.

    Raises:
        WebariumError: when the folder is no run or holds no verdict, a file of it is damaged, or a task is
            unknown by now.
    """
    run = RunFolder(folder)
    run.require(judging=True)
    tasks = _tasks_now(run)
    if judge and not any(isinstance(task, PublishedTask) for task in tasks.values()):
        raise WebariumError(
            f"The run {run.path} has no task of another benchmark, and ours leave nothing to a model",
            remedy="leave --judge out",
        )
    found = [_judged(run, line, tasks[line.task_id], judge) for line in run.finished]
    judged = [one for one in found if not one.after.broken]
    changed = [one for one in judged if one.changed]
    if write:
        _write(run, judged, tasks)
    return {
        "run": run.name,
        "agent": run.manifest.agent.name if run.manifest else None,
        "tasks_changed": _tasks_changed(run),
        "episodes": len(found),
        "passed": sum(one.after.passed for one in judged),
        "failed": sum(not one.after.passed for one in judged),
        "same": len(judged) - len(changed),
        "changed": [one.to_json() for one in changed],
        "unjudged": [_unjudged(one) for one in found if one.after.broken],
    }


def _tasks_now(run: RunFolder) -> dict[str, Task]:
    """The tasks of the finished episodes, as they are now."""
    try:
        found = tasks_of_run(run.path, sorted({line.task_id for line in run.finished}))
    except TemplateErrors:
        raise
    except WebariumError as error:
        raise WebariumError(
            f"The run {run.path} played a task that is gone: {error.message}",
            remedy=f"score it with the code that played it{at_commit(run.manifest)}",
        ) from error
    return {task.id: task for task in found}


def _tasks_changed(run: RunFolder) -> bool:
    """Whether any of the run's tasks, its answers and checks included, is not as it was played."""
    if run.manifest is None or not run.manifest.tasks_hash:
        return False
    try:
        return tasks_hash(tasks_of_run(run.path, run.manifest.tasks)) != run.manifest.tasks_hash
    except WebariumError:  # one that was not played is gone
        return True


def _judged(run: RunFolder, line: JournalLine, task: Task, judge: Equivalence | None = None) -> Rejudged:
    evidence = run.evidence(line)
    if judge:
        for entry, check in zip(evidence, (make_check(task, one) for one in task.checks), strict=False):
            if isinstance(check, WebArenaCheck):
                check.ask(entry["evidence"], judge)
    outcome = Outcome.model_validate({"task_id": task.id, "told": "none"} | (run.outcome(line) or {}))
    after = with_nodes(task, outcome, judge_all(task, evidence))
    return Rejudged(line, run.place(line), run.verdict(line), after, told_of(task, outcome), evidence)


def _unjudged(one: Rejudged) -> dict[str, Any]:
    why = next(check.why for check in one.after.all_verdicts if check.status == "error")
    return {"task_id": one.line.task_id, "trial": one.line.trial, "why": why}


def _write(run: RunFolder, judged: list[Rejudged], tasks: dict[str, Task]) -> None:
    """Keep verdicts that changed."""
    renewed = [one for one in judged if one.renewed]
    if not renewed:
        return
    with Journal(run.path) as journal:
        for one in renewed:
            write_json(one.place / "evidence.json", one.evidence)  # with what a model said, if it was asked
            write_json(one.place / "verdict.json", one.after.model_dump(mode="json"))
            verdict = {
                "status": one.status,
                "score": one.after.score,
                "undecided": one.after.undecided,
                "nodes": key_nodes(one.after),
                "violations": one.after.violations,
                "rescored": True,
                **one.answered,
                "unachievable": tasks[one.line.task_id].unachievable,
                "twin": tasks[one.line.task_id].twin,
            }
            journal.append(one.line.model_copy(update=verdict))
    write_json(run.path / "summary.json", summarize(run.path).to_json())
