"""A session outlives the connection of its client: against a stub of the service."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from webarium_openenv import WebariumAction, WebariumEnv
from websockets.sync.server import Server, ServerConnection, serve

SEEN = {"observation": {"step": 0}, "done": False}
TOKEN = "t" * 16


class Service:
    """Leases sessions, each connection its own, and knows which one a connection asked for."""

    def __init__(self) -> None:
        self.leased, self.known = 0, set[str]()
        self.asked: list[tuple[str, str | None]] = []
        self.breaks = False
        self.server: Server

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server.socket.getsockname()[1]}"

    def talk(self, line: ServerConnection) -> None:
        assert line.request is not None
        session = line.request.headers.get("Webarium-Session")
        for text in line:
            kind = json.loads(text)["type"]
            self.asked.append((kind, session))
            if kind == "close":
                self.known.discard(session or "")
                return
            if session is not None and session not in self.known:
                why = {"message": "There is no such session", "code": "EXECUTION_ERROR", "why": "no_session"}
                line.send(json.dumps({"type": "error", "data": why}))
                continue
            told: dict[str, Any] = dict(SEEN)
            if kind == "reset":
                if session is None:
                    self.leased += 1
                    session = f"s{self.leased}"
                    self.known.add(session)
                told["session"] = session
            line.send(json.dumps({"type": "observation", "data": told}))
            if self.breaks:
                self.breaks = False
                return


@pytest.fixture
def service() -> Iterator[Service]:
    found = Service()
    with serve(found.talk, "127.0.0.1", 0) as found.server:
        thread = threading.Thread(target=found.server.serve_forever)
        thread.start()
        yield found
        found.server.shutdown()
        thread.join()


def test_a_broken_connection_is_made_again_with_its_session(service: Service) -> None:
    with WebariumEnv(base_url=service.url, token=TOKEN).sync() as env:
        service.breaks = True
        begun = env.reset()
        assert begun.observation.info["session"] == "s1"
        env.async_client._run_sync(env.async_client._ws.wait_closed)
        env.step(WebariumAction(name="noop"))
        env.step(WebariumAction(name="noop"))
    assert service.asked == [("reset", None), ("step", "s1"), ("step", "s1"), ("close", "s1")]


def test_a_session_that_was_closed_is_not_asked_for_again(service: Service) -> None:
    env = WebariumEnv(base_url=service.url, token=TOKEN).sync()
    for _ in range(2):
        with env:
            env.reset()
    assert service.asked == [("reset", None), ("close", "s1"), ("reset", None), ("close", "s2")]


def test_who_is_not_reached_at_once_keeps_the_session(service: Service) -> None:
    with WebariumEnv(base_url=service.url, token=TOKEN).sync() as env:
        service.breaks = True
        env.reset()
        client = env.async_client
        client._run_sync(client._ws.wait_closed)
        there, client._ws_url = client._ws_url, "ws://127.0.0.1:1/ws"
        with pytest.raises(ConnectionError):
            env.step(WebariumAction(name="noop"))
        client._ws_url = there
        env.step(WebariumAction(name="noop"))
    assert service.asked[:2] == [("reset", None), ("step", "s1")]


def test_a_session_that_is_lost_is_left_with_the_error(service: Service) -> None:
    with WebariumEnv(base_url=service.url, token=TOKEN).sync() as env:
        env.reset()
        service.known.clear()
        with pytest.raises(RuntimeError, match="no such session"):
            env.step(WebariumAction(name="noop"))
        assert env.reset().observation.info["session"] == "s2"
