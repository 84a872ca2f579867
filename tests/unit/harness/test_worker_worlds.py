"""Whose a worker's world is: one that it starts anew is the run's, and a person's stays a person's."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from harness.agents.naming import AgentSpec
from harness.fleet.local import Event, LocalFleet
from harness.fleet.worker import Worker, WorkerSettings, real_world
from harness.run.runner import Runner
from harness.run.settings import RunError, RunSettings
from reset.errors import WorldError
from reset.names import is_name
from sites.seeds import DEFAULT_SEED
from sites.spec import load_site


class BrokenWorld:
    """It cannot be mended."""

    closed = False
    detached = False
    held = False

    def hold(self) -> None:
        self.held = True

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
    monkeypatch.setattr("reset.world.remove", lambda name: calls.append({"removed": name}))
    monkeypatch.setattr("reset.world.World.start", start)
    return calls


def test_a_world_that_is_started_anew_belongs_to_the_run(
    tmp_path: Path, started: list[dict[str, Any]]
) -> None:
    assert real_world(settings(tmp_path, owner="the run's process")) == "a new world"
    assert started == [{"removed": "w"}, {"name": "w", "seed": DEFAULT_SEED, "owner": "the run's process"}]


def test_a_persons_world_that_is_gone_is_not_replaced(tmp_path: Path, started: list[dict[str, Any]]) -> None:
    with pytest.raises(WorldError, match="there is no world w"):
        real_world(settings(tmp_path, owner=None))
    assert started == []


def test_a_world_that_lacks_a_site_gives_way_to_a_wider_one(
    tmp_path: Path, started: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    class Narrow(BrokenWorld):
        sites = (load_site("library"),)

    world = Narrow()
    monkeypatch.setattr("reset.world.World.attach", lambda name: world)
    assert real_world(settings(tmp_path, owner=None)) is world, "a person's stays"
    assert world.held, "and nobody else plays in it meanwhile"
    assert real_world(settings(tmp_path, owner="the run's process")) == "a new world"
    assert world.detached
    assert started[0] == {"removed": "w"}
    Narrow.sites = (*Narrow.sites, load_site("home"))
    assert real_world(settings(tmp_path, owner="the run's process")) is world


@pytest.fixture
def engine(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Whether the engine is away at each look; there afterwards."""
    looks: list[bool] = []
    monkeypatch.setattr("harness.fleet.worker._engine_away", lambda world: bool(looks) and looks.pop(0))
    monkeypatch.setattr("harness.fleet.worker.ENGINE_PAUSE", 0.0)
    return looks


@pytest.mark.parametrize(("owner", "closed"), [(None, False), ("the run's process", True)])
def test_a_world_beyond_mending_is_closed_only_where_it_is_the_runs(
    tmp_path: Path, engine: list[bool], owner: str | None, closed: bool
) -> None:
    worker, world = Worker(settings(tmp_path, owner)), BrokenWorld()
    worker._world = world
    worker._mend()
    assert (world.closed, worker._world) == (closed, None)


class Mended(BrokenWorld):
    """It can be mended as often as the list says, and else not."""

    def __init__(self, *fails: bool) -> None:
        self.fails = list(fails)
        self.resets = 0

    def revive(self, site: str | None = None) -> None:
        if self.fails and self.fails.pop(0):
            raise WorldError("the container engine does not answer")

    def health(self, site: str) -> dict[str, bool]:
        return {"ready": True}

    def reset(self) -> None:
        self.resets += 1


def test_an_engine_that_is_away_is_waited_for(tmp_path: Path, engine: list[bool]) -> None:
    said: list[str] = []
    worker, world = Worker(settings(tmp_path, "the run's process"), say=said.append), Mended()
    worker._world = world
    engine += [True, True, True, False]
    found = worker._after("home.x.0", 0, "home does not answer")
    assert found == ("trouble", "home.x.0", 0, "home does not answer", True)
    assert (world.resets, world.closed, worker._world) == (1, False, world)
    assert [text.split(";")[0] for text in said] == [
        "the container engine does not answer",
        "the container engine answers again",
    ]


def test_an_engine_that_goes_while_a_world_is_mended_costs_no_world(
    tmp_path: Path, engine: list[bool]
) -> None:
    worker, world = Worker(settings(tmp_path, "the run's process")), Mended(True)
    worker._world = world
    engine += [False, True, True, False]  # there, away after the mending failed, and back at the second look
    assert worker._after("home.x.0", 0, "x")[0] == "trouble"
    assert (world.resets, world.closed, worker._world) == (1, False, world)


def test_an_engine_that_stays_away_ends_the_run(
    tmp_path: Path, engine: list[bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("harness.fleet.worker.ENGINE_SECONDS", 0.05)
    monkeypatch.setattr("harness.fleet.worker._engine_away", lambda world: True)
    worker = Worker(settings(tmp_path, "the run's process"))
    kind, text = worker._after("home.x.0", 0, "x")
    assert kind == "away"
    assert "engine has not answered" in text


def test_the_run_says_how_to_go_on_without_an_engine(tmp_path: Path) -> None:
    run = RunSettings(folder=tmp_path / "mine", tasks=[], agent=AgentSpec("a", ["a"]))
    with pytest.raises(RunError, match="has not answered") as caught:
        Runner(run)._take(Event(None, "away", "The engine has not answered"), None)  # type: ignore[arg-type]
    assert f"webarium eval --resume {tmp_path / 'mine'}" in str(caught.value.remedy)


@pytest.fixture
def fleet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> LocalFleet:
    """It has no engine; ``world_name`` and ``removed`` tell of its worlds."""
    run = RunSettings(folder=tmp_path / "mine", tasks=[], agent=AgentSpec("a", ["a"]))
    found: Any = LocalFleet(run, lambda event, data: None)
    found.removed = []
    monkeypatch.setattr("reset.world.remove", found.removed.append)
    monkeypatch.setattr("reset.world.sweep", lambda: [])
    return found


def test_a_world_of_the_same_name_that_is_somebody_elses_stays(
    fleet: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: Any, **__: Any) -> None:
        raise WorldError("a world of this name runs already")

    monkeypatch.setattr("reset.world.World.start", lambda *_, **__: BrokenWorld())
    fleet._start_world(0)
    monkeypatch.setattr("reset.world.World.start", refuse)
    with pytest.raises(WorldError, match="runs already"):
        fleet._start_world(1)
    fleet.close_worlds()
    assert fleet.removed == [fleet.world_name(0)]


def test_runs_of_the_same_process_number_have_worlds_of_their_own(
    fleet: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = set()
    for space in ("4026531836", "4026532999"):
        monkeypatch.setattr("reset.owners.me", lambda space=space: f"host:boot:{space}:7:100")
        names |= {fleet.world_name(number) for number in (0, 1)}
    assert len(names) == 4
    assert all(is_name(name) and name.startswith(f"run-{os.getpid()}-") for name in names)
