"""Workers as processes of this machine: started, listened to, and ended with all that they started.

A worker tells what it begins and how many seconds that may take. One that lets them pass is ended, and what
it was doing says whose fault it was: of an agent that hangs, only the agent is ended, and its episode goes on
to its verdict.
"""

from __future__ import annotations

import hashlib
import multiprocessing
import os
import time
from collections.abc import Callable, Iterable
from concurrent import futures
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from typing import Any, Literal

from harness import processes
from harness.browser.executable import executable_for
from harness.fleet import worker
from harness.fleet.coming import ComingImages
from harness.fleet.worker import REAL_WORLD, WorkerSettings
from harness.run.models import Key
from harness.run.settings import Progress, RunSettings
from reset import owners
from sites.errors import WebariumError
from tasks.model import Task

START_SECONDS = 900.0
"""For a world and a browser to start, anew too where they broke."""
GRACE_SECONDS = 30.0
"""Beyond what a worker said that it needs."""
QUIT_SECONDS = 15.0
END_SECONDS = 5.0
LOOK_SECONDS = 0.5
"""Between two looks at what images say while worlds start."""
RESTARTS = 3
"""Of a worker that dies without finishing anything, in whatever fleet."""

Target = Callable[[Connection, WorkerSettings], None]


@dataclass
class LocalWorker:
    """A worker and what is known of it.

    Attributes:
        doing: what it said last that it does, such as ``browser: act``.
        due: when it must have said more, by the monotonic clock.
        job: the episode it has.
        sites: what its world has.
        agent: process id of its agent.
        fruitless: how many workers in a row died in its place without finishing anything.
        blame: why it was ended.
    """

    number: int
    process: Any
    pipe: Connection
    due: float
    sites: frozenset[str] = frozenset()
    doing: str = "site: start"
    allowed: float = START_SECONDS
    ready: bool = False
    job: Key | None = None
    agent: int | None = None
    fruitless: int = 0
    blame: str = ""

    @property
    def busy(self) -> bool:
        """Whether something is expected of it."""
        return self.job is not None or not self.ready

    def begins(self, doing: str, seconds: float) -> None:
        """It told what it does now, and how long that may take."""
        self.doing, self.allowed = doing, seconds
        self.due = time.monotonic() + seconds + GRACE_SECONDS


@dataclass(frozen=True)
class Event:
    """What became of a worker, which is a ``LocalWorker`` or another fleet's own.

    ``kind``: ``ready`` (data: what it runs on), ``begun``, ``tells`` (a message to an agent at this side),
    ``done`` (the journal line), ``trouble`` (text,
    whether trying again may help), ``full`` (text: no disk left), ``away`` (text: no engine any more),
    ``gone`` (text), ``broken`` (a ``WebariumError``: it never started). ``images`` (of no worker): what is
    known of them all, once they are built.
    """

    worker: Any
    kind: Literal["ready", "begun", "tells", "done", "trouble", "full", "away", "gone", "broken", "images"]
    data: Any = None


