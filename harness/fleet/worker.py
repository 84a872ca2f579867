"""A worker: a process with a world, a browser and an agent of its own, which plays the episodes it is given.

It speaks with the runner over a pipe: ``episode`` and ``quit`` come in; ``ready``, ``begun``, ``beat``,
``says``, ``tells`` (of an agent at the runner's side), ``done``, ``trouble``, ``full``, ``away`` and
``broken`` go out. It dies with the runner. Whatever
fails around an episode is reported as trouble and mended before the next one; the runner decides whether to
try again. An engine that went away is waited for first: without it, no attempt can come to anything.
"""

from __future__ import annotations

import errno
import gc
import importlib
import multiprocessing
import os
import threading
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from harness import processes
from harness.agents.naming import AgentSpec
from harness.agents.process import AgentProcess
from harness.episode.agent_loop import play_agent, run_episode
from harness.episode.engine import Episode
from harness.episode.mend import mend, pristine_digests
from harness.episode.settings import EpisodeSettings
from harness.episode.trouble import AgentTrouble, TaskFault
from sites.errors import WebariumError
from sites.seeds import DEFAULT_SEED, Seed

REAL_WORLD = "harness.fleet.worker:real_world"
FULL = (errno.ENOSPC, errno.EDQUOT)
BROWSER_EPISODES = 200  # that one browser plays
GC_OBJECTS = 20_000  # that come to be between two looks for cycles
MEND_SECONDS = 600.0  # to revive what died in a world
ENGINE_SECONDS = 300.0  # for an engine to come back
ENGINE_TIMES = 3  # that it may go away again while a world is mended
ENGINE_PAUSE = 1.0  # between two looks whether it has


@dataclass(frozen=True)
class WorkerSettings:
    """All a worker needs to know.

    Args:
        number: of the worker, from 0.
        run: the run's folder.
        sites: names of the sites its world needs.
        world: name of its world.
        agent: what to run.
        episode: settings of each episode.
        seed: what the data of a world that is started anew is made from.
        factory: ``module:function`` that makes the world from these settings.
        owner: with whom a world ends that is started anew (``reset.owners``); None for a person's world,
            which is neither started nor closed here.
    """

    number: int
    run: Path
    sites: list[str]
    world: str
    agent: AgentSpec
    episode: EpisodeSettings = field(default_factory=EpisodeSettings)
    seed: Seed = DEFAULT_SEED
    factory: str = REAL_WORLD
    owner: str | None = None


def real_world(settings: WorkerSettings) -> Any:
    """The world of this name, which the runner has started.

    One of the run's own is started again where it is gone, or lacks a site of which there are images by now.
    """
    from reset.world import World, remove
    from sites.spec import load_site

    try:
        world = World.attach(settings.world)
    except WebariumError:
        if settings.owner is None:
            raise
    else:
        if settings.owner is None:
            world.hold()  # or every episode would tell it
            return world
        if set(settings.sites) <= {site.name for site in world.sites}:
            return world
        world.detach()
    remove(settings.world)  # what is left of it stands in the way of the next one
    sites = [load_site(name) for name in settings.sites]
    return World.start(sites, name=settings.world, seed=settings.seed, owner=settings.owner)


def _engine_away(world: str) -> bool:
    from reset.world import engine_away

    return engine_away(world)


def main(pipe: Connection, settings: WorkerSettings) -> None:
    """Run a worker until it is told to quit; the target of the runner's processes."""
    work(pipe, settings, Worker)


def work(pipe: Connection, settings: WorkerSettings, kind: Callable[..., Worker]) -> None:
    """The whole life of a worker's process.

    Args:
        pipe: to the runner.
        settings: of the worker.
        kind: makes the worker, as ``Worker`` does.
    """
    processes.leave_terminal()
    processes.adopt_orphans()
    threading.Thread(target=_follow_runner, daemon=True).start()
    worker = kind(
        settings,
        beat=lambda *what: pipe.send(("beat", *what)),
        say=lambda text: pipe.send(("says", text)),
    )
    try:
        try:
            pipe.send(("ready", worker.prepare()))
        except WebariumError as error:
            pipe.send(("broken", error.message, error.remedy))
            return
        while True:
            message = pipe.recv()
            if message[0] == "quit":
                break
            if message[0] != "episode":  # to an agent whose episode is over
                continue
            _, task, trial = message
            pipe.send(("begun", task.id, trial))
            pipe.send(worker.play(task, trial))
    except (EOFError, BrokenPipeError, KeyboardInterrupt):
        return
    finally:
        worker.close()
        processes.end_below(os.getpid())


def _follow_runner() -> None:
    """When the runner dies, die too, with all that was started here."""
    runner = multiprocessing.parent_process()
    if runner:
        runner.join()
        processes.end_below(os.getpid())
        os._exit(1)


Beat = Callable[[str, float, int | None], None]
"""Told what begins, how many seconds it may take at most, and the agent's process id."""


