"""Workers on the nodes of a Ray cluster: an actor each, which Ray places, restarts and tells us the end of.

A node offers as many of the resource ``webarium_world`` as it can run worlds (``webarium node``). The driver,
which is this process, hands out tasks and retries whole episodes: a step cannot be repeated, so Ray retries
nothing that was begun. An actor that Ray starts again begins with a new world.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, fields
from typing import Any

import ray
from ray.actor import ActorHandle
from ray.exceptions import GetTimeoutError, RayError

from harness.agents.naming import AgentSpec
from harness.fleet import parcels
from harness.fleet.local import RESTARTS, START_SECONDS, Event
from harness.fleet.seat import WORLD, Report, Seat, SeatSettings
from harness.fleet.worker import REAL_WORLD
from harness.run.identity import agent_files
from harness.run.models import Key
from harness.run.settings import Progress, RunSettings
from sites.errors import WebariumError
from tasks.model import Task

CLOSE_SECONDS = 60.0
PATIENCE_SECONDS = 30.0
"""After which it is told that a worker waits for a node."""


@dataclass(eq=False)
class RayWorker:
    """A worker and what is known of it.

    Attributes:
        pending: what it was asked and has not answered.
        placed: answered as soon as it has a node.
        due: until when it must have started, by the monotonic clock.
        job: the episode it has.
        fruitless: how often in a row it was lost without finishing anything.
    """

    number: int
    handle: ActorHandle
    pending: Any
    placed: Any
    due: float
    ready: bool = False
    told: bool = False
    job: Key | None = None
    fruitless: int = 0

    @property
    def busy(self) -> bool:
        """Whether something is expected of it."""
        return self.pending is not None


class RayFleet:
    """The workers of a run on a Ray cluster; the one of RAY_ADDRESS, else one of this machine alone.

    Args:
        settings: of the run.
        tell: told of workers that start, and of trouble.
    """

    def __init__(self, settings: RunSettings, tell: Progress) -> None:
        self.settings = settings
        self.workers: list[RayWorker] = []
        self._leaving: list[RayWorker] = []
        self._tell = tell
        self._events: list[Event] = []
        self._images: dict[str, Any] | None = None
        self._ours = False

    def start(self, count: int) -> None:
        """Ask for a worker on each of so many places; they are ready later.

        Raises:
            WebariumError: there is no cluster, or no node of it offers worlds.
        """
        self._connect(count)
        offered = ray.cluster_resources().get(WORLD, 0)
        if not offered:
            raise WebariumError(
                "no node of the Ray cluster offers worlds",
                remedy="run `webarium node --address HOST:6379` on nodes with an engine and the images",
            )
        if count > offered:
            told = f"the cluster has room for {offered:.0f} worlds, {count} are wanted; the others wait"
            self._tell("trouble", {"error": told})
        self.workers = [self._spawn(number) for number in range(count)]

    def plays(self, one: RayWorker, task: Task) -> bool:
        """Each has a world of all sites."""
        return True

    def widen(self, one: RayWorker, tasks: Iterable[Task]) -> None:
        """There is nothing to do."""

    def give(self, one: RayWorker, key: Key, task: Task) -> None:
        """Hand an episode to a worker that is ready and has none."""
        one.job = key
        episodes = self.settings.folder / "episodes"
        kept = {
            path.parent.name: path.read_bytes()
            for path in episodes.glob(f"{task.id}.{key.trial}.attempt*/trouble.json")
        }
        one.pending = one.handle.play.remote(task, key.trial, key.config, kept)
        self._events.append(_event(one, "begun", (task.id, key.trial)))

    def listen(self) -> list[Event]:
        """Wait until something happened."""
        while True:
            if self._events:
                events, self._events = self._events, []
                return events
            waiting = {one.pending: one for one in self.workers if one.pending is not None}
            if not waiting:
                return []
            done, _ = ray.wait(list(waiting), num_returns=1, timeout=1.0)
            for ref in done:
                self._events += self._hear(waiting[ref], ref)
            self._overdue()

    def replace(self, gone: RayWorker) -> None:
        """Take a worker in again that Ray starts anew, or another one where it does not."""
        try:
            fresh = self._begun(gone.number, gone.handle)
        except RayError:
            fresh = self._spawn(gone.number)
        fresh.fruitless = gone.fruitless + 1
        self.workers.append(fresh)

    def stop(self) -> None:
        """End all workers with their worlds; episodes in the middle are discarded."""
        closing = [one.pending for one in self._leaving]
        for one in self.workers:
            if one.ready:
                with suppress(RayError):
                    closing.append(one.handle.close.remote())
        if closing:
            with suppress(RayError):
                ray.wait(closing, num_returns=len(closing), timeout=CLOSE_SECONDS)
        for one in self.workers + self._leaving:
            with suppress(RayError, ValueError):
                ray.kill(one.handle)
        self.workers, self._leaving = [], []

    def hurry(self) -> None:
        """End all workers at once, whatever they do; ``listen`` hears of it."""
        for one in self.workers:
            with suppress(RayError):
                one.handle.close.remote()

    def close_worlds(self) -> None:
        """Leave the cluster; each worker has removed its world. What is left of lost ones here goes, too."""
        if self.settings.factory == REAL_WORLD:
            from reset.world import sweep

            with suppress(WebariumError):  # no engine here, so nothing is left here
                sweep()
        if self._ours:
            ray.shutdown()

    # --- cluster and workers ------------------------------------------------------------------------------

    def _connect(self, count: int) -> None:
        if ray.is_initialized():
            return
        address = os.environ.get("RAY_ADDRESS")
        alone = {} if address else {"num_cpus": max(count, os.cpu_count() or 1), "resources": {WORLD: count}}
        heard = signal.getsignal(signal.SIGTERM)
        try:
            ray.init(
                address=address or "local",  # without one, Ray would join what `webarium node` began here
                log_to_driver=False,
                include_dashboard=None if address else False,
                **alone,
            )
        except Exception as error:  # Ray has no type of its own for a cluster that does not start
            if not address:
                raise WebariumError(
                    f"a Ray cluster of this machine does not start: {error}",
                    remedy="try again when the machine is less busy; its logs are in /tmp/ray/session_latest",
                ) from error
            raise WebariumError(
                f"the Ray cluster at {address} does not answer: {error}",
                remedy="correct RAY_ADDRESS (HOST:6379), or unset it for a cluster of this machine alone",
            ) from error
        finally:
            if heard and threading.current_thread() is threading.main_thread():
                signal.signal(signal.SIGTERM, heard)  # Ray's own would end the run in the middle
        self._ours = True

    def _spawn(self, number: int) -> RayWorker:
        agent: AgentSpec = self.settings.agent
        names = {one.name for one in fields(RunSettings)}
        given = {name: getattr(self.settings, name) for name in names} | {"tasks": []}
        settings = SeatSettings(
            **given, of_sites=tuple(self.settings.sites), of_edition=self.settings.edition
        )
        handle = (
            ray.remote(Seat)
            .options(
                num_cpus=1,
                resources={WORLD: 1},
                max_restarts=RESTARTS,
                max_task_retries=0,
                max_concurrency=2,  # to be ended in the middle of an episode
                scheduling_strategy="SPREAD",
            )
            .remote(
                settings,
                {name: os.environ[name] for name in agent.environment if name in os.environ},
                self._tags(),
                agent_files(agent),
            )
        )
        return self._begun(number, handle)

    def _begun(self, number: int, handle: ActorHandle) -> RayWorker:
        """A worker that is asked to start; that may be asked twice, so Ray does where an actor is away."""
        self._tell("worker", {"worker": number, "pid": None, "state": "starting"})
        again = {"max_task_retries": -1}
        placed = handle.here.options(**again).remote()
        pending = handle.start.options(**again).remote()
        return RayWorker(number, handle, pending, placed, time.monotonic() + START_SECONDS)

    def _tags(self) -> dict[str, str]:
        if self.settings.factory != REAL_WORLD:
            return {}
        from reset.images import tags
        from sites.spec import load_site

        return tags([load_site(name) for name in self.settings.sites], self.settings.seed)

    # --- what workers say ---------------------------------------------------------------------------------

    def _hear(self, one: RayWorker, ref: Any) -> list[Event]:
        try:
            report: Report = ray.get(ref, timeout=CLOSE_SECONDS)
            self._keep(one, report)
        except (RayError, GetTimeoutError) as error:
            return [
                self._lost(one, str(error).strip().splitlines()[0] if str(error) else type(error).__name__)
            ]
        except WebariumError as error:
            if one.job is None:
                return [self._lost(one, error.message)]
            one.pending = None  # what it sent cannot be read; the worker itself is well
            return [_event(one, "trouble", (one.job.task_id, one.job.trial, error.message, True))]
        one.pending = None
        for said in report.says:
            self._tell("trouble", {"worker": one.number, "error": said})
        if report.kind == "ready":
            one.ready = True
            if other := self._other_browser(report.data) or self._other_images(report.data):
                return [self._broken(one, other)]
            self._tell("worker", {"worker": one.number, "pid": None, "state": "ready"})
        if report.kind == "broken":
            return [self._broken(one, report.data)]
        if report.kind in ("full", "away"):  # of that node alone; the others go on
            return [self._broken(one, self._unfit(report))]
        if report.kind == "done":
            one.fruitless = 0
        return [_event(one, report.kind, report.data)]

    def _keep(self, one: RayWorker, report: Report) -> None:
        """Put the files of an episode, and what logs said, where the run has them."""
        parcel = parcels.get(report.stored) if report.stored else report.parcel
        if parcel is not None:
            parcels.unpack(parcel, self.settings.folder / "episodes")
        for name, said in report.logs.items():
            path = self.settings.folder / name.replace("worker-0", f"worker-{one.number}")
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("ab") as file:
                file.write(said)

    def _lost(self, one: RayWorker, why: str) -> Event:
        self.workers.remove(one)
        return _event(one, "gone", f"worker {one.number} is lost: {why[:300]}")

    def _unfit(self, report: Report) -> WebariumError:
        """Of a node that can play no more before somebody has been there."""
        what = "make room on its disk" if report.kind == "full" else "start its engine"
        return WebariumError(
            report.data, remedy=f"{what}, then continue: webarium eval --resume {self.settings.folder}"
        )

    def _broken(self, one: RayWorker, error: WebariumError) -> Event:
        self.workers.remove(one)
        with suppress(RayError, ValueError):
            one.pending = one.handle.close.remote()
            if one.ready:  # it has a world, and takes its time to remove it; ``stop`` sees to its end
                self._leaving.append(one)
            else:
                ray.kill(one.handle)
        return _event(one, "broken", error)

    def _overdue(self) -> None:
        """Tell of those that wait for a node, and end the waiting where it lasts too long."""
        now = time.monotonic()
        for one in [one for one in self.workers if not one.ready]:
            waited = now - (one.due - START_SECONDS)
            if waited > PATIENCE_SECONDS and not one.told and not ray.wait([one.placed], timeout=0)[0]:
                one.told = True
                self._tell(
                    "trouble", {"worker": one.number, "error": "it waits for a node with room for a world"}
                )
            if now > one.due:
                error = WebariumError(
                    f"worker {one.number} was not ready within {START_SECONDS / 60:.0f} minutes",
                    remedy="see `ray status` for what the nodes have left",
                )
                self._events.append(self._broken(one, error))

    def _other_browser(self, facts: dict[str, Any]) -> WebariumError | None:
        """Hold a node's browser against that of the first."""
        first = self._images or facts
        one, other = first.get("browser"), facts.get("browser")
        if one == other:
            return None
        return WebariumError(
            f"{facts['node']} has the browser Chromium {other}, and {first['node']} has {one}",
            remedy="check the same commit out on every node, and install its browser: webarium doctor",
        )

    def _other_images(self, facts: dict[str, Any]) -> WebariumError | None:
        """Hold a node's images against those of the first; built apart is the same if all packages are."""
        first = self._images = self._images or facts
        apart = [name for name, one in facts["image_ids"].items() if first["image_ids"].get(name) != one]
        others = [
            name
            for name in apart
            if name not in facts["packages"] or facts["packages"][name] != first["packages"].get(name)
        ]
        if not others:
            return None
        return WebariumError(
            f"{facts['node']} has other images of {', '.join(sorted(others))} than {first['node']}",
            remedy="give all nodes the same: push them to a registry and pull them, or save and load them",
        )


def _event(one: RayWorker, kind: Any, data: Any) -> Event:
    return Event(one, kind, data)
