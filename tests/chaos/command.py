"""The command line as a person runs it: `webarium ...` in a session of its own, watched from outside."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from random import Random

import requests

import docker
from harness.processes import descendants
from sites.spec import ROOT

from .engine import Container, Engine
from .faults import NotYet
from .processes import Process, below, process

TICK = 0.1
LOOK_AT_ENGINE = 10  # ticks between two looks at the engine
WEBARIUM = (sys.executable, "-m", "harness.commands.start")


class CommandFailed(RuntimeError):
    """A command of ours that nothing disturbed did not end with 0."""


def webarium(*words: str, timeout: float = 180.0) -> str:
    """What a command prints.

    Raises:
        CommandFailed: it ended with another code than 0, or not in time.
    """
    try:
        done = subprocess.run(
            [*WEBARIUM, *words], cwd=ROOT, capture_output=True, text=True, timeout=timeout, check=False
        )
    except subprocess.TimeoutExpired as error:
        raise CommandFailed(f"`webarium {' '.join(words)}` did not end within {timeout:.0f} s") from error
    if done.returncode:
        raise CommandFailed(
            f"`webarium {' '.join(words)}` ended with {done.returncode}: {done.stderr.strip()}"
        )
    return done.stdout


class Run:
    """A `webarium eval` that runs; what it starts is remembered.

    Args:
        words: after `webarium`.
        folder: of the run.
        temporary: its TMPDIR.
        output: file that takes what it prints.
        engine: to see its containers.
        world: the one it plays in; None: it makes worlds of its own.
        known: worlds that were there before.
        random: for what is drawn.
    """

    def __init__(
        self,
        words: Sequence[str],
        *,
        folder: Path,
        temporary: Path,
        output: Path,
        engine: Engine,
        world: str | None,
        known: set[str],
        random: Random,
    ) -> None:
        self.folder, self.random, self.output = folder, random, output
        self.processes: set[Process] = set()
        self.volumes: set[str] = set()
        self._engine, self._world, self._known = engine, world, known
        self._site: str | None = None
        self._ticks = 0
        with output.open("wb") as file:
            self._process = subprocess.Popen(
                [*WEBARIUM, *words],
                cwd=ROOT,
                env={**os.environ, "TMPDIR": str(temporary), "COLUMNS": "200"},
                stdin=subprocess.DEVNULL,
                stdout=file,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        if found := process(self._process.pid):
            self.processes.add(found)

    # --- watching --------------------------------------------------------------------------------------

    @property
    def code(self) -> int | None:
        """Its exit code, None while it runs."""
        return self._process.poll()

    def watch(self, seconds: float) -> bool:
        """Look on for so long; True when the run has ended."""
        deadline = time.monotonic() + seconds
        while self.code is None and time.monotonic() < deadline:
            self.look()
            time.sleep(TICK)
        return self.code is not None

    def look(self) -> None:
        """Remember what belongs to the run now."""
        self.processes.update(below(self._process.pid))
        self._ticks += 1
        if self._ticks % LOOK_AT_ENGINE == 1:
            with suppress(docker.errors.DockerException, requests.exceptions.RequestException):
                for container in self._mine():
                    self.volumes |= container.volumes

    def end(self) -> None:
        """kill -9 of all of it."""
        for one in (process(self._process.pid), *self.processes, *below(self._process.pid)):
            if one and one.alive:
                with suppress(ProcessLookupError):
                    os.kill(one.pid, signal.SIGKILL)
        self._process.wait()

    def _mine(self) -> list[Container]:
        return [
            one
            for one in self._engine.containers()
            if (one.world == self._world if self._world else one.world not in self._known)
        ]

    # --- what faults see (faults.Target) ---------------------------------------------------------------

    def run(self) -> int:
        """Process id of `webarium eval`."""
        if self.code is not None:
            raise NotYet
        return self._process.pid

    def process(self, *words: str, without: str = "") -> int:
        """A process below the run whose command line holds all the words; not what it is wrapped in."""
        fitting = [
            one.pid
            for one in below(self.run())
            if all(word in one.command for word in words) and not (without and without in one.command)
        ]
        innermost = [one for one in fitting if not set(fitting) & set(descendants(one))]
        if not innermost:
            raise NotYet
        return self.random.choice(innermost)

    def container(self, part: str | None = None) -> Container:
        """The running container of a site, of `gateway`, or of one site that is drawn."""
        running = {one.part: one for one in self._mine() if one.running}
        wanted = part or self._drawn_site(sorted(set(running) - {"gateway"}))
        self.volumes |= running[wanted].volumes if wanted in running else set()
        if wanted not in running:
            raise NotYet
        return running[wanted]

    def inside(self, part: str | None, *words: str) -> list[int]:
        """Processes of such a container whose command line holds all the words, parents first."""
        pid = self._engine.pid(self.container(part))
        if not pid:
            raise NotYet
        first = process(pid)
        fitting = [
            one.pid for one in [first, *below(pid)] if one and all(word in one.command for word in words)
        ]
        if not fitting:
            raise NotYet
        return fitting

    def kill_container(self, part: str | None, *, remove: bool = False) -> None:
        """kill -9 of such a container."""
        self._engine.kill(self.container(part), remove=remove)

    def _drawn_site(self, running: list[str]) -> str:
        if self._site is None and running:
            self._site = self.random.choice(running)
        return self._site or ""
