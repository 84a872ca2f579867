"""What the driver of a Ray cluster makes of its workers; with a stand-in for Ray, which is not here."""

from __future__ import annotations

import importlib
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from harness.agents.naming import AgentSpec
from harness.fleet.seat import Report
from harness.run.settings import RunSettings
from tasks.loader import load_tasks


class Handle:
    """An actor: notes what it is asked."""

    def __init__(self, *given: Any) -> None:
        self.given = given
        self.asked: list[str] = []

    def __getattr__(self, name: str) -> Any:
        def ask(*_: Any) -> str:
            self.asked.append(name)
            return f"{name} is pending"

        method = SimpleNamespace(remote=ask)
        method.options = lambda **_: method
        return method


@pytest.fixture
def stand_in(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Ray: references are what they stand for; ``killed`` are the actors that were."""
    ray: Any = ModuleType("ray")
    actor, exceptions = ModuleType("ray.actor"), ModuleType("ray.exceptions")
    actor.ActorHandle = Handle  # type: ignore[attr-defined]
    exceptions.RayError = type("RayError", (Exception,), {})  # type: ignore[attr-defined]
    exceptions.GetTimeoutError = type("GetTimeoutError", (exceptions.RayError,), {})  # type: ignore[attr-defined]
    ray.killed, ray.waited = [], []
    ray.get = lambda ref, timeout: ref
    ray.kill = ray.killed.append
    ray.wait = lambda refs, **_: ray.waited.extend(refs)
    ray.remote = lambda kind: SimpleNamespace(options=lambda **_: SimpleNamespace(remote=Handle))
    for name, module in {"ray": ray, "ray.actor": actor, "ray.exceptions": exceptions}.items():
        monkeypatch.setitem(sys.modules, name, module)
    sys.modules.pop("harness.fleet.ray", None)
    yield ray
    sys.modules.pop("harness.fleet.ray", None)


def fleet_of(tmp_path: Path, mark: str = "") -> Any:
    tasks = [task.model_copy(update={"id": task.id + mark}) for task in load_tasks("shopping.order_total.0")]
    settings = RunSettings(tmp_path / "one", tasks, AgentSpec("mine", ["mine"]), factory="a:stand_in")
    return importlib.import_module("harness.fleet.ray").RayFleet(settings, lambda event, data: None)


def test_seats_are_of_the_runs_seed(stand_in: Any, tmp_path: Path) -> None:
    fleet = fleet_of(tmp_path, ":s7.kx")
    settings = fleet._spawn(0).handle.given[0]
    assert settings.tasks == []
    assert settings.sites == fleet.settings.sites
    assert (settings.edition, str(settings.seed)) == (fleet.settings.edition, "7")


@pytest.mark.parametrize(("kind", "remedy"), [("full", "make room"), ("away", "start its engine")])
def test_a_node_that_lacks_something_loses_its_worker_alone(
    stand_in: Any, tmp_path: Path, kind: str, remedy: str
) -> None:
    fleet = fleet_of(tmp_path)
    fleet.workers = [fleet._spawn(number) for number in range(2)]
    one, other = fleet.workers
    one.ready = other.ready = True
    (event,) = fleet._hear(one, Report(kind, "node b: it says why"))
    assert (event.kind, event.data.message) == ("broken", "node b: it says why")
    assert remedy in event.data.remedy
    assert f"--resume {fleet.settings.folder}" in event.data.remedy
    assert fleet.workers == [other]
    assert one.handle.asked[-1] == "close"
    assert not stand_in.killed, "it has a world to remove"
    fleet.stop()
    assert stand_in.killed == [other.handle, one.handle]
    assert len(stand_in.waited) == 2


@pytest.mark.parametrize(
    ("given", "asked"), [(None, "local"), ("", "local"), ("head:6379", "head:6379")], ids=str
)
def test_a_cluster_is_the_named_one_or_its_own_and_a_signal_stays_the_runs(
    stand_in: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, given: str | None, asked: str
) -> None:
    addresses = []

    def init(*, address: str, **_: Any) -> None:
        addresses.append(address)
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(15))  # as Ray does

    def mine(*_: Any) -> None:
        """What the run does when it is to end."""

    stand_in.init, stand_in.is_initialized = init, lambda: False
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    if given is not None:
        monkeypatch.setenv("RAY_ADDRESS", given)
    before = signal.signal(signal.SIGTERM, mine)
    try:
        fleet_of(tmp_path)._connect(1)
        assert signal.getsignal(signal.SIGTERM) is mine
    finally:
        signal.signal(signal.SIGTERM, before)
    assert addresses == [asked]


def test_a_node_with_another_browser_loses_its_worker_alone(stand_in: Any, tmp_path: Path) -> None:
    fleet = fleet_of(tmp_path)
    fleet.workers = [fleet._spawn(number) for number in range(2)]
    one, other = fleet.workers
    facts = {"node": "node a", "image_ids": {}, "packages": {}, "browser": "157.0"}
    assert fleet._hear(one, Report("ready", facts))[0].kind == "ready"
    (event,) = fleet._hear(other, Report("ready", facts | {"node": "node b", "browser": "158.0"}))
    assert event.kind == "broken"
    assert event.data.message == "node b has the browser Chromium 158.0, and node a has 157.0"
    assert fleet.workers == [one]
