"""A worker: a process with a world, a browser and an agent of its own, which plays the episodes it is given.

It speaks with the runner over a pipe: ``episode`` and ``quit`` come in; ``ready``, ``begun``, ``done``,
``trouble`` and ``broken`` go out. It dies with the runner. Whatever fails around an episode is reported as
trouble and mended before the next one; the runner decides whether to try again.
"""

from __future__ import annotations

import importlib
import os
import signal
import sys
import traceback
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from harness.agents.process import AgentProcess, AgentSpec
from harness.episode import AgentTrouble, EpisodeSettings, run_episode
from sites.errors import WebariumError

REAL_WORLD = "harness.worker:real_world"


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
        factory: ``module:function`` that makes the world from these settings.
    """

    number: int
    run: Path
    sites: list[str]
    world: str
    agent: AgentSpec
    episode: EpisodeSettings = field(default_factory=EpisodeSettings)
    factory: str = REAL_WORLD


def real_world(settings: WorkerSettings) -> Any:
    """The world of this name; the runner has started it. One that is gone is started again."""
    from reset.world import World
    from sites.spec import load_site

    try:
        return World.attach(settings.world)
    except WebariumError:
        return World.start([load_site(name) for name in settings.sites], name=settings.world)


def main(pipe: Connection, settings: WorkerSettings) -> None:
    """Run a worker until it is told to quit; the target of the runner's processes."""
    _die_with_parent()
    os.setsid()  # an interrupt at the terminal is the runner's to handle
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    worker = Worker(settings)
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
            _, task, trial = message
            pipe.send(("begun", task.id, trial))
            pipe.send(worker.play(task, trial))
    except (EOFError, BrokenPipeError, KeyboardInterrupt):
        return
    finally:
        worker.close()


class Worker:
    """World, browser and agent of one worker, started when first needed and again when broken."""

    def __init__(self, settings: WorkerSettings) -> None:
        self.settings = settings
        self._world: Any = None
        self._browser: Any = None
        self._agent: AgentProcess | None = None
        self._volatile: dict[str, list[str]] = {}
        self._pristine: dict[str, str] | None = None
        self.log = settings.run / "agents" / f"worker-{settings.number}.log"

    def prepare(self) -> dict[str, Any]:
        """Start world and browser.

        Returns:
            ``browser`` (its version) and ``world`` (its name).

        Raises:
            WebariumError: when one does not start.
        """
        module, _, function = self.settings.factory.partition(":")
        if self._world is None:
            self._world = getattr(importlib.import_module(module), function)(self.settings)
            if self.settings.episode.check_resets and self._pristine is None:
                self._pristine = {site: self._world.digest(site) for site in self.settings.sites}
        if self._browser is None:
            from harness.browser import Browser

            self._browser = Browser(self._world.resolver_rules())
        self._volatile = volatile_selectors(self.settings.sites)
        return {"browser": self._browser.version, "world": self.settings.world}

    def play(self, task: Any, trial: int) -> tuple[Any, ...]:
        """One episode.

        Returns:
            ``("done", line)`` or ``("trouble", task id, trial, message, whether trying again may help)``.
        """
        folder = self.settings.run / "episodes" / f"{task.id}.{trial}"
        folder.parent.mkdir(parents=True, exist_ok=True)
        log_from = self.log.stat().st_size if self.log.is_file() else 0
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
                volatile=self._volatile,
                pristine=self._pristine,
            )
            self._keep_log(folder, log_from)
            return "done", result.line
        except AgentTrouble as error:
            self._drop_agent()
            return "trouble", task.id, trial, error.message, False
        except WebariumError as error:
            self._mend(error)
            return "trouble", task.id, trial, error.message, True
        except Exception as error:  # whatever it is, the run goes on and says what it was
            traceback.print_exc(file=sys.stderr)
            where = traceback.extract_tb(error.__traceback__)[-1]
            self._mend(error)
            text = f"{type(error).__name__}: {error} ({Path(where.filename).name}, line {where.lineno})"
            return "trouble", task.id, trial, text, True

    def close(self) -> None:
        """End agent and browser; the runner closes worlds."""
        self._drop_agent()
        self._drop_browser()

    def _running_agent(self) -> AgentProcess:
        if self._agent is None or not self._agent.running:
            self._drop_agent()
            self._agent = AgentProcess(self.settings.agent, log=self.log)
        return self._agent

    def _mend(self, error: Exception) -> None:
        """After trouble: a new agent and a new browser; dead containers are revived, else a new world."""
        self._drop_agent()
        self._drop_browser()
        world = self._world
        if not callable(getattr(world, "revive", None)):
            return
        try:
            world.revive()
            for site in self.settings.sites:
                if not world.health(site).get("ready"):
                    world.revive(site)
            world.reset()
        except Exception:
            traceback.print_exc(file=sys.stderr)
            with suppress(Exception):
                world.close()
            self._world = None

    def _drop_agent(self) -> None:
        if self._agent:
            self._agent.close()
            self._agent = None

    def _drop_browser(self) -> None:
        if self._browser:
            with suppress(Exception):
                self._browser.close()
            self._browser = None

    def _keep_log(self, folder: Path, log_from: int) -> None:
        if not self.log.is_file():
            return
        with self.log.open("rb") as file:
            file.seek(log_from)
            said = file.read(1_000_000)
        if said:
            (folder / "agent.log").write_bytes(said)


def volatile_selectors(sites: list[str]) -> dict[str, list[str]]:
    """CSS selectors that digests leave out, by host."""
    from sites.spec import load_site

    found = {}
    for name in sites:
        try:
            site = load_site(name)
        except WebariumError:  # a stand-in of the tests
            continue
        if site.volatile:
            found[site.host] = list(site.volatile)
    return found


def _die_with_parent() -> None:
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(1, signal.SIGKILL, 0, 0, 0)  # PR_SET_PDEATHSIG
