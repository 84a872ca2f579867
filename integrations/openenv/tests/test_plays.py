"""OpenEnv's own client plays against the service: reset, step, state; the verdicts are those of ``eval``.

README.md says which environment this needs.
"""

from __future__ import annotations

import json
import os
import secrets
import shlex
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
from webarium_openenv import WebariumAction, WebariumEnv

COMMAND = shlex.split(os.environ.get("WEBARIUM_COMMAND", "webarium"))
TASKS = "home.monthly_use.*"
TOKEN = secrets.token_hex(16)


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    place = tmp_path_factory.mktemp("service")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    process = subprocess.Popen(
        [*COMMAND, "serve", "--tasks", TASKS, "--port", str(port), "--run", str(place / "run")],
        env=os.environ | {"WEBARIUM_SERVE_TOKENS": TOKEN},
    )
    url = f"http://127.0.0.1:{port}"
    try:
        for _ in range(600):
            assert process.poll() is None
            try:
                urlopen(f"{url}/health", timeout=5)  # noqa: S310
                break
            except OSError:
                time.sleep(0.2)
        yield url
    finally:
        process.terminate()
        process.wait(60)


def recorded(agent: str, folder: Path) -> list[tuple[dict[str, Any], list[dict[str, Any]]]]:
    """Journal lines of a run with their actions."""
    run = folder / agent
    options = ["--tasks", TASKS, "--agent", agent, "--run", str(run), "--trace", "never", "--no-report"]
    subprocess.run([*COMMAND, "eval", *options], check=True, capture_output=True)
    lines = [json.loads(line) for line in (run / "journal.jsonl").read_text().splitlines()]
    steps = [(run / line["folder"] / "trajectory.jsonl").read_text().splitlines() for line in lines]
    return [
        (line, [json.loads(one)["action"] for one in own]) for line, own in zip(lines, steps, strict=True)
    ]


@pytest.mark.parametrize("agent", ["oracle", "noop"])
def test_the_verdicts_are_those_of_eval(service: str, agent: str, tmp_path: Path) -> None:
    played = recorded(agent, tmp_path)
    assert played
    with WebariumEnv(base_url=service, token=TOKEN).sync() as env:
        for line, actions in played:
            result = env.reset(task=line["task_id"])
            assert result.observation.task["intent"] == line["intent"]
            for action in actions:
                assert not result.done
                result = env.step(WebariumAction(**{k: v for k, v in action.items() if v is not None}))
            assert (result.done, result.observation.masked) == (True, False)
            assert result.reward == line["score"]
            assert env.state().step_count == line["steps"]


def test_a_session_is_found_again(service: str) -> None:
    with WebariumEnv(base_url=service, token=TOKEN).sync() as env:
        env.reset(seed=1, episode_id="mine")
        session = env.state().session
        env.step(WebariumAction(name="noop"))
        with WebariumEnv(base_url=service, token=TOKEN, session=session).sync() as again:
            assert again.state().step_count == 1


def test_openenv_validates_the_service(service: str) -> None:
    command = [Path(sys.executable).with_name("openenv"), "validate", "--url", service, "--json"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
