"""Bad input to ``webarium eval`` and its kin: one sentence, what to do, and nothing done."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest
from recorded import edit_json, files_of, record_run
from typer.testing import CliRunner

from harness.commands.cli import app
from harness.commands.run_options import judged
from harness.ranker.features import Features
from harness.ranker.model import Ranker
from sites.errors import WebariumError
from tasks.loader import load_tasks
from tasks.model import CheckEntry

ORDER = ["--tasks", "shopping.order_total.0"]
MODEL = ["eval", *ORDER, "--agent", "model:m", "--agent-option"]
URL = "base_url=http://127.0.0.1:1/v1"
RESUME = ["eval", "--resume", "mine"]


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("NOT_SET", "OPENAI_API_KEY", "OPENAI_BASE_URL", "WEBARIUM_AGENT_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    (tmp_path / "README.md").write_text("a file")


CASES = {
    "no task": (["eval", "--tasks", ""], "no task", "tasks list"),
    "all taken away": (["eval", "--tasks", "all,!*"], "no task", "tasks list"),
    "empty world": (["eval", *ORDER, "--world", ""], "--world", "webarium up"),
    "oracle with argument": (["eval", *ORDER, "--agent", "oracle:x"], "'oracle:x'", "--agent oracle"),
    "noop with argument": (["eval", *ORDER, "--agent", "noop:x"], "'noop:x'", "--agent noop"),
    "quote": (["eval", *ORDER, "--agent", "python 'agent.py"], "python 'agent.py", "quote"),
    "empty agent": (["eval", *ORDER, "--agent", ""], "agent ''", "oracle"),
    "replay nothing": (["eval", *ORDER, "--agent", "replay:none"], "'none'", "webarium runs"),
    "replay lacks": (
        ["eval", "--tasks", "home.monthly_use.0", "--agent", "replay:mine"],
        "no trajectory of home.monthly_use.0",
        "--tasks",
    ),
    "oracle with option": (["eval", *ORDER, "--agent-option", "a=1"], "no option a", "--agent-option"),
    "option twice": (["eval", *ORDER, "--agent-option", "a=1", "--agent-option", "a=2"], "twice", "leave"),
    "model without endpoint": (["eval", *ORDER, "--agent", "model:m"], "neither", "OPENAI_API_KEY"),
    "model without scheme": ([*MODEL, "base_url=localhost:8000"], "'localhost:8000' is no", "options are"),
    "marks without picture": (["eval", *ORDER, "--marks"], "on the screenshot", "axtree,screenshot"),
    "no window": (["eval", *ORDER, "--window", "wide"], "no window 'wide'", "1600x900@2"),
    "window without end": (["eval", *ORDER, "--window", "9999x100"], "no window '9999x100'", "200 to 4000"),
    "unset variable": (["eval", *ORDER, "--agent-env", "NOT_SET"], "NOT_SET", "--agent-env"),
    "no variable": (["eval", *ORDER, "--agent-env", "A=b"], "A=b", "--agent-env"),
    "secret": (["eval", *ORDER, "--agent-option", "api_key=abc"], "api_key", "--agent-env"),
    "nested secret": (["eval", *ORDER, "--agent-option", 'x={"a_token": "a"}'], "a_token", "A_TOKEN"),
    "run latest": (["eval", *ORDER, "--run", "latest"], "latest", "--run"),
    "run link": (["eval", *ORDER, "--run", "runs/latest"], "latest", "--run"),
    "run dots": (["eval", *ORDER, "--run", ".."], "..", "--run"),
    "run empty": (["eval", *ORDER, "--run", ""], "--run", "name"),
    "run file": (["eval", *ORDER, "--run", "./README.md"], "README.md", "--run"),
    "run below a file": (["eval", *ORDER, "--run", "README.md/x"], "README.md", "name"),
    "run unwritable": (["eval", *ORDER, "--run", "/proc/nowhere"], "/proc/nowhere", "--run"),
    "no time": (["eval", *ORDER, "--answer-seconds", "nan"], "--answer-seconds", "seconds"),
    "no end": (["eval", *ORDER, "--episode-seconds", "inf"], "--episode-seconds", "seconds"),
    "build for a cluster": (["eval", *ORDER, "--fleet", "ray", "--build"], "--build", "images pull"),
    "resume nothing": (["eval", "--resume", "none"], "'none'", "webarium runs"),
    "resume tasks": ([*RESUME, *ORDER], "--tasks", "leave"),
    "resume limits": ([*RESUME, "--max-steps", "30", "--trials", "1"], "--max-steps, --trials", "leave"),
    "resume as another run": ([*RESUME, "--run", "other"], "--run", "leave"),
    "baseline folder": (["baseline", "save", "mine", "."], "folder", "baseline.json"),
    "baseline below a file": (["baseline", "save", "mine", "README.md/b.json"], "README.md", "file"),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_bad_input_is_told_and_nothing_is_done(tmp_path: Path, name: str) -> None:
    words, what, remedy = CASES[name]
    if any(word.endswith("mine") for word in words):
        record_run(tmp_path / "runs" / "mine")
    before = files_of(tmp_path)
    result = CliRunner().invoke(app, words)
    assert result.exit_code == 2, f"{result.output}{result.exception!r}"
    assert what in result.stderr, result.stderr
    assert remedy in result.stderr, result.stderr
    assert "Traceback" not in result.stderr
    assert files_of(tmp_path) == before
    assert not os.path.lexists(tmp_path / "runs" / "latest")


@pytest.mark.parametrize("agent", ["model:m", "ranker:r.npz"])
def test_a_secret_in_a_variable_of_an_option_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, agent: str
) -> None:
    Ranker({}, [(np.zeros((Features.width, 1)), np.zeros(1))]).save(tmp_path / "r.npz")
    monkeypatch.setenv("WEBARIUM_AGENT_MODEL", "m")
    monkeypatch.setenv("WEBARIUM_AGENT_PARAMETERS", '{"extra_headers": {"Authorization": "Bearer abc"}}')
    result = CliRunner().invoke(
        app, ["eval", *ORDER, "--agent", agent, "--agent-option", URL, "--run", "mine"]
    )
    assert result.exit_code == 2, f"{result.output}{result.exception!r}"
    assert "Authorization looks like a secret" in result.stderr
    assert not (tmp_path / "runs").exists()


def test_a_recorded_action_that_nobody_knows_is_told_before_a_world_starts(tmp_path: Path) -> None:
    run = record_run(tmp_path / "runs" / "mine")
    edit_json(run / "episodes/shopping.order_total.0.0/trajectory.jsonl", action={"name": "fly"})
    result = CliRunner().invoke(app, ["eval", *ORDER, "--agent", "replay:mine", "--run", "other"])
    assert result.exit_code == 2
    assert "trajectory.jsonl:1: there is no such action" in result.stderr
    assert "fly" in result.stderr
    assert not (tmp_path / "runs" / "other").exists()


def test_a_check_that_can_judge_nothing_is_told_before_a_world_starts() -> None:
    (task,) = load_tasks("shopping.order_total.0")
    assert judged([task]) == [task]
    broken = [CheckEntry.model_validate({"answer": {"exact": "banana"}})]
    with pytest.raises(WebariumError, match=r"check 1 \(answer\) can judge nothing: .*banana"):
        judged([task.model_copy(update={"checks": broken})])


def test_a_task_of_a_manifest_that_is_gone_is_told_with_the_run(tmp_path: Path) -> None:
    run = record_run(tmp_path / "runs" / "mine")
    edit_json(run / "manifest.json", tasks=["home.none.0"])
    result = CliRunner().invoke(app, RESUME)
    assert result.exit_code == 2
    assert "runs/mine/manifest.json names a task that cannot be played" in result.stderr
    assert "with the code that began the run" in result.stderr
