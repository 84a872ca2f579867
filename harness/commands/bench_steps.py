"""Whole steps of ours beside BrowserGym's: the same actions on the same world, a picture each time, in turns.

The oracle plays tasks of a site until enough actions are recorded. Each episode is then replayed by both
sides, in turns: the world is reset, the start page opened, and each action carried out up to the next
observation, with all that BrowserGym gives (ours: tree and elements, HTML, picture of the window). Only steps
are timed. BrowserGym lives in an environment of its own, as for ``harness.commands.bench_observations``.
"""

from __future__ import annotations

import resource
import statistics
import tempfile
import time
from functools import partial
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from harness.agents.naming import resolve_agent
from harness.agents.protocol import Observation
from harness.agents.replay import relocate
from harness.browser.chromium import Browser
from harness.browser.environment import Environment
from harness.browser.executor import ActionError
from harness.commands.bench_observations import BESIDE, Peer, browsergym_python, world_of
from harness.episode.stage import Stage
from harness.run.reader import RunFolder
from harness.run.runner import Runner
from harness.run.settings import RunSettings
from reset.world import World
from sites.errors import WebariumError
from tasks.actions import parse_action
from tasks.loader import load_tasks
from tasks.model import Task

_RESET = "reset the world and try again; see: webarium doctor"

ACTIONS = 200
_BOTH = ("click", "type", "select", "hover", "press", "goto", "go_back")
"""Actions that both sides know by the same words; which tab is in front BrowserGym finds out by itself."""


def measure(
    name: str, python: Path | None = None, *, actions: int = ACTIONS, world: str | None = None
) -> dict[str, Any]:
    """Measure both on tasks of a site.

    Args:
        name: of the site.
        python: of the environment that has BrowserGym and our plug-in; without, that of ``make browsergym``.
        actions: how many to replay.
        world: name of a running world to use; one of our own without.

    Returns:
        ``site``, ``actions``, ``tasks`` (how many they are of); for ``webarium`` and ``browsergym`` each
        ``steps_per_second``, ``step_median`` and ``step_p95`` (s); ``ratio`` of the steps a second;
        of the oracle's run that recorded them ``tasks_per_minute`` of its one worker, and
        ``processor_per_task`` (s, of harness, agent and browser); ``resets_per_second`` and
        ``world_memory`` (bytes).

    Raises:
        WebariumError: there is no BrowserGym, the site has too few such tasks, or an action did nothing.
    """
    python = browsergym_python(python)
    with world_of(name, world) as running, tempfile.TemporaryDirectory(prefix="webarium-bench-") as place:
        episodes, facts = _recorded(name, running, Path(place) / "run", actions)
        with (
            Browser(running.resolver_rules()) as browser,
            Peer(python, name, running.name) as peer,
        ):
            times: dict[str, list[float]] = {"webarium": [], "browsergym": []}
            resets: list[float] = []
            for number, (task, steps) in enumerate(episodes):
                # the peer first: what it began to get ready ends with that
                sides = [
                    ("browsergym", partial(peer.replay, task.id, steps)),
                    ("webarium", partial(_ours, browser, running, task, steps, resets)),
                ]
                for side, play in sides if number % 2 == 0 else sides[::-1]:
                    times[side] += play()
        memory = sum(running.memory().values())
    found: dict[str, Any] = {"site": name, "actions": len(times["webarium"]), "tasks": len(episodes), **facts}
    for side, seconds in times.items():
        found[side] = {
            "steps_per_second": round(len(seconds) / sum(seconds), 2),
            "step_median": round(statistics.median(seconds), 3),
            "step_p95": round(statistics.quantiles(seconds, n=20, method="inclusive")[-1], 3),
        }
    found["ratio"] = round(sum(times["browsergym"]) / sum(times["webarium"]), 2)
    found["resets_per_second"] = round(len(resets) / sum(resets), 2)
    found["world_memory"] = memory
    return found


