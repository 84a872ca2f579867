"""Words by which a reset that is sent again is known (``request_id``); workers are stand-ins."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.unit.harness.test_service import OTHER, OTHERS_TOKEN, TRAIN, Service, served


@pytest.fixture
def train(tmp_path: Path) -> Iterator[Service]:
    yield from served(tmp_path / "run", worlds=2)


def test_another_client_s_word_is_another_word(train: Service) -> None:
    mine = train.ask("/reset", task=TRAIN.id, request_id="1")
    train.http.headers["Authorization"] = f"Bearer {OTHERS_TOKEN}"
    others = train.ask("/reset", task=TRAIN.id, request_id="1")
    assert others["session"] != mine["session"]
    assert train.ask("/reset", task=TRAIN.id, request_id="1") == others


def test_another_client_s_word_over_a_websocket_is_another_word(train: Service) -> None:
    mine = train.ask("/reset", task=TRAIN.id, request_id="1")
    train.http.headers["Authorization"] = f"Bearer {OTHERS_TOKEN}"
    with train.http.websocket_connect("/ws") as socket:
        socket.send_json({"type": "reset", "data": {"task": TRAIN.id, "request_id": "1"}})
        assert socket.receive_json()["data"]["session"] != mine["session"]


@pytest.mark.parametrize("named", [True, False])
def test_a_word_that_stands_for_something_else_is_refused(train: Service, named: bool) -> None:
    session = train.ask("/reset", task=TRAIN.id, request_id="1")["session"]
    more = {"session": session} if named else {}
    refused = train.ask("/reset", task=OTHER.id, request_id="1", **more)
    assert (train.status, refused["code"]) == (409, "bad_request")
    assert "random" in refused["remedy"]
    assert session not in json.dumps(refused)
    assert not train.get("/state", session)["done"], "what it began goes on"


def test_a_word_that_comes_late_ends_nothing(train: Service) -> None:
    session = train.ask("/reset", task=TRAIN.id, request_id="first")["session"]
    second = train.ask("/reset", session=session, task=TRAIN.id, request_id="second")
    train.ask("/reset", task=TRAIN.id, request_id="first")
    assert train.status == 409
    assert train.get("/state", session)["episode_id"] == second["episode"]
    assert not train.get("/state", session)["done"]
