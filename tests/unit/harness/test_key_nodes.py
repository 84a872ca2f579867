"""Key nodes are pinned from recorded runs of the oracle, and told again when a run is scored again."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest
from recorded import TASK, edit_json, record_run
from typer.testing import CliRunner

from harness.authoring.key_nodes import lock_nodes
from harness.commands.cli import app
from harness.run.rescore import rescore
from sites.errors import WebariumError
from tasks.loader import load_tasks
from tasks.templates import ROOT

SHOP = "http://shopping.webarium.test"
WAY = [f"{SHOP}/", f"{SHOP}/accounts/orders/", f"{SHOP}/accounts/orders/7/"]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """The templates, with one that may be written and has no key nodes yet."""
    for part, name in (("shopping", "order_total.yaml"), ("answers.lock/shopping", "order_total.json")):
        (tmp_path / "tasks" / part).mkdir(parents=True)
        shutil.copy(ROOT / part / name, tmp_path / "tasks" / part)
    lock = tmp_path / "tasks" / "answers.lock" / "shopping" / "order_total.json"
    held = json.loads(lock.read_text())
    for task in held["tasks"].values():
        task.pop("key_nodes", None)
    lock.write_text(json.dumps(held))
    return tmp_path / "tasks"


def _run(folder: Path, way: list[str], agent: str = "oracle") -> Path:
    """A run of one episode, which passed on this way."""
    run = record_run(folder)
    edit_json(run / "manifest.json", agent={"name": agent, "command": [agent]})
    journal = run / "journal.jsonl"
    journal.write_text(re.sub(r'("agent": ?)"\w+"', rf'\g<1>"{agent}"', journal.read_text()))
    passed = (run / "journal.jsonl").read_text().splitlines()[0]
    (run / "journal.jsonl").write_text(f"{passed}\n")
    edit_json(
        run / "episodes" / f"{TASK}.0" / "outcome.json",
        visited=[{"url": url, "step": max(0, at - 1), "tab": 0} for at, url in enumerate(way)],
        steps=[
            {"url": url, "step": at, "action": {"name": "click", "element": 1}} for at, url in enumerate(way)
        ],
        urls=way,
        final_url=way[-1],
    )
    path = run / "episodes" / f"{TASK}.0" / "evidence.json"
    evidence = json.loads(path.read_text())
    for entry in evidence:
        if "urls" in entry["evidence"]:
            entry["evidence"]["urls"] = way
    path.write_text(json.dumps(evidence))
    return run


def _nodes(root: Path) -> list[tuple[str | None, int | None]]:
    (task,) = load_tasks(TASK, root=root)
    return [(one.node.url, one.step) for one in task.key_nodes]


def test_a_run_of_the_oracle_shows_key_nodes(tmp_path: Path, root: Path) -> None:
    path = root / "shopping" / "order_total.yaml"
    first = _run(tmp_path / "first", WAY)
    (report,) = lock_nodes([first], [path], root)
    assert report == {
        "template": "shopping.order_total", "tasks": 1, "episodes": 1, "nodes": 1, "changed": True,
    }  # fmt: skip
    assert _nodes(root) == [(WAY[-1], 1)]
    assert not lock_nodes([first], [path], root)[0]["changed"]
    other = _run(tmp_path / "other", [*WAY[:2], f"{SHOP}/accounts/orders/8/"])
    assert lock_nodes([first, other], [path], root)[0]["nodes"] == 0  # not confirmed
    assert _nodes(root) == []


def test_only_episodes_of_the_oracle_that_passed_count(tmp_path: Path, root: Path) -> None:
    path = root / "shopping" / "order_total.yaml"
    with pytest.raises(WebariumError, match="a run of mine, not of the oracle"):
        lock_nodes([_run(tmp_path / "mine", WAY, agent="mine")], [path], root)
    with pytest.raises(WebariumError, match="passed one of these tasks"):
        lock_nodes([_run(tmp_path / "oracles", WAY)], [ROOT / "shopping" / "browse_brand.yaml"], ROOT)


def test_an_episode_that_asked_for_something_else_is_told_and_left_out(tmp_path: Path, root: Path) -> None:
    path = root / "shopping" / "order_total.yaml"
    old = _run(tmp_path / "old", [*WAY[:2], f"{SHOP}/accounts/orders/8/"])
    journal = old / "journal.jsonl"
    journal.write_text(re.sub(r'("intent": ?)"[^"]*"', r'\g<1>"Which order is it?"', journal.read_text()))
    told: list[str] = []
    (report,) = lock_nodes([old, _run(tmp_path / "new", WAY)], [path], root, tell=told.append)
    assert (report["episodes"], report["nodes"]) == (1, 1)
    assert _nodes(root) == [(WAY[-1], 1)]
    assert told == [f"{TASK}: trial 0 of old is left out: it asked for 'Which order is it?'"]
    with pytest.raises(WebariumError, match="passed one of these tasks"):
        lock_nodes([old], [path], root)


def test_the_command_refuses_what_it_would_ignore(tmp_path: Path) -> None:
    run = str(_run(tmp_path / "run", WAY))
    for other in ("--fresh", "--check"):
        found = CliRunner().invoke(app, ["tasks", "lock", TASK, "--key-nodes", run, other])
        assert found.exit_code != 0
        assert f"{other} would be ignored beside --key-nodes" in " ".join(found.output.split())
    found = CliRunner().invoke(app, ["tasks", "lock", TASK, "--check", "--keep-numbers"])
    assert found.exit_code != 0
    assert "--keep-numbers would be ignored beside --check" in " ".join(found.output.split())


def test_scoring_again_tells_what_became_of_new_nodes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = _run(tmp_path / "run", WAY)
    (task,) = load_tasks(TASK)
    nodes = [{"node": {"url": WAY[-1]}, "step": 4}, {"node": {"url": f"{SHOP}/never/"}}]
    told = task.model_validate({**task.model_dump(by_alias=True), "key_nodes": nodes})
    monkeypatch.setattr("harness.run.rescore.tasks_of_run", lambda *_: [told])
    assert rescore(run, write=True)["changed"] == []  # the verdict is as it was
    verdict = json.loads((run / "episodes" / f"{TASK}.0" / "verdict.json").read_text())
    assert [(one["passed"], one["step"], one["oracle_step"]) for one in verdict["key_nodes"]] == [
        (True, 1, 4),
        (False, None, None),
    ]
    assert json.loads((run / "summary.json").read_text())["key_nodes"]["step_score"] == 1
