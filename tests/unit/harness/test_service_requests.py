"""Requests that are slips, come late or are long; workers are the stand-ins of ``test_service``."""

from __future__ import annotations

import gc
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from harness.service import api
from harness.service.sessions import SPOILED
from harness.service.worker import SAID
from tests.unit.harness.test_service import OTHER, TRAIN, Service, served


@pytest.fixture
def train(tmp_path: Path) -> Iterator[Service]:
    yield from served(tmp_path / "run")


@pytest.fixture
def scored(tmp_path: Path) -> Iterator[Service]:
    yield from served(tmp_path / "run", scored=True)


@pytest.mark.parametrize(
    ("wanted", "status"), [({"task": "typo"}, 404), ({"task": TRAIN.id}, 409), ({"split": "typo"}, 404)]
)
def test_a_reset_that_is_refused_ends_nothing(scored: Service, wanted: dict[str, str], status: int) -> None:
    session = scored.ask("/reset", task=TRAIN.id)["session"]
    scored.ask("/reset", session=session, **wanted)
    assert scored.status == status
    assert not scored.get("/state", session)["done"]
    scored.ask("/step", session=session, action={"name": "stop", "answer": "right"})
    assert [one["passed"] for one in scored.ask("/close", session=session)["episodes"]] == [True]


