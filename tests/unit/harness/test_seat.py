"""A worker's seat on a node: what goes wrong there is told as what it is, and costs no more than it must."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from harness.agents.naming import AgentSpec
from harness.fleet import local, parcels, seat
from harness.fleet.local import Event, LocalWorker
from harness.fleet.seat import Seat, SeatSettings
from harness.run.identity import agent_files
from sites.errors import WebariumError
from tasks.editions import Edition
from tasks.loader import load_tasks

(TASK,) = load_tasks("shopping.order_total.0")
AGENT = AgentSpec("mine", ["mine"])


def worker(fruitless: int = 0) -> LocalWorker:
    return LocalWorker(0, None, None, 0.0, ready=True, fruitless=fruitless)  # type: ignore[arg-type]


class Fleet:
    """Says what is written for it: the kinds of events, in the order in which they come."""

    def __init__(self, said: list[str], calls: list[str]) -> None:
        self._said, self._calls = said, calls
        self.workers: list[LocalWorker] = []

    def start(self, count: int) -> None:
        self._calls.append("start")
        self.workers = [worker()]

    def give(self, one: LocalWorker, key: Any, task: Any) -> None:
        self._calls.append("give")
        one.job = key

    def listen(self) -> list[Event]:
        kind = self._said.pop(0)
        one = self.workers[0]
        if kind == "gone":
            self.workers = []
        return [Event(one, kind, {"ready": {}, "done": "a line"}.get(kind, "it says why"))]  # type: ignore[arg-type]

    def replace(self, gone: LocalWorker) -> None:
        self._calls.append("replace")
        self.workers = [worker(gone.fruitless + 1)]

    def stop(self) -> None:
        self._calls.append("stop")

    def hurry(self) -> None:
        """Nothing is slow here."""

    def close_worlds(self) -> None:
        self._calls.append("close_worlds")


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[SimpleNamespace]:
    """A seat whose worker is ready, what that ``said`` next, and the ``calls`` of its fleet."""
    said: list[str] = ["ready"]
    calls: list[str] = []
    monkeypatch.setattr(seat, "LocalFleet", lambda settings, tell: Fleet(said, calls))
    settings = SeatSettings(folder=tmp_path / "one", tasks=[], agent=AGENT, factory="a:stand_in")
    one = Seat(settings, {}, {}, agent_files(AGENT))
    assert one.start().kind == "ready"
    calls.clear()
    yield SimpleNamespace(seat=one, said=said, calls=calls, play=lambda: one.play(TASK, 0, "c", {}))
    one.close()


def test_it_has_the_seed_of_the_run(tmp_path: Path) -> None:
    edition = Edition.of("7", "k")
    settings = SeatSettings(tmp_path, [], AGENT, of_edition=edition)
    assert (settings.edition, str(settings.seed)) == (edition, "7")


def test_one_that_is_started_again_ends_what_it_had(place: SimpleNamespace) -> None:
    place.said.append("ready")
    assert place.seat.start().kind == "ready"
    assert place.calls == ["stop", "close_worlds", "start"]


def test_an_error_that_nobody_expects_is_trouble(
    place: SimpleNamespace, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: Any) -> bytes:
        raise RuntimeError("of its own kind")

    place.said += ["begun", "done"]
    with monkeypatch.context() as patched:
        patched.setattr(seat.Seat, "_packed", fail)
        report = place.play()
    assert report.kind == "trouble"
    assert report.data[:2] == (TASK.id, 0)
    assert "RuntimeError: of its own kind" in report.data[2]
    place.said += ["begun", "done"]
    assert place.play().kind == "done"


def test_a_full_disk_of_the_node_is_told_as_such(
    place: SimpleNamespace, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: Any, **__: Any) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(Path, "mkdir", full)
        report = place.seat.play(TASK, 0, "c", {f"{TASK.id}.0.attempt1": b"{}"})
    assert report.kind == "full"
    assert report.data.startswith("node ")
    assert report.data.endswith(": No space left on device")


def test_what_leaves_a_worker_playing_is_the_drivers_to_mend(
    place: SimpleNamespace, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: Any) -> list[Event]:
        raise RuntimeError("what the worker says cannot be read")

    monkeypatch.setattr(Fleet, "listen", fail)
    with pytest.raises(RuntimeError):
        place.play()


@pytest.mark.parametrize("kind", ["full", "away"])
def test_what_a_node_lacks_says_which_node(place: SimpleNamespace, kind: str) -> None:
    place.said += ["begun", kind]
    report = place.play()
    assert report.kind == kind
    assert report.data.startswith("node ")
    assert report.data.endswith(": it says why")


def test_a_worker_that_dies_before_it_begins_costs_the_episode_nothing(place: SimpleNamespace) -> None:
    place.said += ["gone", "gone", "begun", "done"]
    report = place.play()
    assert (report.kind, report.data) == ("done", "a line")
    assert place.calls == ["give", "replace", "give", "replace", "give"]
    assert len(report.says) == 2


def test_a_node_whose_workers_never_begin_is_broken(place: SimpleNamespace) -> None:
    place.said += ["gone"] * (local.RESTARTS + 1)
    report = place.play()
    assert report.kind == "broken"
    assert isinstance(report.data, WebariumError)
    assert place.calls.count("replace") == local.RESTARTS


def test_a_worker_that_dies_in_the_episode_is_trouble_and_replaced(place: SimpleNamespace) -> None:
    place.said += ["begun", "gone"]
    report = place.play()
    assert (report.kind, report.data[3]) == ("trouble", True)
    assert place.calls == ["give", "replace"]


def test_a_store_has_errors_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    class Refused(Exception):
        """As the clients of some stores raise it."""

    def refuse(*_: Any) -> None:
        raise Refused("no such bucket")

    monkeypatch.setattr(parcels, "_opened", refuse)
    with pytest.raises(WebariumError, match="cannot be kept in s3://a/b: no such bucket"):
        parcels.put(b"", "s3://a/b")
    with pytest.raises(WebariumError, match="cannot be read from s3://a/b: no such bucket"):
        parcels.get("s3://a/b")
