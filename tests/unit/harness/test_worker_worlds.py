"""Whose a worker's world is: one that it starts anew is the run's, and a person's stays a person's."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from harness.agents.process import AgentSpec
from harness.fleet.worker import Worker, WorkerSettings, real_world
from reset.errors import WorldError
from sites.seeds import DEFAULT_SEED


class BrokenWorld:
    """It cannot be mended."""

    closed = False
    detached = False

    def revive(self, site: str | None = None) -> None:
        raise WorldError("it is beyond mending")

    def close(self) -> None:
        self.closed = True

    def detach(self) -> None:
        self.detached = True


def settings(tmp_path: Path, owner: str | None) -> WorkerSettings:
    return WorkerSettings(
        number=0, run=tmp_path, sites=["home"], world="w", agent=AgentSpec("a", ["a"]), owner=owner
    )


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    calls: list[dict[str, Any]] = []

    def gone(name: str) -> None:
        raise WorldError(f"there is no world {name}")

    def start(sites: Any, **options: Any) -> str:
        calls.append(options)
        return "a new world"

    monkeypatch.setattr("reset.world.World.attach", gone)
    monkeypatch.setattr("reset.world.World.start", start)
    return calls


def test_a_world_that_is_started_anew_belongs_to_the_run(
    tmp_path: Path, started: list[dict[str, Any]]
) -> None:
    assert real_world(settings(tmp_path, owner="the run's process")) == "a new world"
    assert started == [{"name": "w", "seed": DEFAULT_SEED, "owner": "the run's process"}]


def test_a_persons_world_that_is_gone_is_not_replaced(tmp_path: Path, started: list[dict[str, Any]]) -> None:
    with pytest.raises(WorldError, match="there is no world w"):
        real_world(settings(tmp_path, owner=None))
    assert started == []


@pytest.mark.parametrize(("owner", "closed"), [(None, False), ("the run's process", True)])
def test_a_world_beyond_mending_is_closed_only_where_it_is_the_runs(
    tmp_path: Path, owner: str | None, closed: bool
) -> None:
    worker, world = Worker(settings(tmp_path, owner)), BrokenWorld()
    worker._world = world
    worker._mend(RuntimeError("trouble"))
    assert (world.closed, worker._world) == (closed, None)