class Worker:
    """World, browser and agent of one worker, started when first needed and again when broken."""

    def __init__(
        self, settings: WorkerSettings, *, beat: Beat | None = None, say: Callable[[str], None] | None = None
    ) -> None:
        self.settings = settings
        self._beat = beat or (lambda doing, seconds, agent: None)
        self._say = say or (lambda text: None)
        self._world: Any = None
        self._browser: Any = None
        self._agent: AgentProcess | None = None
        self._pristine: dict[str, str] | None = None
        self._played = 0
        self.log = settings.run / "agents" / f"worker-{settings.number}.log"
        self.details = settings.run / "workers" / f"worker-{settings.number}.log"

    def prepare(self) -> dict[str, Any]:
        """Start world and browser.

        Returns:
            ``browser`` (its version), how far it is shut in (``protection``), what it is ``lacking`` there,
            and ``world`` (its name).

        Raises:
            WebariumError: when one does not start.
        """
        module, _, function = self.settings.factory.partition(":")
        if self._world is None:
            self._world = getattr(importlib.import_module(module), function)(self.settings)
            if self.settings.episode.check_resets and self._pristine is None:
                self._pristine = pristine_digests(self._world, self.settings.sites)
        if self._browser is None:
            from harness.browser.chromium import Browser

            self._browser = Browser(self._world.resolver_rules())
            gc.collect()
            gc.freeze()  # what is loaded by now stays, and need not be looked through for cycles again
            gc.set_threshold(GC_OBJECTS, 20, 20)
        return {
            "browser": self._browser.version,
            "protection": str(self._browser.protection),
            "lacking": self._browser.protection.lacking,
            "world": self.settings.world,
        }

    def play(self, task: Any, trial: int) -> tuple[Any, ...]:
        """One episode.

        Returns:
            ``("done", line)``, ``("full", text)`` where the disk is full, ``("away", text)`` where the engine
            does not come back, or ``("trouble", task id, trial, message, whether trying again may help)``: it
            may unless the task itself is wrong.
        """
        folder = self.settings.run / "episodes" / f"{task.id}.{trial}"
        folder.parent.mkdir(parents=True, exist_ok=True)
        try:
            self.prepare()
            result = run_episode(
                task,
                trial=trial,
                world=self._world,
                browser=self._browser,
                agent=self._running_agent(),
                settings=self.settings.episode,
                folder=folder,
                pristine=self._pristine,
                on_phase=self._tell,
                play=self._let_play,
            )
            self._played += 1
            if self._played % BROWSER_EPISODES == 0:  # what a browser gathers goes with it
                self._drop_browser()
            return "done", result.line
        except AgentTrouble as error:
            self._drop_agent()
            return "trouble", task.id, trial, error.message, True
        except TaskFault as error:  # the world is well, and another attempt would end the same
            self._drop_agent()
            return "trouble", task.id, trial, error.message, False
        except WebariumError as error:
            return self._after(task.id, trial, error.message)
        except Exception as error:  # whatever it is, the run goes on and says what it was
            if isinstance(error, OSError) and error.errno in FULL:
                return "full", error.strerror
            self._note(error)
            where = traceback.extract_tb(error.__traceback__)[-1]
            text = f"{type(error).__name__}: {error} ({Path(where.filename).name}, line {where.lineno})"
            return self._after(task.id, trial, text)

    def close(self) -> None:
        """End agent and browser; the runner closes worlds."""
        self._drop_agent()
        self._drop_browser()

    def _tell(self, doing: str, seconds: float) -> None:
        self._beat(doing, seconds, self._agent.pid if self._agent and self._agent.running else None)

    def _let_play(self, episode: Episode, agent: AgentProcess) -> None:
        play_agent(episode, agent)

    def _running_agent(self) -> AgentProcess:
        if self._agent is None or not self._agent.running:
            self._drop_agent()
            self._agent = AgentProcess(self.settings.agent, log=self.log)
        return self._agent

    def _after(self, task_id: str, trial: int, text: str) -> tuple[Any, ...]:
        """What to report of trouble, once world and browser are mended as far as they can be."""
        for _ in range(ENGINE_TIMES):
            if not self._engine_back():
                return "away", f"The container engine has not answered for {ENGINE_SECONDS / 60:.0f} minutes"
            if self._mend():
                break
        return "trouble", task_id, trial, text, True

    def _engine_back(self) -> bool:
        """Wait for an engine that is away: without it, every further attempt would be lost, too."""
        if self.settings.factory != REAL_WORLD or not _engine_away(self.settings.world):
            return True
        self._tell("site: wait for the engine", ENGINE_SECONDS)
        until = time.monotonic() + ENGINE_SECONDS
        self._say(
            "the container engine does not answer; the run waits for it, "
            f"{ENGINE_SECONDS / 60:.0f} minutes at most"
        )
        while time.monotonic() < until:
            time.sleep(ENGINE_PAUSE)
            if not _engine_away(self.settings.world):
                self._say("the container engine answers again; the run goes on")
                return True
        return False

    def _mend(self) -> bool:
        """After trouble: a new agent and a new browser; dead containers are revived, else a new world.

        False where the engine went away meanwhile, so that nobody knows what is left of the world.
        """
        self._drop_agent()
        self._drop_browser()
        self._tell("site: mend", MEND_SECONDS)
        world = self._world
        try:
            mend(world, self.settings.sites)
        except Exception as failure:
            self._note(failure)
            if self.settings.factory == REAL_WORLD and _engine_away(self.settings.world):
                return False
            with suppress(Exception):
                world.detach() if self.settings.owner is None else world.close()
            self._world = None
        return True

    def _note(self, error: Exception) -> None:
        """Keep the details of an error that a sentence does not tell."""
        with suppress(OSError):
            self.details.parent.mkdir(parents=True, exist_ok=True)
            with self.details.open("a", encoding="utf-8", errors="backslashreplace") as file:
                file.writelines(traceback.format_exception(error))

    def _drop_agent(self) -> None:
        if self._agent:
            self._agent.close()
            self._agent = None

    def _drop_browser(self) -> None:
        if self._browser:
            with suppress(Exception):
                self._browser.close()
            self._browser = None