def test_an_attempt_that_did_not_begin_is_still_to_be_had(
    scored: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("harness.service.house.READY_SECONDS", 0.01)
    scored.ask("/close", session=scored.ask("/reset", task=OTHER.id)["session"])
    ready = scored.house.leases.slots[0].ready
    ready.clear()
    assert scored.ask("/reset", task=TRAIN.id)["code"] == "unwell"
    ready.set()
    scored.ask("/reset", task=TRAIN.id)
    assert scored.status == 200


def test_verdicts_are_told_when_they_are_there(train: Service) -> None:
    session = train.ask("/reset", task=TRAIN.id)["session"]
    portal, house = train.http.portal, train.house
    assert portal
    train.fleet.silent = True  # its worker still judges
    portal.call(house.leases.release, house.leases.session(session), "the lease ended")
    closing = portal.start_task_soon(house.close_session, session)
    with pytest.raises(TimeoutError):
        closing.result(0.2)
    train.fleet.workers[0].finish("agent_gone: the lease ended", passed=False)
    (row,) = closing.result(10)["episodes"]
    assert (row["reward"], row["masked"], row["passed"]) == (0.0, False, False)


def pages() -> int:
    """Observations that are kept; the collector knows of them since each holds a list."""
    gc.collect()
    return sum(isinstance(one, dict) and "step" in one and "messages" in one for one in gc.get_objects())


def test_pages_of_episodes_before_are_not_kept(train: Service) -> None:
    before, session = pages(), train.ask("/reset")["session"]
    for _ in range(8):
        train.ask("/step", session=session, action={"name": "noop"})
        train.ask("/reset", session=session)
    assert pages() - before < 8
    assert len(train.ask("/close", session=session)["episodes"]) == 9
    for _ in range(8):
        train.ask("/close", session=train.ask("/reset")["session"])
    train.ask("/reset")
    assert pages() - before < 8


def test_a_message_that_cannot_be_understood_is_the_sandbox_s_fault(
    train: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    worker = train.fleet.workers[0]
    monkeypatch.setattr(worker, "begin", lambda task: worker.tells(type="task"))
    begun = train.ask("/reset", task=TRAIN.id)
    assert (begun["done"], begun["failure"], begun["masked"]) == (True, "sandbox", True)
    assert begun["error"] == SPOILED
    assert "KeyError" in str(train.lines[0].error)
    assert train.ask("/reset", session=begun["session"], task=TRAIN.id)["done"] is False, "by a new worker"


def test_a_run_that_fails_in_another_way_is_told_too(
    train: Service, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(_: Any) -> None:
        raise KeyError("tasks")

    session = train.ask("/reset")["session"]
    monkeypatch.setattr(train.house.run, "add", fail)
    end = train.ask("/step", session=session, action={"name": "stop"})
    assert (end["failure"], end["masked"]) == ("sandbox", True)
    assert end["error"] == SPOILED
    assert "the run cannot be written: KeyError: 'tasks'" in capsys.readouterr().err


def test_of_many_unknown_keys_a_few_are_looked_at(train: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []
    monkeypatch.setattr(api, "meant", lambda word, known: seen.append(word))
    train.ask("/reset", **{f"key{number}": 1 for number in range(1000)}, **{"x" * 1000: 1})
    assert train.status == 200
    assert 0 < len(seen) < 50
    assert max(map(len, seen)) < 100


def test_an_action_that_its_worker_does_not_take_holds_nobody_else_up(tmp_path: Path) -> None:
    for service in served(tmp_path / "run", worlds=2):
        slow, other = (service.ask("/reset")["session"] for _ in range(2))
        worker = service.house.leases.session(slow).slot.worker
        taken, late = threading.Event(), []
        send = worker.send

        def wait(said: Any, send: Any = send, taken: Any = taken, late: Any = late) -> None:
            if said[0] == SAID and not taken.wait(5):
                late.append(said)
            send(said)

        worker.send = wait
        body = {"session": slow, "action": {"name": "noop"}}
        step = threading.Thread(target=service.http.post, args=("/step",), kwargs={"json": body})
        step.start()
        assert service.ask("/step", session=other, action={"name": "noop"})["observation"]["step"] == 1
        taken.set()
        step.join()
        assert not late, "the other one was answered meanwhile"


def test_without_a_token_little_is_read(train: Service) -> None:
    train.http.headers.pop("Authorization")
    assert train.ask("/mcp", id=7, method="tools/list")["id"] == 7
    assert train.http.post("/mcp", content=b'{"id": "' + b"x" * 100_000 + b'"}').status_code == 413


@pytest.mark.parametrize("session", [["a"], {"a": 1}, 7])
def test_a_session_that_is_no_text_is_told(train: Service, session: Any) -> None:
    assert "not a text" in train.ask("/close", session=session)["error"]
    assert train.status == 422
    with train.http.websocket_connect("/ws") as socket:
        for kind in ("state", "observation", "close", "step", "reset"):
            socket.send_json({"type": kind, "data": {"session": session}})
            assert socket.receive_json()["type"] == "error"


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("/reset", b"nonsense", 400),
        ("/reset", b"[]", 400),
        ("/reset", b'{"trial": -1}', 422),
        ("/reset", b'{"task": "no.such.0"}', 404),
        ("/reset", b'{"split": "none"}', 404),
        ("/step", b"{}", 409),
        ("/step", b'{"session": "nobody", "action": {}}', 404),
        ("/close", b'{"session": "nobody"}', 404),
        ("/reset", b'{"tsak": "home.monthly_use.0"}', 422),
        ("/reset", b"\xff", 400),
        ("/reset", b'{"task": "' + b"x" * 9_000_000 + b'"}', 413),
        ("/rseet", b"{}", 404),
        ("/tasks", b"{}", 405),
    ],
)
def test_slips_are_told(train: Service, path: str, body: bytes, status: int) -> None:
    answer = train.http.post(path, content=body)
    assert answer.status_code == status
    assert answer.json()["error"]
    assert answer.json()["remedy"], "what to do about it"
    assert "(char " not in answer.text
    assert train.http.get("/sessions").json()["sessions"] == []


def test_bytes_that_are_no_message_are_told_over_a_websocket(train: Service) -> None:
    with train.http.websocket_connect("/ws") as socket:
        socket.send_bytes(b"\xff\xfe")
        assert socket.receive_json()["data"]["remedy"]
        socket.send_json({"type": "state"})
        assert socket.receive_json()["type"] == "error", "the connection goes on"
