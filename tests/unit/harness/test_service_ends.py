"""A service that is ended leaves nothing behind, however it is ended and whatever fails then."""

from __future__ import annotations

import errno
import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest

from harness.agents.naming import AgentSpec
from harness.run.interrupts import SIGNALS
from harness.run.reader import RunFolder
from harness.run.settings import RunSettings
from harness.service import mcp_server
from harness.service import serve as serving
from harness.service.foreign_run import ForeignRun
from harness.service.house import House
from harness.service.ledger import Ledger
from harness.service.metrics import Metrics
from harness.service.refusals import Refused
from sites.errors import WebariumError
from tests.unit.harness.test_service import OTHER, TOKEN, TRAIN, StandInFleet, served

SPEC = AgentSpec("client", [], jail="off")
HEADERS = {"Authorization": f"Bearer {TOKEN}"}


class Fleet(StandInFleet):
    """One that is started and stopped."""

    def __init__(self) -> None:
        super().__init__(1)
        self.houses: list[House] = []
        self.did: list[str] = []

    def start(self, count: int) -> None:
        self.did.append("start")

    def world_name(self, number: int) -> str:
        return "given"

    def hurry(self) -> None:
        self.did.append("hurry")

    def stop(self) -> None:
        listens = any(house._listener.is_alive() for house in self.houses)
        self.did.append("stop while the house listens" if listens else "stop")

    def close_worlds(self) -> None:
        self.did.append("close worlds")


@pytest.fixture
def fleet(monkeypatch: pytest.MonkeyPatch) -> Fleet:
    """What ``serve`` and ``serve_mcp`` get; none of their runs asks for a world."""
    made = Fleet()

    class Noted(House):
        def __init__(self, *given: Any, **named: Any) -> None:
            super().__init__(*given, **named)
            made.houses.append(self)

    for module in (serving, mcp_server):
        monkeypatch.setattr(module, "LocalFleet", lambda *_, **__: made)
    monkeypatch.setattr(serving, "House", Noted)
    monkeypatch.setattr(serving, "ForeignRun", partial(ForeignRun, factory="given"))
    monkeypatch.setattr("harness.temporary.sweep", lambda: made.did.append("sweep"))
    return made


@pytest.fixture
def heard() -> Iterator[list[int]]:
    """The signals that nobody else takes; none of them ends the tests."""
    found: list[int] = []
    before = {one: signal.signal(one, lambda number, _: found.append(number)) for one in SIGNALS}
    yield found
    for number, handler in before.items():
        signal.signal(number, handler)


def run_in(folder: Path) -> RunSettings:
    return RunSettings(folder=folder, tasks=[TRAIN, OTHER], agent=SPEC, workers=1)


def serve(folder: Path, listening: Any = None) -> None:
    """A service of a run, until it is ended; told on which port it listens."""
    door = serving.door_at("127.0.0.1", 0)
    port = door.getsockname()[1]
    serving.serve(
        serving.ServeSettings(run_in(folder), all_scored=False, lease=60.0, tokens=frozenset([TOKEN])),
        door,
        tell=lambda *_: None,
        listening=lambda: listening(port),
    )


