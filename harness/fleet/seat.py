"""A worker's seat on a node of a cluster: a local fleet of one, which plays what it is sent and sends back
what became of it. Only the task, the journal line and the packed files of an episode cross the border.
"""

from __future__ import annotations

import os
import shutil
import socket
import threading
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from harness import temporary
from harness.episode.folder import EpisodeFolder
from harness.fleet import parcels
from harness.fleet.local import Event, LocalFleet
from harness.fleet.worker import REAL_WORLD
from harness.run.identity import agent_files
from harness.run.models import Key
from harness.run.settings import RunSettings
from sites.errors import WebariumError
from tasks.model import Task

_LOOK = "see the output of `webarium node` on that machine, and webarium doctor there"

RESTARTS = 3
LOGS = ("agents", "workers")
WORLD = "webarium_world"
"""The resource of which a node of a Ray cluster has one for each world that it can run."""


@dataclass
class Report:
    """What a seat sends back.

    Attributes:
        kind: as of an ``Event``.
        data: likewise.
        says: what is to be told besides.
        parcel: the episode's files; None where there are none, or where they are ``stored``.
        logs: what was added to each log, by its path in the run.
    """

    kind: str
    data: Any
    says: list[str] = field(default_factory=list)
    parcel: bytes | None = None
    stored: str | None = None
    logs: dict[str, bytes] = field(default_factory=dict)


@dataclass(frozen=True)
class SeatSettings(RunSettings):
    """A run's settings, without its tasks, which come one by one.

    Args:
        of_sites: all sites that they need.
    """

    of_sites: tuple[str, ...] = ()

    @property
    def sites(self) -> list[str]:
        """As the run has them."""
        return list(self.of_sites)


