"""The ways to play: each carries out recorded actions and leaves an ordinary run."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import anyio
from mcp import Client, StdioServerParameters, stdio_client
from playwright.sync_api import sync_playwright

from harness.run.models import JournalLine
from harness.run.reader import RunFolder
from reset.places import hidden
from sites.spec import ROOT
from tests.parity.script import Script, over_cdp
from tests.serving import Served

SECONDS = 1800.0


@dataclass(frozen=True)
class Episode:
    """What ``eval`` recorded: who played, the actions and their elements, and what became of it."""

    agent: str
    task: str
    intent: str
    actions: tuple[dict[str, Any], ...]
    line: JournalLine
    targets: tuple[dict[str, Any] | None, ...]


@dataclass(frozen=True)
class Place:
    """Where a way to play is tried.

    Args:
        folder: its own.
        world: a running one with the sites of all tasks.
    """

    folder: Path
    world: str


Lines = list[JournalLine]
Channel = Callable[[Sequence[Episode], Place], Lines]
CHANNELS: dict[str, Channel] = {}
"""By name. A line for each episode, in order."""


def channel(play: Channel) -> Channel:
    """Make it known by the name of its function."""
    CHANNELS[play.__name__.replace("_", " ")] = play
    return play


@channel
def service(episodes: Sequence[Episode], place: Place) -> Lines:
    """Over HTTP, with clients/python."""
    with _served(episodes, place) as served:
        for one in episodes:
            with served.env() as env:
                env.reset(one.task)
                for action in one.actions:
                    env.step(action)
    return _lines(place.folder / "run", episodes)


@channel
def openenv(episodes: Sequence[Episode], place: Place) -> Lines:
    """OpenEnv's client over a WebSocket."""
    return _plugged("openenv", "webarium_openenv", episodes, place)


@channel
def inspect(episodes: Sequence[Episode], place: Place) -> Lines:
    """Inspect's agent with tools."""
    return _plugged("inspect", "inspect_webarium", episodes, place, str(place.folder / "log"))


@channel
def browsergym(episodes: Sequence[Episode], place: Place) -> Lines:
    """BrowserGym's actions and observations over the service."""
    return _plugged("browsergym", "browsergym.webarium", episodes, place)


@channel
def mcp(episodes: Sequence[Episode], place: Place) -> Lines:
    """A client of the Model Context Protocol."""
    anyio.run(_play_mcp, episodes, place)
    return _lines(place.folder / "run", episodes)


@channel
def cdp(episodes: Sequence[Episode], place: Place) -> Lines:
    """A Playwright script in a browser of ours, over CDP."""
    with sync_playwright() as playwright:
        for one in episodes:
            with over_cdp(place.folder / "run", one.task, "--world", place.world) as told:
                browser = playwright.chromium.connect_over_cdp(told["cdp"])
                script = Script(browser.contexts[0], told)
                for action, target in zip(one.actions, one.targets, strict=True):
                    if action["name"] in ("stop", "say"):
                        script.tell(action)
                    else:
                        script.do(action, target or {})
                browser.close()
    return _lines(place.folder / "run", episodes)


async def _play_mcp(episodes: Sequence[Episode], place: Place) -> None:
    command = [
        "-m",
        "harness.commands.start",
        "mcp",
        "--run",
        str(place.folder / "run"),
        *_options(episodes, place),
    ]
    server = StdioServerParameters(command=sys.executable, args=command, env=dict(os.environ), cwd=ROOT)
    with (place.folder / "said").open("w") as said:
        async with Client(stdio_client(server, errlog=said)) as client:
            for one in episodes:
                await client.call_tool("begin", {"task": one.task})
                for action in one.actions:
                    if action["name"] != "stop":
                        told = await client.call_tool("act", {"actions": [action]})
                        assert not told.is_error, told.content
                        continue
                    await client.call_tool("finish", {k: v for k, v in action.items() if k != "name"})


def _plugged(name: str, package: str, episodes: Sequence[Episode], place: Place, *more: str) -> Lines:
    """A plug-in in its own environment, by a module of its package."""
    python = hidden(name) / "bin" / "python"
    with _served(episodes, place) as served:
        called = {row["intent"]: row["task"] for row in served.env().tasks()}
        rows = [{"task": called[e.intent], "intent": e.intent, "actions": e.actions} for e in episodes]
        file = place.folder / "episodes.json"
        file.write_text(json.dumps(rows))
        there = {"WEBARIUM_SERVICE": served.url, "WEBARIUM_SERVICE_TOKEN": served.token}
        command = [str(python), "-m", f"{package}.replay", str(file), *more]
        subprocess.run(command, env=os.environ | there, check=True, timeout=SECONDS)
    return _lines(place.folder / "run", episodes)


def _served(episodes: Sequence[Episode], place: Place) -> Served:
    return Served(place.folder / "run", *_options(episodes, place))


def _options(episodes: Sequence[Episode], place: Place) -> list[str]:
    tasks = sorted({one.task for one in episodes})
    trials = max(sum(one.task == task for one in episodes) for task in tasks)
    return ["--tasks", ",".join(tasks), "--trials", str(trials), "--world", place.world]


def _lines(run: Path, episodes: Sequence[Episode]) -> Lines:
    """Those of the episodes, which are the trials of their tasks in order."""
    by = {(line.task_id, line.trial): line for line in RunFolder(run).lines.values()}
    found, played = [], dict[str, int]()
    for one in episodes:
        trial = played.get(one.task, 0)
        played[one.task] = trial + 1
        found.append(by[one.task, trial])
    return found
