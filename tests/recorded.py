"""A finished run on disk, made without a world: two trials of a task, one that passed and one that failed."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from evaluators import Outcome, collect_all, judge_all
from evaluators.checks.node import key_nodes
from evaluators.nodes import with_nodes
from harness.jsonio import write_json
from harness.run.agreement import ENDS
from harness.run.models import AgentFacts, JournalLine, Manifest, SettingsFacts, Step
from tasks.loader import load_tasks

TASK = "shopping.order_total.0"


class UntouchedWorld:
    """Nobody wrote anything in it."""

    def changes(self, site: str) -> dict[str, Any]:
        """No rows, no files."""
        return {"tables": {}, "files": {"added": [], "removed": [], "changed": []}}


def record_run(folder: Path) -> Path:
    """Write the run: trial 0 passed, trial 1 failed."""
    (task,) = load_tasks(TASK)
    right = task.checks[0].spec["exact"]
    folder.mkdir(parents=True)
    manifest = Manifest(
        run=folder.name,
        started="2026-03-16T09:00:00+00:00",
        agent=AgentFacts(name="mine", command=["mine"]),
        config="c",
        settings=SettingsFacts(observation=["axtree"], scope="page", limits={"steps": 30}),
        selection=TASK,
        trials=2,
        sites=["shopping"],
        tasks=[TASK],
    )
    write_json(folder / "manifest.json", manifest.to_json())
    for trial, answer in enumerate((f"€{right}", "€0.01")):
        place = folder / "episodes" / f"{TASK}.{trial}"
        place.mkdir(parents=True)
        action = {"name": "stop", "answer": answer}
        step = Step(step=0, url="http://shopping.webarium.test/", digest="seen", action=action)
        (place / "trajectory.jsonl").write_bytes(step.to_line())
        outcome = Outcome(task_id=TASK, answer=answer)
        evidence = collect_all(task, UntouchedWorld(), outcome)  # type: ignore[arg-type]
        judgement = with_nodes(task, outcome, judge_all(task, evidence))
        assert judgement.passed == (trial == 0), judgement
        write_json(place / "outcome.json", outcome.model_dump(mode="json"))
        write_json(place / "evidence.json", evidence)
        write_json(place / "verdict.json", judgement.model_dump(mode="json"))
        line = JournalLine.of(
            task,
            trial=trial,
            agent="mine",
            config="c",
            status="passed" if judgement.passed else "failed",
            score=judgement.score,
            nodes=key_nodes(judgement),
            answer=answer,
            stop_reason="stop",
            steps=1,
            seconds=1.0,
            folder=f"episodes/{place.name}",
            digest=hashlib.sha256(b"seen").hexdigest()[:16],
        )
        with (folder / "journal.jsonl").open("ab") as journal:
            journal.write(line.to_line())
    return folder


def complete(folder: Path) -> Path:
    """Add what a run made by hand lacks: the files that its steps name, and those of each verdict."""
    lines = [json.loads(line) for line in (folder / "journal.jsonl").read_text().splitlines()]
    for line in lines:
        place = folder / line.get("folder", "")
        if "folder" not in line or line["status"] == "error":
            continue
        place.mkdir(parents=True, exist_ok=True)
        trajectory = place / "trajectory.jsonl"
        trajectory.touch()
        steps = [Step.read(json.loads(row)) for row in trajectory.read_text().splitlines()]
        for name in (name for step in steps for name in (step.axtree_file, step.screenshot) if name):
            (place / name).parent.mkdir(exist_ok=True)
            if not (place / name).exists():
                (place / name).write_bytes(b"".join(ENDS[".png"][:2]) if name.endswith(".png") else b"")
        line["steps"] = sum(step.action is not None for step in steps)
        line["score"] = float(line["status"] == "passed")
        outcome = {key: line.get(key) for key in ("task_id", "answer")}
        passed = line["status"] == "passed"
        check = {"check": "answer", "passed": passed, "score": line["score"], "expected": "", "found": "",
                 "why": "", "status": "pass" if passed else "fail"}  # fmt: skip
        for name, data in (
            ("outcome.json", outcome | {"stop_reason": line.get("stop_reason", "")}),
            ("evidence.json", [{"check": 0, "kind": "answer", "evidence": {}}]),
            ("verdict.json", {"passed": passed, "score": line["score"], "checks": [check]}),
        ):
            if not (place / name).exists():
                write_json(place / name, data)
    (folder / "journal.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    return folder


def files_of(folder: Path) -> dict[str, bytes]:
    """What a run holds, file by file, but for its lock."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != ".lock"
    }


def edit_json(path: Path, **values: Any) -> None:
    """Set keys of a JSON file."""
    path.write_text(json.dumps(json.loads(path.read_text()) | values))
