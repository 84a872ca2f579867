"""The control port: JSON and files over HTTP, for the gateway's address and the world's token only."""

from __future__ import annotations

import hmac
import json
import os
import shutil
import sys
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import BufferedReader
from typing import Any
from urllib.parse import parse_qs, urlsplit

from sites.facts import EPOCH, stamp

from . import sqlite
from .clock import parse
from .supervisor import Supervisor

PORT = 9900

FILE = "application/octet-stream"
"""Type of an answer that is a file."""

Call = Callable[[Supervisor, dict[str, Any]], Any]


def _clock(supervisor: Supervisor, given: dict[str, Any]) -> dict[str, Any]:
    with supervisor.lock:  # a reset sets it too
        supervisor.clock.set(parse(given["now"]))
    return {"now": given["now"]}


def _state(supervisor: Supervisor, given: dict[str, Any]) -> dict[str, Any]:
    with supervisor.lock:
        database = supervisor.database
        return {"clean": supervisor.clean(), "pristine_lsn": database.lsn if database else None}


def _changes(supervisor: Supervisor, given: dict[str, Any]) -> dict[str, Any]:
    with supervisor.lock:  # nobody restores what is looked at
        return supervisor.state.changes(noise=given.get("noise") == "1")


def _digest(supervisor: Supervisor, given: dict[str, Any]) -> dict[str, Any]:
    with supervisor.lock:
        return supervisor.state.digest()


def _sessions(supervisor: Supervisor, given: dict[str, Any]) -> Any:
    return json.loads((supervisor.pristine / "sessions.json").read_text())


def _sqlite(supervisor: Supervisor, given: dict[str, Any]) -> BufferedReader:
    with supervisor.lock:
        files = supervisor.state.files
        path = sqlite.place(supervisor.spec["sqlite"], files, pristine=given.get("pristine") == "1")
        return sqlite.copy(path, files.live.parent)


def _reset(supervisor: Supervisor, given: dict[str, Any]) -> dict[str, Any]:
    return supervisor.reset(parse(given.get("now", stamp(EPOCH))))


CALLS: dict[tuple[str, str], Call] = {
    ("GET", "/health"): lambda one, given: one.health(),
    ("GET", "/state"): _state,
    ("GET", "/changes"): _changes,
    ("GET", "/digest"): _digest,
    ("GET", "/sessions"): _sessions,
    ("GET", "/sqlite"): _sqlite,
    ("GET", "/logs"): lambda one, given: one.lines(given.get("service"), int(given.get("lines", 50))),
    ("POST", "/reset"): _reset,
    ("POST", "/clock"): _clock,
    ("POST", "/settle"): lambda one, given: one.settle(float(given.get("timeout", 10))),
}
"""Every call by method and path. Arguments are a query string (GET) or a JSON object (POST)."""


def serve(supervisor: Supervisor, token: str, gateway: str) -> ThreadingHTTPServer:
    """Answer in threads of their own.

    Args:
        supervisor: what the calls act on.
        token: required as `Authorization: Bearer <token>`; an empty one opens nothing.
        gateway: the one address that may connect; empty allows any (for tests).
    """

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def _answer(self, status: int, data: Any) -> None:
            body = json.dumps(data, default=str).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def _send(self, file: BufferedReader) -> None:
            with file:
                self.send_response(200)
                self.send_header("Content-Type", FILE)
                self.send_header("Content-Length", str(os.fstat(file.fileno()).st_size))
                self.end_headers()
                shutil.copyfileobj(file, self.wfile)

        def _handle(self) -> None:
            length = int(self.headers.get("Content-Length") or 0)
            body = self.rfile.read(length) if length else b""
            given = self.headers.get("Authorization", "")
            if not token or not hmac.compare_digest(given.encode(), f"Bearer {token}".encode()):
                return self._answer(401, {"error": "wrong or missing token"})
            address = urlsplit(self.path)
            call = CALLS.get((self.command, address.path))
            if call is None:
                return self._answer(404, {"error": f"no call {self.command} {address.path}"})
            try:
                arguments = {key: values[-1] for key, values in parse_qs(address.query).items()}
                if body:
                    arguments |= json.loads(body)
                found = call(supervisor, arguments)
                if not isinstance(found, BufferedReader):
                    return self._answer(200, found)
            except (ValueError, KeyError, TypeError) as error:
                return self._answer(400, {"error": f"{type(error).__name__}: {error}"})
            except Exception as error:  # the caller gets it, the site goes on
                supervisor.log.add(f"{self.command} {address.path} failed: {error!r}")
                return self._answer(500, {"error": str(error) or type(error).__name__})
            return self._send(found)

        do_GET = do_POST = _handle

        def log_message(self, *_: Any) -> None:
            """Nothing: requests carry the token."""

    class Server(ThreadingHTTPServer):
        daemon_threads = True
        request_queue_size = 128  # the gateway's checks must get through on a busy machine

        def verify_request(self, request: Any, client_address: Any) -> bool:
            return not gateway or client_address[0] == gateway

        def handle_error(self, request: Any, client_address: Any) -> None:
            """No traceback: it would bury a service's last words. Who leaves early is nobody's trouble."""
            if not isinstance(error := sys.exception(), ConnectionError):
                supervisor.log.add(f"a call from {client_address[0]} failed: {error!r}")

    server = Server(("0.0.0.0", PORT), Handler)  # noqa: S104 - guarded by address and token
    threading.Thread(target=server.serve_forever, name="control", daemon=True).start()
    return server
