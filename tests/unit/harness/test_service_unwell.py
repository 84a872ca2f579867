"""What the service says where nothing can be begun; its workers are the stand-ins of ``test_service``."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest

from harness.fleet.local import RESTARTS, Event
from harness.service.house import House
from harness.service.refusals import Refused
from tests.unit.harness.test_service import OTHER, TRAIN, Service, served


def test_a_word_for_which_nothing_was_begun_leases_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("harness.service.house.READY_SECONDS", 0.01)
    for service in served(tmp_path / "run"):
        service.ask("/close", session=service.ask("/reset", task=TRAIN.id)["session"])
        ready = service.house.leases.slots[0].ready
        ready.clear()
        refused = service.ask("/reset", request_id="mine")
        assert (service.status, refused["code"], refused["retry_after"]) == (503, "unwell", 10)
        ready.set()
        begun = service.ask("/reset", request_id="mine")
        assert (service.status, begun["done"]) == (200, False)
        assert service.ask("/reset", request_id="mine") == begun, "what was begun is not begun twice"


async def reset_soon(house: House, session: str) -> Any:
    """A reset that does not wait for ever."""
    async with asyncio.timeout(5):
        return await house.reset(session, {"task": OTHER.id})


@pytest.mark.parametrize("ready", [True, False])
def test_nothing_is_begun_after_the_service_fell(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ready: bool
) -> None:
    def broken(_: Any) -> Any:
        raise RuntimeError("nobody listens")

    for service in served(tmp_path / "run"):
        session = service.ask("/reset", task=TRAIN.id)["session"]
        monkeypatch.setattr(service.fleet, "listen", broken)
        service.fleet.put(Event(service.fleet.workers[0], "none", None))  # type: ignore[arg-type]
        deadline = time.monotonic() + 10
        while not service.get("/state", session)["done"] and time.monotonic() < deadline:
            time.sleep(0.01)
        if not ready:
            service.house.leases.slots[0].ready.clear()
        assert service.http.portal
        with pytest.raises(Refused, match="cannot play: RuntimeError: nobody listens") as refused:
            service.http.portal.call(reset_soon, service.house, session)
        assert (refused.value.code, refused.value.status) == ("unwell", 503)
        assert service.house.leases.session(session).busy == 0, "its lease can end"


def test_nothing_is_begun_that_cannot_be_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: Any) -> None:
        raise OSError("No space left on device")

    for service in served(tmp_path / "run"):
        session = service.ask("/reset", task=TRAIN.id)["session"]
        monkeypatch.setattr(service.house.run, "add", full)
        for _ in range(2):  # the first one learns of it while it ends what was played
            refused = service.ask("/reset", session=session, task=OTHER.id)
            assert (service.status, refused["code"]) == (503, "unwell")
            assert "No space left on device" in refused["error"]
        assert len(service.ask("/close", session=session)["episodes"]) == 1


def die(service: Service) -> None:
    """The first worker dies, and none comes in its place."""
    worker = service.fleet.workers[0]
    worker.fruitless = RESTARTS
    service.fleet.put(Event(worker, "gone", "worker 0: died"))  # type: ignore[arg-type]


def test_a_session_whose_worker_is_dead_is_told_so_at_once(tmp_path: Path) -> None:
    for service in served(tmp_path / "run", worlds=2):
        session = service.ask("/reset", task=TRAIN.id)["session"]
        die(service)
        deadline = time.monotonic() + 10
        while not service.get("/state", session)["done"] and time.monotonic() < deadline:
            time.sleep(0.01)
        assert service.http.portal
        with pytest.raises(Refused, match="world does not start") as refused:
            service.http.portal.call(reset_soon, service.house, session)
        assert (refused.value.code, refused.value.retry_after) == ("unwell", 30)


@pytest.mark.parametrize("falls", [False, True])
def test_who_waits_for_a_worker_is_told_that_none_comes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, falls: bool
) -> None:
    def broken(_: Any) -> Any:
        raise RuntimeError("nobody listens")

    for service in served(tmp_path / "run", worlds=2):
        session = service.ask("/reset", task=TRAIN.id)["session"]
        service.ask("/step", session=session, action={"name": "stop"})
        service.house.leases.slots[0].ready.clear()
        assert service.http.portal
        waiting = service.http.portal.start_task_soon(reset_soon, service.house, session)
        with pytest.raises(TimeoutError):
            waiting.result(0.2)
        if falls:
            monkeypatch.setattr(service.fleet, "listen", broken)
            service.fleet.put(Event(service.fleet.workers[0], "none", None))  # type: ignore[arg-type]
        else:
            die(service)
        with pytest.raises(Refused, match="nobody listens" if falls else "world does not start"):
            waiting.result(10)
