"""A session that is lost is an error of the sample, never the model's mistake: with a stub of the service."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from inspect_ai.log import EvalSample
from inspect_ai.model import ModelOutput
from inspect_webarium.replay import call, play

NAMES = {"noop": {}, "stop": {"answer": {"type": "string"}}}
ACTIONS = {
    name: {"description": name, "properties": {"name": {"const": name}, **fields}}
    for name, fields in NAMES.items()
}
SEEN = {"step": 0, "url": "http://home.webarium.test/", "title": "Home"}
VERDICT = {"reward": 0.0, "passed": False, "undecided": False, "trial": 0, "steps": 1, "masked": False}


class Service(ThreadingHTTPServer):
    """Has one task; ``refusal`` (status, body) is what a step is answered, ``episodes`` what closing is."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.refusal: tuple[int, dict[str, Any]] = (400, {})
        self.episodes = [VERDICT | {"stop_reason": "agent_gone: the client closed the session"}]
        self.asked: list[str] = []


class Handler(BaseHTTPRequestHandler):
    server: Service

    def do_GET(self) -> None:
        row = {"task": "home.one.0", "intent": "How much?", "sites": ["home"], "split": "train"}
        told = {"/tasks": {"tasks": [row]}, "/schema": {"action": {"$defs": ACTIONS}}}
        self.tell(200, told[self.path])

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        self.server.asked.append(self.path)
        if self.path == "/step":
            self.tell(*self.server.refusal)
        elif self.path == "/close":
            self.tell(200, {"episodes": self.server.episodes})
        else:
            task = {"goal": "How much?"}
            self.tell(200, {"observation": SEEN, "done": False, "session": "s", "task": task})

    def tell(self, status: int, data: dict[str, Any]) -> None:
        body = json.dumps(data).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        """Nobody reads it."""


@pytest.fixture
def service(monkeypatch: pytest.MonkeyPatch) -> Iterator[Service]:
    with Service() as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        monkeypatch.setenv("WEBARIUM_SERVICE", f"http://127.0.0.1:{server.server_address[1]}")
        monkeypatch.setenv("WEBARIUM_SERVICE_TOKEN", "t")
        yield server
        server.shutdown()
        thread.join()


def played(folder: Path) -> EvalSample:
    """A sample whose model does nothing, until it may say no more."""

    def answer(*_: Any) -> ModelOutput:
        return call("noop", {})

    (sample,) = play(["home.one.0"], answer, folder, message_limit=4).samples or []
    return sample


@pytest.mark.parametrize(
    ("status", "code"), [(410, "lease_ended"), (404, "no_session"), (503, "unwell"), (502, "")]
)
def test_a_lost_session_is_an_error_and_no_score(
    service: Service, status: int, code: str, tmp_path: Path
) -> None:
    service.refusal = (status, {"error": "it is gone", "code": code})
    sample = played(tmp_path)
    assert sample.error is not None
    assert "the sandbox failed: it is gone" in sample.error.message
    assert not sample.scores
    assert service.asked == ["/reset", "/step", "/close"]


@pytest.mark.parametrize("code", ["bad_request", "out_of_step", "no_episode"])
def test_what_the_model_asked_wrongly_is_told_to_it(service: Service, code: str, tmp_path: Path) -> None:
    service.refusal = (409, {"error": "not so", "code": code})
    sample = played(tmp_path)
    assert sample.error is None
    assert any(message.role == "tool" and "not so" in str(message.error) for message in sample.messages)
    assert sample.scores


@pytest.mark.parametrize(
    "episodes", [[], [VERDICT | {"stop_reason": "agent_gone: the lease ended: nothing was heard"}]]
)
def test_a_session_that_is_lost_before_it_is_closed_has_no_score(
    service: Service, episodes: list[dict[str, Any]], tmp_path: Path
) -> None:
    service.refusal, service.episodes = (400, {"error": "not so", "code": "bad_request"}), episodes
    sample = played(tmp_path)
    assert sample.error is not None
    assert "the sandbox failed" in sample.error.message
    assert not sample.scores