@pytest.mark.parametrize("signals", [(signal.SIGINT, signal.SIGINT), (signal.SIGHUP,)])
def test_a_request_in_flight_keeps_no_service_from_ending(
    signals: tuple[int, ...], fleet: Fleet, heard: list[int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serving, "GOODBYE_SECONDS", 1)
    threads: list[threading.Thread] = []

    def act(client: httpx.Client, session: str) -> None:
        with suppress(httpx.HTTPError):
            client.post("/step", json={"session": session, "action": {"name": "noop"}})

    def play(port: int) -> None:
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", headers=HEADERS, timeout=30) as client:
            session = client.post("/reset", json={"task": TRAIN.id}).json()["session"]
            fleet.silent = True
            threads.append(threading.Thread(target=act, args=(client, session)))
            threads[-1].start()
            (house,) = fleet.houses
            while house.leases.slots[0].playing.answered is None:  # type: ignore[union-attr]
                time.sleep(0.01)
            for one in signals:
                os.kill(os.getpid(), one)
                time.sleep(0.3)
            threads[-1].join()

    def listening(port: int) -> None:
        threads.append(threading.Thread(target=play, args=(port,)))
        threads[-1].start()

    serve(tmp_path / "run", listening)
    for one in threads:
        one.join()
    assert fleet.did == ["start", "stop", "close worlds", "sweep"]
    (line,) = RunFolder(tmp_path / "run").lines.values()
    assert (line.task_id, line.status) == (TRAIN.id, "error")
    assert "the service was stopped" in str(line.error)


def test_a_terminal_that_is_gone_ends_a_service_in_order(heard: list[int]) -> None:
    server = serving._Server(serving.uvicorn.Config("none"), lambda: None)
    with server.capture_signals():
        signal.raise_signal(signal.SIGHUP)
        assert (server.should_exit, server.force_exit, heard) == (True, False, [])
    assert heard == [signal.SIGHUP], "who waits for the service hears of it"


def test_a_service_that_is_to_outlive_its_terminal_does(heard: list[int]) -> None:
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    server = serving._Server(serving.uvicorn.Config("none"), lambda: None)
    with server.capture_signals():
        signal.raise_signal(signal.SIGHUP)
    assert (server.should_exit, heard) == (False, [])


def test_a_house_is_closed_though_its_reaper_broke(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken(_: House) -> None:
        raise RuntimeError("nothing is taken back")

    monkeypatch.setattr(House, "reap", broken)
    running = served(tmp_path / "run")
    service = next(running)
    service.ask("/reset", task=TRAIN.id)
    with pytest.raises(RuntimeError, match="nothing is taken back"):
        next(running)
    assert not service.house._listener.is_alive()
    assert [line.status for line in service.lines] == ["error"]


def test_a_house_may_be_closed_twice_and_without_having_been_opened(tmp_path: Path) -> None:
    book = ForeignRun(tmp_path / "run", SPEC, tasks=[TRAIN], factory="given")
    book.begin(TRAIN, "given")
    ledger = Ledger([TRAIN], run="run")
    house = House(StandInFleet(1), ledger, book, lease=60.0, metrics=Metrics())  # type: ignore[arg-type]
    for _ in range(2):
        house.close()
    for service in served(tmp_path / "run"):
        session = service.ask("/reset", task=TRAIN.id)["session"]
    service.house.close()
    with pytest.raises(Refused, match="the service was stopped"):
        service.house.leases.session(session)
    assert len(RunFolder(tmp_path / "run").lines) == 1


def serve_mcp(folder: Path) -> None:
    mcp_server.serve_mcp(run_in(folder), all_scored=False, tell=lambda *_: None)


@pytest.mark.parametrize("way", [serve, serve_mcp])
def test_a_full_disk_at_the_end_leaves_nothing_behind(
    way: Any, fleet: Fleet, heard: list[int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def nothing() -> None:
        return

    def full(_: ForeignRun) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    client = SimpleNamespace(run_stdio_async=nothing)
    monkeypatch.setattr(mcp_server, "Player", lambda *_: SimpleNamespace(server=lambda: client))
    monkeypatch.setattr(mcp_server, "tell_of_bad_lines", lambda _: None)
    monkeypatch.setattr(serving, "_listen", lambda *_: None)
    monkeypatch.setattr(ForeignRun, "close", full)
    with pytest.raises(OSError, match="No space left"):
        way(tmp_path / "run")
    assert fleet.did[-3:] == ["stop", "close worlds", "sweep"]


def test_a_service_whose_world_does_not_start_says_so(
    fleet: Fleet, heard: list[int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_: int) -> None:
        raise WebariumError("no engine")

    monkeypatch.setattr(fleet, "start", refuse)
    with pytest.raises(WebariumError, match="no engine"):
        serve(tmp_path / "run")
    assert fleet.did == ["stop", "close worlds", "sweep"]
    assert not (tmp_path / "run").exists()
