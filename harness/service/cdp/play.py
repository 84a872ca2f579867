"""``webarium play TASK --cdp``: one episode whose browser others drive, in an ordinary run."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from harness.agents.naming import AgentSpec
from harness.agents.told import in_words
from harness.browser.chromium import Browser
from harness.episode.answers import answer_format
from harness.episode.engine import Episode
from harness.episode.settings import EpisodeSettings
from harness.jsonio import write_json
from harness.run.interrupts import SIGNALS
from harness.run.models import JournalLine
from harness.service.cdp.bridge import Bridge
from harness.service.cdp.desk import OVER, Desk
from harness.service.cdp.recorder import Recorder, target_of
from harness.service.cdp.rules import Scope
from harness.service.foreign_run import ForeignRun
from reset.world import World
from sites.spec import load_site
from tasks.editions import split_id
from tasks.model import Task

REFUSED = "cdp.json"
"""In the episode's folder: what was refused, and what was answered without being carried out."""
MOST_REFUSED = 1000
LONGEST_METHOD = 100
Tell = Callable[[dict[str, Any]], None]


@dataclass(frozen=True)
class PlaySettings:
    """What is played.

    Args:
        task: which.
        folder: of the run; one that exists is continued with the task's next trial.
        agent: who plays, for reports.
        episode: settings of the episode.
        world: name of a running world to use and leave running; None starts one of our own.
        port: of the address; 0 takes a free one.
    """

    task: Task
    folder: Path
    agent: str
    episode: EpisodeSettings
    world: str | None = None
    port: int = 0


def play(settings: PlaySettings, ready: Tell) -> JournalLine:
    """Play one episode.

    Args:
        settings: what is played.
        ready: told where clients connect and what is asked, when they can.

    Returns:
        The line of the journal.

    Raises:
        WebariumError: when the sandbox failed.
        Exception: whatever else broke the episode; the journal has it as an error, too.
    """
    task = settings.task
    run = ForeignRun(settings.folder, AgentSpec(settings.agent, [], jail="off"), episode=settings.episode)
    try:
        with _world(settings) as world:
            run.begin(task, settings.world or world.name)
            trial = run.next_trial(task)
            try:
                line = _episode(settings, world, run, trial, ready)
            except Exception as error:  # an episode that broke is in the journal, whatever broke it
                run.fail(task, trial, getattr(error, "message", f"{type(error).__name__}: {error}"))
                raise
            run.add(line)
            return line
    finally:
        run.close()


@contextmanager
def _world(settings: PlaySettings) -> Iterator[World]:
    if settings.world:
        yield World.attach(settings.world)
        return
    sites = [load_site(site) for site in settings.task.sites]
    seed = split_id(settings.task.id)[2].seed
    with World.start(sites, name=f"play-{os.getpid()}", seed=seed) as world:
        yield world


def _episode(settings: PlaySettings, world: World, run: ForeignRun, trial: int, ready: Tell) -> JournalLine:
    task, recorders, noted = settings.task, list[Recorder](), Noted()
    place = settings.folder / "episodes" / f"{task.id}.{trial}"
    with (
        Browser(world.resolver_rules(), shared=True) as browser,
        Episode(
            task,
            trial=trial,
            world=world,
            browser=browser,
            settings=settings.episode,
            folder=place,
            on_act=lambda page, act: recorders[0].acted(page, act) if recorders else None,
        ) as episode,
    ):
        run.note_browser({"browser": browser.version, "protection": str(browser.protection)})
        episode.begin()
        assert browser.door is not None
        env = episode.env
        info = target_of(env.tabs.front)
        scope = Scope(info["browserContextId"], {target_of(page)["targetId"] for page in env.tabs.pages})
        desk = Desk(env.context)
        recorders.append(Recorder(episode, desk))
        told = message_of(task, settings.episode)
        with (
            Bridge(browser.door, scope, desk, told, note=noted.note, port=settings.port) as bridge,
            _ended_by_signals(desk),
        ):
            where = {"cdp": f"http://{bridge.address}", "ws": f"ws://{bridge.address}"}
            ready(told | where | {"tools": bridge.tools(info["targetId"])})
            recorders[0].play()
        if episode.record.work:
            write_json(episode.record.work / REFUSED, noted.rows())
        episode.end()
        played = episode.judge()
        return episode.record.line(
            played.outcome, played.judgement, trial=trial, agent=settings.agent, config=run.config
        )


def message_of(task: Task, settings: EpisodeSettings) -> dict[str, Any]:
    """What a player is told of the task."""
    told = answer_format(task, settings.answer_format)
    return {
        "intent": task.intent,
        "answer_format": told,
        "goal": f"{task.intent}\n\n{in_words(told)}".strip(),
        "start": list(task.start),
        "window": settings.of(task).view.window.to_json(),
        "limits": settings.limits.to_json(),
    }


class Noted:
    """What the bridge refused, and how often."""

    def __init__(self) -> None:
        self._counts: dict[tuple[str, str], int] = {}

    def note(self, method: str, why: str) -> None:
        """One more; called in the bridge's thread."""
        key = (method[:LONGEST_METHOD], why)
        if key in self._counts or len(self._counts) < MOST_REFUSED:
            self._counts[key] = self._counts.get(key, 0) + 1

    def rows(self) -> list[dict[str, Any]]:
        """For the episode's folder."""
        found = list(self._counts.items())
        return [{"method": method, "why": why, "count": count} for (method, why), count in found]


@contextmanager
def _ended_by_signals(desk: Desk) -> Iterator[None]:
    """Ctrl-C and its like end the playing in order: the episode is judged as it stands."""
    before = {}
    with suppress(ValueError):  # only the main thread hears of signals
        for number in SIGNALS:
            if signal.getsignal(number) != signal.SIG_IGN:
                before[number] = signal.signal(number, lambda *_: desk.ask(OVER, "agent_gone: it was ended"))
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