class Seat:
    """A world, a browser and an agent on this node; ``close`` and ``here`` alone may be called at any time.

    Args:
        settings: of the run.
        environment: values of the variables that the agent may see.
        tags: what the worlds run, as the run has it.
        files: digest of the agent's files there.
    """

    def __init__(
        self,
        settings: SeatSettings,
        environment: Mapping[str, str],
        tags: Mapping[str, str],
        files: str,
    ) -> None:
        self._run = settings.folder.name
        self._home = temporary.folder_for("seat")  # named, so that what a killed one left is swept
        self._settings = replace(settings, folder=self._home / self._run, workers=1)
        self._tags, self._files = dict(tags), files
        self._says: list[str] = []
        self._read: dict[str, int] = {}
        self._closing = False
        self._at_work = threading.Lock()
        self._fleet: LocalFleet | None = None
        self._ready: dict[str, Any] = {}
        os.environ.update(environment)

    def here(self) -> bool:
        """Answered as soon as there is a node for it."""
        return True

    def start(self) -> Report:
        """Start world, browser and worker; ``ready`` or ``broken``."""
        with self._at_work:
            try:
                self._check()
                facts = self._facts()
                self._fleet = LocalFleet(self._settings, self._tell)
                self._fleet.start(1)
                while True:
                    for event in self._fleet.listen():
                        if event.kind == "ready":
                            self._ready = event.data
                            return self._report("ready", event.data | facts)
                        if event.kind == "broken":
                            return self._report("broken", event.data)
                        if event.kind == "gone":
                            return self._report(
                                "broken", WebariumError(f"{self._node}: {event.data}", remedy=_LOOK)
                            )
            except WebariumError as error:
                told = WebariumError(f"{self._node}: {error.message}", remedy=error.advice)
                return self._report("broken", told)

    def play(self, task: Task, trial: int, config: str, kept: Mapping[str, bytes]) -> Report:
        """Play an episode.

        Args:
            task: what is to be done.
            trial: number of the trial.
            config: digest of the agent's configuration.
            kept: attempts before this one: what their ``trouble.json`` says, by name of their folder.

        Returns:
            ``done``, ``trouble``, ``full``, ``away`` or ``broken``.
        """
        with self._at_work:
            assert self._fleet is not None
            episodes = self._settings.folder / "episodes"
            shutil.rmtree(episodes, ignore_errors=True)  # they were sent
            for name, said in kept.items():
                (episodes / name).mkdir(parents=True)
                (episodes / name / "trouble.json").write_bytes(said)
            event = self._played(self._fleet, task, trial, config)
            if event.kind == "gone":
                if not self._closing:
                    EpisodeFolder(episodes / f"{task.id}.{trial}").rescue("the worker died in the episode")
                    if event.worker.fruitless < RESTARTS:
                        self._fleet.replace(event.worker)
                told = f"{self._node}: {event.data}"
                return self._packed("trouble", (task.id, trial, told, True), episodes, kept)
            return self._packed(event.kind, event.data, episodes, kept)

    def close(self) -> None:
        """End whatever goes on, and all that was started here; may be called in the middle of anything."""
        self._closing = True
        if self._fleet:
            self._fleet.hurry()
            self._fleet.close_worlds()  # a start whose containers are gone ends soon
        with self._at_work:
            if self._fleet:
                self._fleet.stop()
                self._fleet.close_worlds()
        temporary.remove(self._home)

    # --- playing ------------------------------------------------------------------------------------------

    def _played(self, fleet: LocalFleet, task: Task, trial: int, config: str) -> Event:
        """Hand the episode to the worker, once there is one that is ready; what became of it."""
        given = False
        while True:
            if not fleet.workers:
                error = WebariumError("the worker died again and again, and is not replaced", remedy=_LOOK)
                return Event(None, "broken", error)
            (one,) = fleet.workers
            if one.ready and not given:
                fleet.give(one, Key(task.id, trial, config), task)
                given = True
            for event in fleet.listen():
                if event.kind in ("ready", "begun", "tells"):
                    continue
                one.job = None
                return event

    def _packed(self, kind: str, data: Any, episodes: Path, kept: Mapping[str, bytes]) -> Report:
        report = self._report(kind, data)
        names = [path.name for path in sorted(episodes.glob("[!.]*")) if path.name not in kept]
        if not names:
            return report
        parcel = parcels.pack(episodes, names)
        if self._settings.store is None:
            report.parcel = parcel
            return report
        place = f"{self._settings.store.rstrip('/')}/{self._run}/{names[0]}.tar.zst"
        try:
            parcels.put(parcel, place)
        except WebariumError as error:
            report.says.append(f"{error.message}; it comes through the cluster")
            report.parcel = parcel
        else:
            report.stored = place
        return report

    def _report(self, kind: str, data: Any) -> Report:
        says, self._says = self._says, []
        return Report(kind, data, says=says, logs=self._new_lines())

    def _new_lines(self) -> dict[str, bytes]:
        found = {}
        for name in LOGS:
            for path in (self._settings.folder / name).glob("*.log"):
                key = f"{name}/{path.name}"
                with suppress(OSError), path.open("rb") as file:
                    file.seek(self._read.get(key, 0))
                    if said := file.read():
                        self._read[key] = file.tell()
                        found[key] = said
        return found

    def _tell(self, event: str, data: dict[str, Any]) -> None:
        if event == "trouble":
            self._says.append(f"{self._node}: {data['error']}")

    # --- what the node has --------------------------------------------------------------------------------

    @property
    def _node(self) -> str:
        return f"node {socket.gethostname()}"

    def _check(self) -> None:
        """See that the node has this Webarium, this agent, and images.

        Raises:
            WebariumError: it has not.
        """
        if (found := agent_files(self._settings.agent)) != self._files:
            raise WebariumError(
                "the agent's files are others here, or are not here" if found else "the agent is not here",
                remedy="put the same files at the same path of every node",
            )
        if self._settings.factory != REAL_WORLD:
            return
        from reset.images import building, missing, registry, tags
        from sites.spec import load_site

        sites = [load_site(name) for name in self._settings.sites]
        seed = self._settings.seed
        mine = tags(sites, seed)
        if others := sorted(name for name, tag in self._tags.items() if mine.get(name) != tag):
            raise WebariumError(
                f"another version of Webarium is here, whose images of {', '.join(others)} are others",
                remedy="check the same commit out on every node",
            )
        place = registry.from_environment(self._says.append)
        if place and missing(sites, seed=seed):
            building.pull(sites, place, lambda line: None, seed=seed)
        if lacking := missing(sites, seed=seed):
            raise WebariumError(
                f"there are no images of {', '.join(lacking)} here",
                remedy="`webarium images pull` or `load` them there, or set WEBARIUM_REGISTRY",
            )

    def _facts(self) -> dict[str, Any]:
        """What the node's images are."""
        facts: dict[str, Any] = {"node": self._node, "image_ids": {}, "packages": {}}
        if self._settings.factory == REAL_WORLD:
            from reset import images
            from sites.spec import load_site

            sites, seed = [load_site(name) for name in self._settings.sites], self._settings.seed
            facts["image_ids"] = images.ids(sites, seed=seed)
            facts["packages"] = images.packages(sites, seed=seed)
        return facts
