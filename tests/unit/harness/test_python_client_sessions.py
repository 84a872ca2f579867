"""What clients/python asks of a service where connections break and calls are cancelled."""

from __future__ import annotations

import asyncio
import json
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from sites.spec import ROOT

sys.path.insert(0, str(ROOT / "clients" / "python" / "src"))

from webarium_client import AsyncEnv, Env, Full, Refused, spoiled


class Service(ThreadingHTTPServer):
    """Leases as many sessions as are wanted, or as there are worlds, and keeps what it is asked."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.asked: list[tuple[str, dict[str, Any]]] = []
        self.full, self.breaks, self.worlds = False, 0, 1000
        self.known, self.names, self.paths = set[str](), 0, set[str]()
        self.gone = (404, "no_session")  # what is told of a session that is not known
        self.refused = list[dict[str, Any]]()
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
        self.server.paths.add(self.path)
        self.tell(200, {"observation": {"step": 3, "url": "", "title": ""}, "done": False})

    def do_POST(self) -> None:
        service = self.server
        data = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        service.paths.add(self.path)
        with service.lock:
            service.now += 1
            service.most = max(service.most, service.now)
        time.sleep(service.seconds.get(self.path, 0.0))
        with service.lock:
            service.now -= 1
        if "session" in data and data["session"] not in service.known | {"s"}:
            status, code = service.gone
            return self.tell(status, {"error": "it is gone", "code": code})
        with service.lock:
            leases = self.path == "/reset" and "session" not in data
            if self.path == "/reset" and (service.full or (leases and len(service.known) >= service.worlds)):
                service.refused.append(data)
                return self.tell(503, {"error": "full", "code": "full", "retry_after": 0.2})
            if leases:
                service.names += 1
                data = data | {"session": f"s{service.names}"}
                service.known.add(data["session"])
            service.asked.append((self.path, data))
        if service.breaks and self.path == "/step":
            service.breaks -= 1
            self.close_connection = True
            return None
        if self.path == "/close":
            service.known.discard(data["session"])
            return self.tell(200, {"episodes": []})
        seen = {"step": data.get("step", -1) + 1, "url": "", "title": ""}
        return self.tell(200, {"observation": seen, "done": False, "session": data["session"]})

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


def test_who_waits_for_a_world_keeps_no_thread_from_those_that_play(service: Service) -> None:
    service.worlds = 1

    async def play() -> None:
        async with AsyncEnv(service.url, "t") as env:
            await env.reset(wait=8)
            await env.step({"name": "noop"})

    async def all_of_them() -> None:
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(2))
        await asyncio.gather(*(play() for _ in range(6)))

    asyncio.run(all_of_them())
    assert [service.count(path) for path in ("/reset", "/step", "/close")] == [6, 6, 6]
    words = {data["request_id"] for _, data in service.asked if "request_id" in data}
    assert len(words) == 6
    assert {data["request_id"] for data in service.refused} <= words, "each asks again with the same word"


def test_who_waits_hears_that_it_was_closed(service: Service) -> None:
    service.full = True

    async def play() -> None:
        env = AsyncEnv(service.url, "t")
        waiting = asyncio.create_task(env.reset(wait=60))
        await asyncio.sleep(0.3)
        await env.close()
        service.full = False
        with pytest.raises(Refused):
            await waiting
        assert (await env.reset()).observation is not None, "it can be used again"

    began = time.monotonic()
    asyncio.run(play())
    assert time.monotonic() - began < 10
    assert service.count("/reset") == 1


@pytest.mark.parametrize("gone", [(404, "no_session"), (410, "lease_ended")])
def test_a_client_goes_on_after_its_session_was_lost(service: Service, gone: tuple[int, str]) -> None:
    service.gone = gone
    with Env(service.url, "t") as env:
        env.reset()
        service.known.clear()
        with pytest.raises(Refused) as refused:
            env.step({"name": "noop"})
        assert refused.value.lost
        assert env.reset(seed=7).observation is not None
        assert (env.session, service.asked[-1][1]["seed"]) == ("s2", 7)
        assert env.step({"name": "noop"}).observation is not None
        service.known.clear()
        assert env.close() == {"episodes": []}
        assert env.session is None
        env.reset()
        service.known.clear()  # leaving the block says nothing of it


def test_other_refusals_keep_the_session(service: Service) -> None:
    env = Env(service.url, "t")
    env.reset()
    service.gone = (409, "attempted")
    service.known.clear()
    for ask in (env.reset, env.close):
        with pytest.raises(Refused):
            ask()
        assert env.session == "s1"


@pytest.mark.parametrize(
    ("status", "code", "lost"),
    [
        (400, "bad_request", False),
        (409, "no_episode", False),
        (409, "out_of_step", False),
        (404, "no_session", True),
        (410, "lease_ended", True),
        (503, "unwell", True),
        (502, "", True),
        (500, "bad_request", True),
    ],
)
def test_a_refusal_says_whether_the_sandbox_is_lost(status: int, code: str, lost: bool) -> None:
    assert Refused(status, {"code": code}).lost is lost


def test_what_lasts_is_not_waited_for(service: Service) -> None:
    service.gone = (503, "unwell")
    env = Env(service.url, "t", session="lost")
    started = time.monotonic()
    with pytest.raises(Refused) as caught:
        env.reset(wait=20)
    assert (caught.value.code, isinstance(caught.value, Full)) == ("unwell", False)
    assert time.monotonic() - started < 10


def test_a_closed_session_says_whether_its_episode_counts() -> None:
    def why(**row: Any) -> str | None:
        return spoiled({"episodes": [{"masked": False, "stop_reason": "stop"}, row]})

    assert spoiled({"episodes": []})
    assert why(masked=True, error="no browser", stop_reason="error") == "no browser"
    assert why(masked=False, stop_reason="agent_gone: the lease ended: nothing was heard of the client")
    assert why(masked=False, stop_reason="stop") is None
    assert why(masked=False, stop_reason="agent_gone: the client closed the session") is None


@pytest.mark.parametrize("url", ["127.0.0.1:8700", "localhost:8700", "ftp://localhost", "http://", "http:/a"])
def test_an_address_without_a_scheme_is_refused_with_a_remedy(url: str) -> None:
    with pytest.raises(ValueError, match="an address begins with http:// or https://"):
        Env(url, "t")


@pytest.mark.parametrize("end", ["", "/"])
def test_the_path_of_a_proxy_stands_before_each_path(service: Service, end: str) -> None:
    env = Env(f"{service.url}/web/arium{end}", "t", session="s")
    env.observation()
    env.close()
    assert service.paths == {"/web/arium/observation", "/web/arium/close"}


def test_the_address_that_is_shown_to_people_serves(service: Service) -> None:
    Env(f"{service.url}/#TOKEN", "t", session="s").observation()
    assert service.paths == {"/observation"}