def show(found: dict[str, Any]) -> None:
    """Print what ``measure`` returned."""
    console = Console(highlight=False, soft_wrap=True)
    title = f"the same {found['actions']} actions of {found['tasks']} tasks on {found['site']}, pictures on"
    console.print(title)
    table = Table(box=None)
    table.add_column("way")
    for column in ("steps/s", "median s", "p95 s"):
        table.add_column(column, justify="right")
    for side, title in (("webarium", "Webarium"), ("browsergym", "BrowserGym")):
        row = found[side]
        table.add_row(title, *(str(row[key]) for key in ("steps_per_second", "step_median", "step_p95")))
    console.print(table)
    console.print(f"{found['ratio']} times as many steps a second as BrowserGym")
    console.print(
        f"resets: {found['resets_per_second']} a second; the oracle: {found['tasks_per_minute']} tasks a"
        f" minute with one worker, {found['processor_per_task']} s of processor a task beside the site's own;"
        f" memory of the world: {found['world_memory'] / 1e6:.0f} MB"
    )


def _recorded(
    name: str, world: World, folder: Path, actions: int
) -> tuple[list[tuple[Task, list[dict[str, Any]]]], dict[str, Any]]:
    """Episodes of the oracle with as many actions as are wanted, and how quick it was."""
    tasks = [task for task in load_tasks(name) if task.sites == [name] and not task.events]
    found: list[tuple[Task, list[dict[str, Any]]]] = []
    count, played, seconds, processor = 0, 0, 0.0, 0.0
    while count < actions and tasks:
        some, tasks = tasks[:10], tasks[10:]
        settings = RunSettings(
            folder=folder.with_name(f"{folder.name}-{played}"),
            tasks=some,
            agent=resolve_agent("oracle"),
            world=world.name,
        )
        before, began = _processor(), time.monotonic()
        Runner(settings).run()
        seconds += time.monotonic() - began
        processor += _processor() - before
        played += len(some)
        run = RunFolder(settings.folder)
        done = {line.task_id: _actions([one.to_json() for one in run.steps(line)]) for line in run.finished}
        for task in some:
            steps = [
                one for one in done.get(task.id, []) if one["action"] and one["action"]["name"] != "stop"
            ]
            if count < actions and steps and all(one["action"]["name"] in _BOTH for one in steps):
                found.append((task, steps[: actions - count]))
                count += len(found[-1][1])
    if count < actions:
        raise WebariumError(
            f"the tasks of {name} alone have {count} actions that BrowserGym knows, not {actions}",
            remedy="measure another site, or fewer with --rounds",
        )
    facts = {
        "tasks_per_minute": round(60 * played / seconds, 1),
        "processor_per_task": round(processor / played, 2),
    }
    return found, facts


def _actions(steps: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The actions of an episode before its last word; none where BrowserGym does not know one of them."""
    acted = [one for one in steps if one["action"] and one["action"]["name"] != "stop"]
    return acted if all(one["action"]["name"] in _BOTH for one in acted) else []


def _ours(
    browser: Browser, world: World, task: Task, steps: list[dict[str, Any]], resets: list[float]
) -> list[float]:
    """Seconds of each step, up to its whole observation."""
    began = time.perf_counter()
    world.reset()
    resets.append(time.perf_counter() - began)
    env = Environment(
        browser,
        at_once=BESIDE,
        cookies=Stage(task, world).cookies(),
        set_world_clock=partial(world.set_clock, sites=task.sites),
    )
    times = []
    try:
        env.open(task.start)
        seen = _all_of(env)
        for step in steps:
            action = parse_action(relocate(step["action"], step["target"], seen))
            began = time.perf_counter()
            env.act(action)
            seen = _all_of(env)
            times.append(time.perf_counter() - began)
    except ActionError as error:
        raise WebariumError(f"{task.id} cannot be replayed: {error.reason}", remedy=_RESET) from error
    finally:
        env.close()
        world.release()  # the peer's turn
    return times


def _all_of(env: Environment) -> Observation:
    """As much as BrowserGym gives."""
    sight = env.observe()
    if not env.html() or not env.screenshot():
        raise WebariumError(f"{sight.observation.url} cannot be observed", remedy=_RESET)
    return sight.observation


def _processor() -> float:
    """Seconds of processor of this process and of all that have ended below it."""
    return sum(
        one.ru_utime + one.ru_stime
        for one in (resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN))
    )
