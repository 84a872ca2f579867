"""What a run is, as it is asked for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from harness.agents.naming import AgentSpec
from harness.episode.settings import EpisodeSettings, config_of
from harness.fleet.worker import REAL_WORLD
from harness.run.models import Shard
from sites.errors import WebariumError
from sites.seeds import Seed
from tasks.editions import DEFAULT, Edition, split_id
from tasks.model import Task

Progress = Callable[[str, dict[str, Any]], None]
"""Called with an event of a run (``world``, ``worker``, ``begun``, ``done``, ``trouble``) and its data."""


ELSEWHERE = "harness.elsewhere.world:world_of"
"""The factory of another benchmark's sites; ``world`` is the file that names them then."""

FleetKind = Literal["local", "ray"]

MOST_AGENT_ERRORS = 5
"""In a row: by then the agent's model is gone, and every further episode would be lost to it."""


class RunError(WebariumError):
    """The run cannot begin or go on."""


@dataclass(frozen=True)
class RunSettings:
    """What a run is.

    Args:
        folder: ``runs/<id>``.
        tasks: what to do.
        agent: who does it.
        trials: how often each task is done.
        workers: how many worlds work side by side.
        episode: settings of each episode.
        selection: how the tasks were chosen, for the manifest.
        world: a running world to use (and leave running) instead of new ones; takes one worker.
        factory: of worlds, see ``harness.fleet.worker``.
        most_agent_errors: episodes in a row, of all workers together, that may end because the agent says
            that it cannot go on; then the run stops. 0: any number.
        shard: which part of a larger run the tasks are.
        fleet: where the workers are: processes of this machine, or of a Ray cluster's nodes.
        store: where nodes leave the files of episodes, a path or an address that all of them reach; they
            come through the cluster without.
    """

    folder: Path
    tasks: list[Task]
    agent: AgentSpec
    trials: int = 1
    workers: int = 1
    episode: EpisodeSettings = field(default_factory=EpisodeSettings)
    selection: str = "all"
    world: str | None = None
    factory: str = REAL_WORLD
    most_agent_errors: int = MOST_AGENT_ERRORS
    shard: Shard | None = None
    fleet: FleetKind = "local"
    store: str | None = None

    @property
    def config(self) -> str:
        """The agent configuration that journal lines carry."""
        return config_of(self.agent, self.episode)

    @property
    def edition(self) -> Edition:
        """Which world the tasks are of: a selection names those of one."""
        return split_id(self.tasks[0].id)[2] if self.tasks else DEFAULT

    @property
    def seed(self) -> Seed:
        """What the data of new worlds is made from: what the tasks' answers were computed from."""
        return self.edition.seed

    @property
    def sites(self) -> list[str]:
        """All sites that some task needs."""
        return sorted({site for task in self.tasks for site in task.sites})
