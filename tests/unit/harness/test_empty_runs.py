"""A run of which nothing has been played yet is told as one, and what to do; so is where a run is."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from recorded import TASK, record_run
from typer.testing import CliRunner

from harness.commands.cli import app
from harness.run.folders import find_run
from harness.run.identity import tasks_hash
from harness.run.models import JournalLine
from tasks.loader import load_tasks


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    record_run(tmp_path / "runs" / "mine")
    (tmp_path / "runs" / "latest").symlink_to("mine")
    return Path("runs/mine")


@pytest.mark.parametrize("command", [["score"], ["report"], ["score", "--write"], ["baseline", "save"]])
def test_a_run_without_episodes_is_told(run: Path, command: list[str]) -> None:
    (run / "journal.jsonl").write_bytes(b"")
    more = ["x.json"] if command[0] == "baseline" else []
    done = CliRunner().invoke(app, [*command[:1], *command[1:], "runs/mine", *more])
    told = " ".join(done.output.split())
    assert done.exit_code == 2
    assert "The run runs/mine has no episodes yet" in told
    assert "webarium eval --resume runs/mine" in told


def test_verdicts_are_missing_where_all_ended_as_errors(run: Path) -> None:
    path = run / "journal.jsonl"
    lines = [JournalLine.read(json.loads(line)) for line in path.read_bytes().splitlines()]
    errors = [line.model_copy(update={"status": "error", "score": 0.0}) for line in lines]
    path.write_bytes(b"".join(line.to_line() for line in errors))
    done = CliRunner().invoke(app, ["score", "runs/mine"])
    assert done.exit_code == 2
    assert "no episode with a verdict yet, only errors" in " ".join(done.output.split())
    assert CliRunner().invoke(app, ["report", "runs/mine"]).exit_code == 0


def test_the_newest_run_is_named_from_where_one_is(run: Path, tmp_path: Path) -> None:
    assert find_run("latest") == run
    assert find_run("runs/latest") == run
    assert find_run(str(tmp_path / "runs" / "latest")) == run
    assert find_run("mine") == run


def test_a_run_elsewhere_keeps_its_path(run: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    assert find_run(str(tmp_path / "runs" / "latest")) == tmp_path / "runs" / "mine"


def test_changed_tasks_are_told(run: Path) -> None:
    path = run / "manifest.json"
    same = tasks_hash(load_tasks(TASK))
    for digest, told in ((same, False), ("0" * 16, True), ("", False)):
        manifest = json.loads(path.read_text()) | {"tasks_hash": digest}
        path.write_text(json.dumps(manifest))
        done = CliRunner().invoke(app, ["score", "runs/mine"])
        assert done.exit_code == 0
        assert ("The run's tasks were changed since it was played" in done.output) == told
        assert (
            json.loads(CliRunner().invoke(app, ["score", "runs/mine", "--json"]).output)["tasks_changed"]
            == told
        )


def test_a_task_that_is_gone_is_told_with_the_code_that_knows_it(run: Path) -> None:
    manifest = json.loads((run / "manifest.json").read_text()) | {"code": "abc123+"}
    (run / "manifest.json").write_text(json.dumps(manifest))
    for path in [path for path in run.rglob("*.json*") if path.is_file()]:
        gone = path.read_text().replace(TASK, "shopping.gone.0")
        path.write_text(gone.replace(TASK.removesuffix(".0"), "shopping.gone"))
    for trial in (0, 1):
        (run / f"episodes/{TASK}.{trial}").rename(run / f"episodes/shopping.gone.0.{trial}")
    done = CliRunner().invoke(app, ["score", "runs/mine"])
    told = " ".join(done.output.split())
    assert done.exit_code == 2
    assert "The run runs/mine played a task that is gone: no task is named by 'shopping.gone.0'" in told
    assert "git checkout abc123" in told
    assert CliRunner().invoke(app, ["report", "runs/mine"]).exit_code == 0
