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
from harness.fleet.local import RESTARTS, Event, LocalFleet
from harness.fleet.worker import FULL, REAL_WORLD
from harness.run.identity import agent_files
from harness.run.models import Key
from harness.run.settings import RunSettings
from sites.errors import WebariumError
from tasks.editions import DEFAULT, Edition
from tasks.model import Task

_LOOK = "see the output of `webarium node` on that machine, and webarium doctor there"

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
        of_edition: which world they are of.
    """

    of_sites: tuple[str, ...] = ()
    of_edition: Edition = DEFAULT

    @property
    def edition(self) -> Edition:
        """As the run has it, and so the seed."""
        return self.of_edition

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
        os.environ.update(environment)

    def here(self) -> bool:
        """Answered as soon as there is a node for it."""
        return True

    def start(self) -> Report:
        """Start world, browser and worker; ``ready`` or ``broken``.

        It may be asked again of a seat that lives, after an error: what it has then is ended first.
        """
        with self._at_work:
            try:
                self._end_fleet()  # or the name of the next world is in use
                self._check()
                facts = self._facts()
                self._fleet = LocalFleet(self._settings, self._tell)
                self._fleet.start(1)
                while True:
                    for event in self._fleet.listen():
                        if event.kind == "ready":
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
            fleet = self._fleet
            assert fleet is not None
            try:
                return self._play(fleet, task, trial, config, kept)
            except Exception as error:  # the driver would take it for the end of this actor
                if any(one.job for one in fleet.workers):
                    raise  # a worker may still play: rightly so, ``start`` is asked next, which ends it
                return self._failed(error, task, trial)

    def close(self) -> None:
        """End whatever goes on, and all that was started here; may be called in the middle of anything."""
        self._closing = True
        if fleet := self._fleet:
            fleet.hurry()
            fleet.close_worlds()  # a start whose containers are gone ends soon
        with self._at_work:
            self._end_fleet()
        temporary.remove(self._home)

    def _end_fleet(self) -> None:
        """End the worker and remove its world, if there are any."""
        if self._fleet:
            self._fleet.stop()
            self._fleet.close_worlds()
            self._fleet = None

    # --- playing ------------------------------------------------------------------------------------------

    def _play(
        self, fleet: LocalFleet, task: Task, trial: int, config: str, kept: Mapping[str, bytes]
    ) -> Report:
        """As ``play``, which sees to errors that nobody expects."""
        episodes = self._settings.folder / "episodes"
        shutil.rmtree(episodes, ignore_errors=True)  # they were sent
        for name, said in kept.items():
            (episodes / name).mkdir(parents=True)
            (episodes / name / "trouble.json").write_bytes(said)
        event = self._played(fleet, task, trial, config)
        kind, data = event.kind, event.data
        if kind == "gone":
            if not self._closing:
                self._replace(fleet, event)
                EpisodeFolder(episodes / f"{task.id}.{trial}").rescue("the worker died in the episode")
            return self._packed("trouble", (task.id, trial, self._here(data), True), episodes, kept)
        return self._packed(kind, self._here(data) if kind in ("full", "away") else data, episodes, kept)

    def _failed(self, error: Exception, task: Task, trial: int) -> Report:
        """What to tell of an error around an episode: a full disk stays full, of all else once is no rule."""
        if isinstance(error, OSError) and error.errno in FULL:
            return self._report("full", self._here(error.strerror))
        told = self._here(f"{type(error).__name__}: {error}")
        return self._report("trouble", (task.id, trial, told, True))

    def _replace(self, fleet: LocalFleet, gone: Event) -> None:
        """Start another worker, unless several in a row died without finishing anything."""
        if gone.worker.fruitless < RESTARTS:
            fleet.replace(gone.worker)

    def _played(self, fleet: LocalFleet, task: Task, trial: int, config: str) -> Event:
        """Hand the episode to the worker, once there is one that is ready; what became of it.

        A worker that dies before it begins is replaced here: that costs the episode nothing.
        """
        given = begun = False
        while True:
            if not fleet.workers:
                error = WebariumError("the worker died again and again, and is not replaced", remedy=_LOOK)
                return Event(None, "broken", error)
            (one,) = fleet.workers
            if one.ready and not given:
                fleet.give(one, Key(task.id, trial, config), task)
                given = True
            for event in fleet.listen():
                begun = begun or event.kind == "begun"
                if event.kind in ("ready", "begun", "tells"):
                    continue
                if event.kind == "gone" and not begun and not self._closing:
                    self._says.append(self._here(event.data))
                    self._replace(fleet, event)
                    given = False
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
            self._says.append(self._here(data["error"]))

    # --- what the node has --------------------------------------------------------------------------------

    @property
    def _node(self) -> str:
        return f"node {socket.gethostname()}"

    def _here(self, text: str | None) -> str:
        """A text that says where it is from."""
        return f"{self._node}: {text}"

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
