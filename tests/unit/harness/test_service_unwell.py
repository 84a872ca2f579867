"""What the service says where nothing can be begun; its workers are the stand-ins of ``test_service``."""

from __future__ import annotations

import asyncio
import errno
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
        with pytest.raises(Refused, match="nobody listens to the workers: RuntimeError") as refused:
            service.http.portal.call(reset_soon, service.house, session)
        assert (refused.value.code, refused.value.status) == ("unwell", 503)
        assert service.house.leases.session(session).busy == 0, "its lease can end"


def test_nothing_is_begun_that_cannot_be_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: Any) -> None:
        raise OSError(errno.ENOSPC, "No space left on device", f"{tmp_path}/episodes/{TRAIN.id}.0")

    why = "the run cannot be written: No space left on device"
    for service in served(tmp_path / "run"):
        session = service.ask("/reset", task=TRAIN.id)["session"]
        monkeypatch.setattr(service.house.run, "add", full)
        for _ in range(2):  # the first one learns of it while it ends what was played
            refused = service.ask("/reset", session=session, task=OTHER.id)
            assert (service.status, refused["code"]) == (503, "unwell")
            assert refused["error"] == f"The service cannot play: {why}"
            assert "free space" in refused["remedy"]
            assert "retry_after" not in refused, "it does not pass by itself"
        health = service.http.get("/health", headers={"Authorization": ""})
        assert (health.status_code, health.json()["error"]) == (503, why), "no path, no task"
        assert len(service.ask("/close", session=session)["episodes"]) == 1


def die(service: Service, number: int = 0) -> None:
    """A worker dies, and none comes in its place."""
    worker = service.fleet.workers[number]
    worker.fruitless = RESTARTS
    service.fleet.put(Event(worker, "gone", f"worker {number}: died"))  # type: ignore[arg-type]
    deadline = time.monotonic() + 10
    while not service.house.leases.slots[number].dead and time.monotonic() < deadline:
        time.sleep(0.01)


def test_a_session_whose_worker_is_dead_gets_another_one(tmp_path: Path) -> None:
    for service in served(tmp_path / "run", worlds=2):
        session = service.ask("/reset", task=TRAIN.id)["session"]
        die(service)
        assert service.http.portal
        assert not service.http.portal.call(reset_soon, service.house, session)["done"]
        assert service.ask("/step", session=session, action={"name": "noop"})["observation"]["step"] == 1
        assert service.ask("/reset")["code"] == "full"
        assert len(service.ask("/close", session=session)["episodes"]) == 2
        assert not service.ask("/reset")["done"], "that one is free again"


def test_a_session_whose_worker_is_dead_waits_for_one_that_is_free(tmp_path: Path) -> None:
    for service in served(tmp_path / "run", worlds=2):
        session, other = (service.ask("/reset")["session"] for _ in range(2))
        die(service)
        refused = service.ask("/reset", session=session)
        assert (service.status, refused["code"]) == (503, "full")
        assert int(service.headers["Retry-After"]) >= 1
        service.ask("/close", session=other)
        assert not service.ask("/reset", session=session)["done"]


def test_a_service_without_workers_says_so(tmp_path: Path) -> None:
    for service in served(tmp_path / "run", worlds=2):
        for number in range(2):
            assert service.get("/health") == {"status": "healthy"}
            die(service, number)
        assert service.get("/health") == {"status": "unhealthy", "error": "no worker is left"}
        assert service.status == 503
        refused = service.ask("/reset")
        assert (service.status, refused["code"], "retry_after" in refused) == (503, "unwell", False)
        assert "start the service again" in refused["remedy"]


def test_a_session_that_ends_while_its_reset_waits_is_over(tmp_path: Path) -> None:
    for service in served(tmp_path / "run"):
        session = service.ask("/reset")["session"]
        service.ask("/step", session=session, action={"name": "stop"})
        house, portal = service.house, service.http.portal
        ready = house.leases.slots[0].ready
        assert portal
        portal.call(ready.clear)
        waiting = portal.start_task_soon(reset_soon, house, session)
        with pytest.raises(TimeoutError):
            waiting.result(0.2)
        portal.call(house.leases.release, house.leases.session(session), "the service was stopped")
        portal.call(ready.set)
        with pytest.raises(Refused, match="over: the service was stopped") as refused:
            waiting.result(10)
        assert (refused.value.status, refused.value.code) == (410, "lease_ended")


@pytest.mark.parametrize("falls", [False, True])
def test_who_waits_for_a_worker_is_told_that_none_comes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, falls: bool
) -> None:
    def broken(_: Any) -> Any:
        raise RuntimeError("nobody listens")

    for service in served(tmp_path / "run"):
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
        with pytest.raises(Refused, match="nobody listens" if falls else "no worker is left"):
            waiting.result(10)
