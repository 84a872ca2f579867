"""Inspect's own agent plays over a service with tools; the scores are the verdicts of ``webarium eval``.

README.md says which environment this needs.
"""

from __future__ import annotations

import json
import os
import secrets
import shlex
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
from inspect_ai.model import ModelOutput
from inspect_webarium.replay import call, play, replay
from inspect_webarium.tools import stop, tools
from webarium_client import Env

COMMAND = shlex.split(os.environ.get("WEBARIUM_COMMAND", "webarium"))
TASKS = "home.monthly_use.*"


@pytest.fixture(scope="module", autouse=True)
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    place = tmp_path_factory.mktemp("service")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    token, url = secrets.token_hex(16), f"http://127.0.0.1:{port}"
    process = subprocess.Popen(
        [*COMMAND, "serve", "--tasks", TASKS, "--port", str(port), "--run", str(place / "run")],
        env=os.environ | {"WEBARIUM_SERVE_TOKENS": token},
    )
    os.environ |= {"WEBARIUM_SERVICE": url, "WEBARIUM_SERVICE_TOKEN": token}
    try:
        for _ in range(600):
            assert process.poll() is None
            try:
                urlopen(f"{url}/health", timeout=5)  # noqa: S310
                break
            except OSError:
                time.sleep(0.2)
        yield place / "run"
    finally:
        process.terminate()
        process.wait(60)


def recorded(agent: str, folder: Path) -> list[dict[str, Any]]:
    """What an agent does in ``eval``: task, intent, actions, and whether it passed."""
    run = folder / agent
    options = ["--tasks", TASKS, "--agent", agent, "--run", str(run), "--trace", "never", "--no-report"]
    subprocess.run([*COMMAND, "eval", *options], check=True, capture_output=True)
    found = []
    for text in (run / "journal.jsonl").read_text().splitlines():
        line = json.loads(text)
        steps = (run / line["folder"] / "trajectory.jsonl").read_text().splitlines()
        actions = [json.loads(step)["action"] for step in steps]
        plain = [{key: value for key, value in one.items() if value is not None} for one in actions if one]
        found.append(
            {"task": line["task_id"], "intent": line["intent"], "actions": plain, "passed": line["passed"]}
        )
    return found


@pytest.mark.parametrize("agent", ["oracle", "noop"])
def test_the_scores_are_the_verdicts_of_eval(agent: str, tmp_path: Path) -> None:
    episodes = recorded(agent, tmp_path)
    scores = replay(episodes, tmp_path)
    assert scores == {one["task"]: "C" if one["passed"] else "I" for one in episodes}


def test_there_is_a_tool_for_each_action() -> None:
    known = {one["properties"]["name"]["const"] for one in actions()}
    assert {one.name for one in (*tools(), stop())} == known
    (click,) = (one for one in tools() if one.name == "click")
    assert "element" in click.parameters.properties
    assert "name" not in click.parameters.properties


def actions() -> list[dict[str, Any]]:
    told = Env().schema()["action"]["$defs"].values()
    return [one for one in told if "name" in one.get("properties", {})]


def test_a_model_that_fails_is_an_error_not_a_score_and_gives_its_world_back(tmp_path: Path) -> None:
    def answer(*_: Any) -> ModelOutput:
        raise RuntimeError("the endpoint is down")

    (sample,) = play(["home.monthly_use.0"], answer, tmp_path).samples or []
    assert sample.error is not None
    assert "the endpoint is down" in sample.error.message
    assert not sample.scores
    with Env() as env:
        assert env.reset(wait=60).observation is not None


def test_an_episode_without_an_answer_is_judged_as_it_stands(tmp_path: Path) -> None:
    def answer(*_: Any) -> ModelOutput:
        return call("noop", {})

    (sample,) = play(["home.monthly_use.0"], answer, tmp_path, message_limit=5).samples or []
    (score,) = (sample.scores or {}).values()
    assert (score.value, (score.metadata or {})["stop_reason"].partition(":")[0]) == ("I", "agent_gone")
