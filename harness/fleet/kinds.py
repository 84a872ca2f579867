"""What a runner needs of a fleet, and which one it gets."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Protocol

from harness.fleet.coming import ComingImages
from harness.fleet.local import Event, LocalFleet
from harness.run.models import Key
from harness.run.settings import Progress, RunSettings
from sites.errors import WebariumError
from tasks.model import Task


class FleetWorker(Protocol):
    """A worker as the runner knows it; see ``harness.fleet.local.LocalWorker``."""

    number: int
    job: Key | None
    fruitless: int

    @property
    def busy(self) -> bool:
        """Whether something is expected of it."""


class Fleet(Protocol):
    """The workers of a run; see ``harness.fleet.local.LocalFleet``."""

    @property
    def workers(self) -> Sequence[FleetWorker]:
        """Those that there are."""

    def start(self, count: int) -> None:
        """Start them."""

    def plays(self, one: Any, task: Task) -> bool:
        """Whether a worker can play a task."""

    def widen(self, one: Any, tasks: Iterable[Task]) -> None:
        """See to it that an idle worker that can play none of these can do so."""

    def give(self, one: Any, key: Key, task: Task) -> None:
        """Hand an episode to one that is not busy."""

    def listen(self) -> list[Event]:
        """Wait until something happened."""

    def replace(self, gone: Any) -> None:
        """Start a worker in the place of one that is gone."""

    def stop(self) -> None:
        """End them."""

    def hurry(self) -> None:
        """End them at once."""

    def close_worlds(self) -> None:
        """Remove the worlds that were started."""


def check_fleet(settings: RunSettings) -> None:
    """See that the workers of a run can be where they are to be.

    Raises:
        WebariumError: the agent or the world is of this machine, or what is told is of a cluster alone.
    """
    if settings.agent.name == "human" and settings.workers > 1:
        raise WebariumError("A person does one task at a time", remedy="leave --workers out")
    if settings.fleet == "local":
        if settings.store is not None:
            raise WebariumError(
                "--store is for workers of a cluster", remedy="leave it out, or add --fleet ray"
            )
        return
    if settings.world is not None:
        raise WebariumError(
            f"The world {settings.world} is of this machine",
            remedy="leave --fleet ray out; or --world, if it was given",
        )
    if settings.agent.name == "human":
        raise WebariumError("A person plays on this machine", remedy="leave --fleet ray out")


def fleet_for(settings: RunSettings, tell: Progress, coming: ComingImages | None = None) -> Fleet:
    """The fleet that a run's settings ask for.

    Args:
        settings: of the run.
        tell: told of worlds and workers that start.
        coming: images that are built meanwhile, for workers of this machine.

    Raises:
        WebariumError: what it takes is not installed.
    """
    if settings.fleet == "local":
        return LocalFleet(settings, tell, coming=coming)
    # a head that finds this file wants its token, and only a driver that is told so sends it
    if os.environ.get("RAY_ADDRESS") and (Path.home() / ".ray" / "auth_token").is_file():
        os.environ.setdefault("RAY_AUTH_MODE", "token")
    try:
        from harness.fleet.ray import RayFleet
    except ImportError as error:
        raise WebariumError(
            f"--fleet ray needs what is not installed: {error.name}", remedy="pip install -e '.[ray]'"
        ) from error
    return RayFleet(settings, tell)
