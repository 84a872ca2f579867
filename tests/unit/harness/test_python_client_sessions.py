"""What clients/python asks of a service where connections break and calls are cancelled."""

from __future__ import annotations

import asyncio
import json
import sys
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from sites.spec import ROOT

sys.path.insert(0, str(ROOT / "clients" / "python" / "src"))

from webarium_client import AsyncEnv, Env


class Service(ThreadingHTTPServer):
    """Leases as many sessions as are wanted, unless it is full, and keeps what it is asked."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.asked: list[tuple[str, dict[str, Any]]] = []
        self.full, self.breaks = False, 0
        self.seconds = dict[str, float]()
        self.lock, self.now, self.most = threading.Lock(), 0, 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"

    def count(self, path: str) -> int:
        return sum(one == path for one, _ in self.asked)


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Service

    def do_GET(self) -> None:
        self.tell(200, {"observation": {"step": 3, "url": "", "title": ""}, "done": False})

    def do_POST(self) -> None:
        service = self.server
        data = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        with service.lock:
            service.now += 1
            service.most = max(service.most, service.now)
        time.sleep(service.seconds.get(self.path, 0.0))
        with service.lock:
            service.now -= 1
        if self.path == "/reset" and service.full:
            return self.tell(503, {"error": "full", "retry_after": 0.2})
        service.asked.append((self.path, data))
        if service.breaks and self.path == "/step":
            service.breaks -= 1
            self.close_connection = True
            return None
        if self.path == "/close":
            return self.tell(200, {"episodes": []})
        seen = {"step": data.get("step", -1) + 1, "url": "", "title": ""}
        return self.tell(200, {"observation": seen, "done": False, "session": "s"})

    def tell(self, status: int, data: dict[str, Any]) -> None:
        body = json.dumps(data).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        """Nobody reads it."""


@pytest.fixture
def service() -> Iterator[Service]:
    with Service() as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield server
        server.shutdown()
        thread.join()


def test_a_step_has_its_number_whoever_began_the_session(service: Service) -> None:
    service.breaks = 1
    env = Env(service.url, "t", session="s")
    assert env.step({"name": "noop"}).observation.step == 4  # type: ignore[union-attr]
    assert [(path, data["step"]) for path, data in service.asked] == [("/step", 3), ("/step", 3)]
    env.close()


async def give_up(service: Service, seconds: float, *, closes: bool = True, **wanted: Any) -> None:
    """A reset that is cancelled after a while; its block is left."""
    env = AsyncEnv(service.url, "t")
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(seconds):
            await env.reset(**wanted)
    if closes:
        await env.__aexit__(None, None, None)


@pytest.mark.parametrize("closes", [True, False])
def test_a_reset_that_is_cancelled_leases_nothing_later(service: Service, closes: bool) -> None:
    service.full, began = True, time.monotonic()
    asyncio.run(give_up(service, 0.3, closes=closes, wait=20))
    assert time.monotonic() - began < 10, "its thread asks no longer"
    service.full = False
    time.sleep(0.5)
    assert service.count("/reset") == service.count("/close")


@pytest.mark.parametrize("closes", [True, False])
def test_a_world_that_comes_too_late_is_given_back(service: Service, closes: bool) -> None:
    service.seconds["/reset"] = 0.5
    asyncio.run(give_up(service, 0.1, closes=closes))
    time.sleep(0.7)
    assert (service.count("/reset"), service.count("/close")) == (1, 1)


def test_what_is_cancelled_is_waited_for_before_the_session_is_closed(service: Service) -> None:
    async def play() -> None:
        async with AsyncEnv(service.url, "t") as env:
            await env.reset()
            service.seconds["/step"] = 0.4
            async with asyncio.timeout(0.1):
                await env.step({"name": "noop"})

    with pytest.raises(TimeoutError):
        asyncio.run(play())
    assert [path for path, _ in service.asked] == ["/reset", "/step", "/close"]
    assert service.most == 1
