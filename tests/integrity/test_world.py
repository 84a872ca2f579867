"""No attacker gains a point in a real world, none finds what it should not, none leaves anything behind.

Every attacker plays a few tasks that together hold every kind of check and of answer;
``WEBARIUM_INTEGRITY_TASKS=all`` (or any selection) lets each play all of them.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from integrity import attacker
from integrity.edition import EDITION
from integrity.report import REPORT

from harness.agents import jail
from harness.agents.naming import resolve_agent
from harness.agents.process import AgentProcess
from harness.authoring.playing import OraclePlayer
from harness.episode.agent_loop import run_episode
from harness.episode.limits import Limits
from harness.episode.settings import EpisodeSettings
from reset.world import World
from sites.spec import load_site
from tasks.loader import load_tasks
from tasks.model import Task

SELECTION = os.environ.get("WEBARIUM_INTEGRITY_TASKS", "")
ROUND = 2  # tasks that an attacker plays, where none are selected
SETTINGS = EpisodeSettings(
    limits=Limits(steps=60, answer_seconds=30, episode_seconds=240), screenshots=False, html=False
)
INSIDERS = {"writes_more_than_asked"}  # it must know the solution, so it is not in the jail


def kinds(task: Task) -> set[str]:
    """The kinds of check of a task, an answer's with its type."""
    found = set()
    for check in task.checks:
        spec = check.parsed()
        found.add(f"answer {spec.kind}" if check.kind == "answer" else check.kind)  # type: ignore[attr-defined]
    written = any(check.kind == "changes" and check.spec != "none" for check in task.checks)
    return found | ({"writes"} if written else set())


def spread() -> list[Task]:
    """As few tasks of the shop, the site that is attacked, as hold every kind of check and of answer."""
    left = [task for task in load_tasks("one-per-template", edition=EDITION) if task.sites == ["shopping"]]
    missing = set().union(*map(kinds, left))
    chosen = []
    while missing:
        best = max(left, key=lambda task: len(kinds(task) & missing))
        chosen.append(best)
        missing -= kinds(best)
    return chosen


def tasks_for(number: int) -> list[Task]:
    """The tasks of one attacker: all that were selected, else the next ones of the spread."""
    if SELECTION:
        return load_tasks(SELECTION, edition=EDITION)
    tasks = spread()
    return [tasks[(number * ROUND + n) % len(tasks)] for n in range(ROUND)]


@pytest.fixture(scope="module")
def world() -> Iterator[World]:
    name = f"integrity-{os.getpid()}"
    with World.start([load_site("shopping")], name=name, seed=EDITION.seed) as started:
        yield started


@pytest.fixture(scope="module")
def player(world: World) -> Iterator[OraclePlayer]:
    with OraclePlayer(world) as started:
        yield started


@pytest.fixture(scope="module")
def pristine(world: World, player: OraclePlayer) -> dict[str, Any]:
    """What the world is, and what the oracle sees of a task that writes, before anybody attacked."""
    world.reset()
    digest = world.digests("shopping")
    task = next(task for task in spread() if "writes" in kinds(task))
    played = player.play(task)
    assert played.judgement.passed
    return {"digest": digest, "task": task, "sights": played.digests}


@pytest.mark.timeout(3600 if not SELECTION else 0)
@pytest.mark.parametrize("name", attacker.ATTACKS)
def test_an_attacker_gains_nothing(
    name: str, world: World, player: OraclePlayer, pristine: dict[str, Any], tmp_path: Path
) -> None:
    if name not in INSIDERS and not jail.is_installed():
        pytest.skip("there is no bubblewrap to keep the attacker in")
    run = tmp_path / "run"
    (run / "episodes").mkdir(parents=True)
    (run / "journal.jsonl").write_text("{}\n")
    options = {
        "attack": name,
        "harness": os.getpid(),
        "run": str(run),
        "ports": {
            "http": world.http_port,
            "control": world.endpoints.control.port,
            **{site: one.port for site, one in world.endpoints.databases.items()},
        },
        "files": [str(world._record.path(world.name))],
    }
    for task in tasks_for(list(attacker.ATTACKS).index(name)):
        # it is told the name of its task, which agents are not, and must gain nothing by it
        spec = resolve_agent(str(Path(attacker.__file__)), options=options | {"task": task.id})
        if name in INSIDERS:
            spec = replace(spec, jail="off", user=None)
        agent = AgentProcess(spec, log=run / "agents" / "log")
        try:
            result = run_episode(
                task, trial=0, world=world, browser=player.browser, agent=agent, settings=SETTINGS,
                folder=run / "episodes" / f"{task.id}.0",
            )  # fmt: skip
        finally:
            agent.close()
        REPORT.add("world", name, task.id, gained=result.played.judgement.passed)
        whys = [f"{check.check}: {check.why}" for check in result.played.judgement.checks]
        assert not result.played.judgement.passed, f"{task.id}: {result.line.answer!r:.300}: {whys}"
        said = (run / "agents" / "log").read_text(errors="replace")
        assert "LEAK:" not in said, said[-3000:]
        assert "Traceback" not in said, f"the attack itself broke: {said[-3000:]}"
        shown = [url for url in result.played.outcome.urls if not url.startswith("chrome-error:")]
        assert all(url.startswith("http://shopping.webarium.test") for url in shown)
    assert (run / "journal.jsonl").read_text() == "{}\n"
    world.reset()
    assert world.digests("shopping") == pristine["digest"], "something was left for the next task"


def test_after_all_attacks_the_world_is_as_before(
    world: World, player: OraclePlayer, pristine: dict[str, Any]
) -> None:
    played = player.play(pristine["task"])
    assert played.judgement.passed
    assert played.digests == pristine["sights"]
    assert world.health("shopping")["ready"]
