"""A run on the shop loses nothing when the run, a worker, MariaDB and a container are killed in it."""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from harness.agents.naming import resolve_agent
from harness.run.journal import read_journal
from harness.run.runner import Runner
from harness.run.settings import RunSettings
from reset import images
from reset.world import World, running
from sites.spec import load_site
from tasks.loader import load_tasks

SITE = "shopping"
TASKS = (
    "shopping.first_order.0",
    "shopping.first_bought.0",
    "shopping.newsletter_for_two.0",
    "shopping.basket_quantity.0",
    "shopping.wish_list_add.0",
    "shopping.order_total.0",
    "shopping.browse_brand.0",
    "shopping.stock_alert_cheapest.0",
)
RUN = """
import pickle, sys
from harness.run.runner import Runner
if __name__ == "__main__":
    Runner(pickle.load(open(sys.argv[1], "rb"))).run()
"""


def journal(settings: RunSettings) -> list[dict[str, Any]]:
    return [line.to_json() for line in read_journal(settings.folder / "journal.jsonl").values()]


def kill_run_after(settings: RunSettings, episodes: int, scratch: Path) -> None:
    """Play in a process of its own and kill that once so many episodes are finished."""
    pickled, program = scratch / "settings.pickle", scratch / "run.py"
    pickled.write_bytes(pickle.dumps(settings))
    program.write_text(RUN)
    process = subprocess.Popen([sys.executable, str(program), str(pickled)])
    deadline = time.monotonic() + 240
    while len(journal(settings)) < episodes:
        assert process.poll() is None, "the run ended before it could be killed"
        assert time.monotonic() < deadline
        time.sleep(0.1)
    process.kill()
    process.wait()


@pytest.mark.timeout(900)  # the image may have to be built first
def test_kills_lose_no_finished_episode(tmp_path: Path) -> None:
    images.build([load_site(SITE)])
    settings = RunSettings(
        folder=tmp_path / "run",
        tasks=[task for task in load_tasks("all") if task.id in TASKS],
        agent=resolve_agent("oracle"),
        workers=2,
    )
    assert len(settings.tasks) == len(TASKS)
    kill_run_after(settings, 2, tmp_path)
    before = (settings.folder / "journal.jsonl").read_bytes()

    pids: dict[int, int] = {}
    killed: dict[str, str] = {}

    def progress(event: str, data: dict[str, Any]) -> None:
        """Each kill falls into the middle of an episode."""
        if event == "worker":
            pids[data["worker"]] = data["pid"]
        if event != "begun" or data["task_id"] in killed or len(killed) == 3:
            return
        target = ("worker", "database", "container")[len(killed)]
        killed[data["task_id"]] = target
        time.sleep(1.0)
        if target == "worker":
            os.kill(pids[data["worker"]], signal.SIGKILL)
            return
        start = f"run-{os.getpid()}-{data['worker']}-"
        (name,) = (one for one in running() if one.startswith(start))
        world = World.attach(name)
        if target == "database":
            code, output = world.exec(SITE, ["sh", "-c", "kill -9 $(pidof mariadbd)"])
            assert code == 0, output
        else:
            world.kill(SITE)
        world.detach()

    summary = Runner(settings, progress=progress).run()
    assert sorted(killed.values()) == ["container", "database", "worker"]
    assert (summary.tasks, summary.passed, summary.errors) == (len(TASKS), len(TASKS), 0)
    after = (settings.folder / "journal.jsonl").read_bytes()
    assert after.startswith(before), "finished episodes stay as they are"
    assert after.count(b"\n") == len(TASKS), "no episode is played twice"
    attempts = {line["task_id"]: line["attempts"] for line in journal(settings)}
    assert all(attempts[task] >= 2 for task in killed), "an episode that was hit is played again"
    assert not list((settings.folder / "episodes").glob(".*")), "no half episode stays"
