"""``webarium score RUN``: judge a finished run again from its evidence, without world, browser or network."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from evaluators import Judgement, judge_all
from evaluators.checks.answer import AnswerCheck
from evaluators.checks.node import key_nodes
from evaluators.equivalence import Equivalence
from harness.journal import FINISHED, Journal, read_journal
from harness.summary import summarize
from harness.trajectory import write_json
from sites.errors import WebariumError
from tasks.loader import load_tasks
from tasks.model import Task


def rescore(folder: Path, *, write: bool = False, judge: Equivalence | None = None) -> dict[str, Any]:
    """Judge every finished episode of a run again, with the tasks as they are now.

    Args:
        folder: the run's.
        write: keep the new verdicts (``verdict.json``, journal, summary); else only tell.
        judge: asked where the rules cannot decide; what it was asked during the run is in the evidence.

    Returns:
        ``run``, ``episodes``, ``passed``, ``failed``, ``same`` (verdicts that did not change) and
        ``changed``: one entry an episode whose verdict differs, with the checks that differ.

    Raises:
        WebariumError: when the folder is no run, or a task is unknown by now.
    """
    journal = folder / "journal.jsonl"
    if not journal.is_file():
        raise WebariumError(f"{folder} holds no run", remedy="name a run folder, such as runs/latest")
    lines = [line for line in read_journal(journal).values() if line["status"] in FINISHED]
    wanted = ",".join(sorted({line["task_id"] for line in lines}))
    tasks = {task.id: task for task in load_tasks(wanted)} if wanted else {}
    report: dict[str, Any] = {
        "run": folder.name,
        "episodes": len(lines),
        "passed": 0,
        "failed": 0,
        "changed": [],
    }
    renewed = []
    for line in lines:
        place = folder / line["folder"]
        evidence = json.loads((place / "evidence.json").read_text(encoding="utf-8"))
        before = json.loads((place / "verdict.json").read_text(encoding="utf-8"))
        if judge:
            evidence = consult(tasks[line["task_id"]], evidence, judge)
            if write:
                write_json(place / "evidence.json", evidence)
        after = judge_all(tasks[line["task_id"]], evidence).model_dump(mode="json")
        report["passed" if after["passed"] else "failed"] += 1
        if after == before:
            continue
        report["changed"].append(
            {
                "task_id": line["task_id"],
                "trial": line["trial"],
                "before": line["status"],
                "after": "passed" if after["passed"] else "failed",
                "checks": [
                    {"before": old, "after": new}
                    for old, new in zip(before["checks"], after["checks"], strict=False)
                    if old != new
                ],
            }
        )
        renewed.append((place, after, line))
    report["same"] = report["episodes"] - len(report["changed"])
    if write and renewed:
        _write(folder, renewed)
    return report


def consult(task: Task, evidence: list[dict[str, Any]], judge: Equivalence) -> list[dict[str, Any]]:
    """The evidence with the judge's opinions of the fuzzy answers that the rules cannot decide."""
    renewed = []
    for entry in evidence:
        found = entry["evidence"]
        if entry["kind"] == AnswerCheck.kind and "error" not in found:
            check = AnswerCheck(task, task.checks[entry["check"]].parsed())
            entry = {**entry, "evidence": check.consult(found, judge)}
        renewed.append(entry)
    return renewed


def _write(folder: Path, renewed: list[tuple[Path, dict[str, Any], dict[str, Any]]]) -> None:
    with Journal(folder) as journal:
        for place, verdict, line in renewed:
            write_json(place / "verdict.json", verdict)
            passed = verdict["passed"]
            undecided = any(check["status"] == "undecided" for check in verdict["checks"])
            status = {"status": "passed" if passed else "failed", "passed": passed, "undecided": undecided}
            nodes = key_nodes(Judgement.model_validate(verdict))
            journal.append(line | status | {"score": verdict["score"], "nodes": nodes, "rescored": True})
    write_json(folder / "summary.json", summarize(folder))
