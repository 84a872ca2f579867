"""A run on a real world goes on when its database or its container is killed in the middle of an episode."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from harness.agents.naming import AgentSpec
from harness.run.journal import read_journal
from harness.run.runner import Runner
from harness.run.settings import RunSettings
from reset.world import World, running
from tasks.model import Task

NOTES = "http://notes.webarium.test"
LOOKS_TWICE = """
import time
from harness.agents.base import Agent, serve
class Looks(Agent):
    def run(self, session):
        session.observe()
        for direction in ("down", "up"):
            time.sleep(1.0)
            session.act({"name": "scroll", "direction": direction})
        session.act({"name": "goto", "url": "http://notes.webarium.test/"})
        session.stop("looked")
serve(Looks())
"""


def make_task(number: int) -> Task:
    return Task(
        id=f"notes.look.{number}",
        template="notes.look",
        folder="notes",
        number=number,
        sites=["notes"],
        profile={"notes": "nora"},
        intent="Look at the first page of the notes.",
        start=[f"{NOTES}/"],
        category="navigation",
        covers=["S1"],
        checks=[{"kind": "url", "spec": f"{NOTES}/"}],  # type: ignore[list-item]
    )


@pytest.mark.timeout(900)  # the images may have to be built first
def test_killed_database_and_container_lose_no_episode(small_images: None, tmp_path: Path) -> None:
    script = tmp_path / "agent.py"
    script.write_text(LOOKS_TWICE)
    settings = RunSettings(
        folder=tmp_path / "run",
        tasks=[make_task(number) for number in range(4)],
        agent=AgentSpec("looks", [sys.executable, str(script)]),
    )
    killed: list[str] = []
    troubles: list[dict[str, Any]] = []

    def progress(event: str, data: dict[str, Any]) -> None:
        if event == "trouble":
            troubles.append(data)
        if event != "begun" or data["task_id"] in killed:
            return
        (name,) = (one for one in running() if one.startswith(f"run-{os.getpid()}-0-"))
        world = World.attach(name)
        if data["task_id"] == "notes.look.1":
            time.sleep(1.0)  # so that the episode is under way
            code, output = world.exec("notes", ["sh", "-c", "kill -9 $(pidof mariadbd)"])
            assert code == 0, output
            killed.append(data["task_id"])
        elif data["task_id"] == "notes.look.2":
            time.sleep(1.0)
            world.kill("notes")
            killed.append(data["task_id"])
        world.detach()

    summary = Runner(settings, progress=progress).run()
    lines = read_journal(settings.folder / "journal.jsonl").values()
    assert killed == ["notes.look.1", "notes.look.2"]
    assert {line.task_id: line.status for line in lines} == dict.fromkeys(
        (f"notes.look.{number}" for number in range(4)), "passed"
    )
    # a crowded machine may need one more until the container is back, but never where nothing was killed
    # (when something else on the machine starts or stops a container meanwhile, Chromium drops its requests)
    elsewhere = {one["task_id"] for one in troubles if "ERR_NETWORK_CHANGED" in one["error"]}
    again = {line.task_id for line in lines if line.attempts > 1}
    assert again - elsewhere <= set(killed) <= again, troubles
    assert summary.errors == 0
    assert len({line.digest for line in lines}) == 1, "a mended world looks like a new one"
    assert not [name for name in running() if name.startswith(f"run-{os.getpid()}-")], (
        "the run takes its world away"
    )