class LocalFleet:
    """The workers of a run.

    Args:
        settings: of the run.
        tell: told of worlds and workers that start.
        target: what runs in a worker's process; a function of a module.
        coming: images that are built meanwhile; all are there without.
    """

    def __init__(
        self,
        settings: RunSettings,
        tell: Progress,
        *,
        target: Target = worker.main,
        coming: ComingImages | None = None,
    ) -> None:
        self.settings = settings
        self._coming = coming
        self._sites = settings.sites
        self._target = target
        self.workers: list[LocalWorker] = []
        self._tell = tell
        self._context = multiprocessing.get_context("spawn")
        self._worlds: set[str] = set()
        self._kin: set[int] = set()

    def start(self, count: int) -> None:
        """Start worlds side by side, and each one's worker as soon as it is up.

        Raises:
            WebariumError: when there is no browser, or a world does not start.
        """
        if self.settings.factory == REAL_WORLD:
            executable_for()  # a browser that there is not is told before worlds are started for it
        resource_tracker.ensure_running()
        if self._coming:
            self._await_images(self._coming)
        self._kin = set(processes.children().get(os.getpid(), []))
        processes.adopt_orphans()
        if self.settings.factory != REAL_WORLD or self.settings.world:
            self.workers = [self._spawn(number) for number in range(count)]
            return
        pool = ThreadPoolExecutor(max_workers=count)
        try:
            starting = {pool.submit(self._start_world, number): number for number in range(count)}
            waiting = set(starting)
            while waiting:
                done, waiting = futures.wait(waiting, LOOK_SECONDS, futures.FIRST_COMPLETED)
                for future in done:
                    future.result()
                    self.workers.append(self._spawn(starting[future]))
                while self._coming and not self._coming.over and self._coming.pipe.poll():
                    self._coming.hear()
        except BaseException:
            self.close_worlds()  # a start whose containers are gone ends soon
            raise
        finally:
            pool.shutdown(cancel_futures=True)

    def plays(self, one: LocalWorker, task: Task) -> bool:
        """Whether a worker's world has what a task needs; that it comes is seen to by ``widen``."""
        return self._coming is None or one.sites.issuperset(task.sites)

    def widen(self, one: LocalWorker, tasks: Iterable[Task]) -> None:
        """Give an idle worker, who can play none of these tasks, a wider world if there are images for it."""
        if self._coming and any(self._coming.plays(task.sites) for task in tasks):
            self._sites = self._there(self._coming)
            with suppress(BrokenPipeError, OSError):
                one.pipe.send(("quit",))
            one.process.join(QUIT_SECONDS)
            self.workers.remove(one)
            self._end(one)
            self.workers.append(self._spawn(one.number))

    def give(self, one: LocalWorker, key: Key, task: Task) -> None:
        """Hand an episode to a worker that is ready and has none."""
        one.job = key
        one.begins("site: start", START_SECONDS)
        with suppress(BrokenPipeError, OSError):  # it is dead: its sentinel tells
            one.pipe.send(("episode", task, key.trial))

    def listen(self, also: Connection | None = None) -> list[Event]:
        """Wait until something happened; workers that let their time pass are ended meanwhile.

        Args:
            also: ends the waiting, without an event, when it has something to read.
        """
        while True:
            busy = [one.due for one in self.workers if one.busy]
            left = max(0.0, min(busy) - time.monotonic()) if busy else None
            handles = [handle for one in self.workers for handle in (one.pipe, one.process.sentinel)]
            handles += [also] if also else []
            coming = self._coming if self._coming and not self._coming.over else None
            heard = wait([*handles, coming.pipe] if coming else handles, left)
            events = []
            if coming and coming.pipe in heard:
                before = coming.ready
                coming.hear()
                if coming.over or coming.ready != before:
                    events.append(Event(None, "images", coming.facts))
            for one in list(self.workers):
                if one.pipe in heard:
                    events += self._hear(one)
                elif one.process.sentinel in heard:
                    events.append(self._bury(one))
            for one in self.workers:
                if one.busy and time.monotonic() >= one.due:
                    self._overdue(one)
            if events or also in heard:
                return events

    def replace(self, gone: LocalWorker) -> None:
        """Start a worker in the place of one that is gone."""
        self.workers.append(self._spawn(gone.number, gone.fruitless + 1))

    def stop(self) -> None:
        """End all workers; those in the middle of an episode, which is discarded, at once."""
        if self._coming:
            self._coming.stop()
        for one in self.workers:
            with suppress(BrokenPipeError, OSError):
                if one.busy:
                    processes.end_tree(one.process.pid, seconds=END_SECONDS)
                else:
                    one.pipe.send(("quit",))
        for one in self.workers:
            one.process.join(QUIT_SECONDS)
            self._end(one)

    def hurry(self) -> None:
        """End all workers at once, whatever they do."""
        for one in self.workers:
            processes.end_tree(one.process.pid, seconds=END_SECONDS)

    def close_worlds(self) -> None:
        """Remove the worlds that were started here, and those of runs that were killed."""
        from reset.world import remove, sweep

        for name in sorted(self._worlds):
            try:
                remove(name)  # in whatever state it is
            except WebariumError as error:
                self._tell("trouble", {"error": f"the world {name} is not removed: {error.message}"})
        with suppress(WebariumError):  # whoever starts the next world does it again
            sweep()

    # --- worlds and workers -------------------------------------------------------------------------------

    def _await_images(self, coming: ComingImages) -> None:
        """Begin to build, and wait until there is a task that may be played."""
        coming.start()
        while not any(coming.plays(task.sites) for task in self.settings.tasks):
            coming.hear()
        self._sites = self._there(coming)

    def _there(self, coming: ComingImages) -> list[str]:
        return [name for name in self.settings.sites if name in coming.ready]

    def world_name(self, number: int) -> str:
        """Worlds belong to this process: another run's, or a dead run's, never get in the way.

        Another container's processes on the same engine may have the same numbers.
        """
        whose = hashlib.sha256(owners.me().encode()).hexdigest()[:6]
        return self.settings.world or f"run-{os.getpid()}-{number}-{whose}"

    def _start_world(self, number: int) -> None:
        from reset.world import World
        from sites.spec import load_site

        name = self.world_name(number)
        self._worlds.add(name)
        sites = [load_site(site) for site in self._sites]
        try:
            world = World.start(
                sites,
                name=name,
                seed=self.settings.seed,
                on_progress=lambda line: self._tell("world", {"world": name, "line": line}),
            )
        except BaseException:  # nothing is left of it: what has this name now is somebody else's
            self._worlds.discard(name)
            raise
        world.detach()

    def _spawn(self, number: int, fruitless: int = 0) -> LocalWorker:
        ours, theirs = self._context.Pipe()
        name = self.world_name(number)
        settings = WorkerSettings(
            number=number,
            run=self.settings.folder.resolve(),
            sites=self._sites,
            world=name,
            agent=self.settings.agent,
            episode=self.settings.episode,
            seed=self.settings.seed,
            factory=self.settings.factory,
            owner=None if self.settings.world else owners.me(),
        )
        process = self._context.Process(target=self._target, args=(theirs, settings), name=f"webarium-{name}")
        with processes.deaf():
            process.start()
        theirs.close()
        self._tell("worker", {"worker": number, "pid": process.pid, "state": "starting"})
        due = time.monotonic() + START_SECONDS
        return LocalWorker(number, process, ours, due, frozenset(self._sites), fruitless=fruitless)

    def _hear(self, one: LocalWorker) -> list[Event]:
        try:
            kind, *data = one.pipe.recv()
        except (EOFError, OSError):
            return [self._bury(one)]
        if kind == "beat":
            doing, seconds, one.agent = data
            one.begins(doing, seconds)
            return []
        if kind == "says":
            self._tell("trouble", {"worker": one.number, "error": data[0]})
            return []
        if kind == "ready":
            one.ready = True
            self._tell("worker", {"worker": one.number, "pid": one.process.pid, "state": "ready"})
            return [Event(one, "ready", data[0])]
        if kind == "broken":
            self.workers.remove(one)
            one.process.join(QUIT_SECONDS)
            self._end(one)
            return [Event(one, "broken", WebariumError(data[0], remedy=data[1]))]
        if kind == "done":
            one.fruitless = 0
        return [Event(one, kind, data[0] if len(data) == 1 else tuple(data))]

    def _overdue(self, one: LocalWorker) -> None:
        """End what hangs: an agent alone, so that its episode is judged; of all else the whole worker."""
        who, _, what = one.doing.partition(": ")
        if who == "agent" and one.agent is not None:
            processes.end_tree(one.agent, seconds=END_SECONDS)
            one.agent = None
            one.begins(one.doing, 0.0)
            return
        one.blame = f"the {who} hung: '{what}' took more than {one.allowed:.0f} s"
        processes.end_tree(one.process.pid, seconds=END_SECONDS)  # its sentinel tells the rest

    def _bury(self, one: LocalWorker) -> Event:
        """A worker died; whatever it had started goes with it."""
        one.process.join(QUIT_SECONDS)
        self.workers.remove(one)
        self._end(one)
        text = one.blame or f"died (exit code {one.process.exitcode}) in '{one.doing}'"
        return Event(one, "gone", f"worker {one.number}: {text}")

    def _end(self, one: LocalWorker) -> None:
        if one.process.is_alive():
            processes.end_tree(one.process.pid, seconds=END_SECONDS)
            one.process.join()
        one.pipe.close()
        self._end_orphans()

    def _end_orphans(self) -> None:
        """End what a dead worker left: its children have become ours, whatever session they are in."""
        ours = self._kin | {one.process.pid for one in self.workers}
        for pid in processes.children().get(os.getpid(), []):
            if pid not in ours:
                processes.end_tree(pid, seconds=END_SECONDS)
                with suppress(ChildProcessError):
                    os.waitpid(pid, os.WNOHANG)
