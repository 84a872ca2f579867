"""A local server that speaks the chat completions protocol, scripted by each test.

    with StandIn([says("hello"), status(429), says("again")]) as standin:
        client = openai.OpenAI(base_url=standin.url, api_key="any")

Each request takes the next entry of the script; the last one repeats. An entry is a ``Reply`` or a function
from the request's JSON to a ``Reply``. ``standin.requests`` holds what was asked, pictures included.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self


@dataclass(frozen=True)
class Reply:
    """What goes back for one request: ``hang`` answers nothing until the stand-in is closed, ``drop`` closes
    the connection without an answer."""

    status: int = 200
    body: bytes = b""
    headers: dict[str, str] = field(default_factory=dict)
    hang: bool = False
    drop: bool = False


Script = Sequence[Reply | Callable[[dict[str, Any]], Reply]]


def says(text: str | None, *, refusal: str | None = None) -> Reply:
    """A chat completion with this text (or, as newer models do, a refusal)."""
    message = {"role": "assistant", "content": text, "refusal": refusal}
    body = {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 0,
        "model": "stand-in",
        "choices": [{"index": 0, "message": message, "finish_reason": "stop", "logprobs": None}],
        "usage": {"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15},
    }
    return Reply(body=json.dumps(body).encode())


def says_json(value: Any) -> Reply:
    """A chat completion whose text is a JSON object after a few words, as models like to write."""
    return says(f"Here it is.\n```json\n{json.dumps(value)}\n```")


def status(code: int, message: str = "not now") -> Reply:
    """An error of the server, to be tried again at once."""
    body = {"error": {"message": message, "type": "error", "param": None, "code": None}}
    return Reply(code, json.dumps(body).encode(), {"retry-after-ms": "5"})


def garbage(text: str = "<html>gateway</html>") -> Reply:
    """A body that claims to be JSON and is not."""
    return Reply(body=text.encode())


HANG = Reply(hang=True)
DROP = Reply(drop=True)


def texts(request: dict[str, Any]) -> str:
    """All text of a request, system prompt included, in order."""
    parts = []
    for message in request["messages"]:
        content = message["content"]
        for part in [{"text": content}] if isinstance(content, str) else content:
            parts.append(part.get("text", ""))
    return "\n".join(parts)


def pictures(request: dict[str, Any]) -> list[str]:
    """The data URLs of all pictures of a request, in order."""
    return [
        part["image_url"]["url"]
        for message in request["messages"]
        if isinstance(message["content"], list)
        for part in message["content"]
        if part["type"] == "image_url"
    ]


class StandIn:
    """The server; a context manager. ``url`` is the base address for a client."""

    def __init__(self, script: Script) -> None:
        self.script = list(script)
        self.requests: list[dict[str, Any]] = []
        self._closing = threading.Event()
        self._lock = threading.Lock()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True)

    @property
    def url(self) -> str:
        """Base address, such as ``http://127.0.0.1:40000/v1``."""
        return f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._closing.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def _next(self, request: dict[str, Any]) -> Reply:
        with self._lock:
            number = len(self.requests)
            self.requests.append(request)
        entry = self.script[min(number, len(self.script) - 1)]
        return entry(request) if callable(entry) else entry

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        standin = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                if self.path != "/v1/chat/completions":
                    self._send(status(404, f"no such address: {self.path}"))
                    return
                reply = standin._next(json.loads(body))
                if reply.hang:
                    standin._closing.wait(30)
                if reply.hang or reply.drop:
                    self.close_connection = True
                    return
                self._send(reply)

            def _send(self, reply: Reply) -> None:
                self.send_response(reply.status)
                headers = {"content-type": "application/json", **reply.headers}
                for name, value in headers.items():
                    self.send_header(name, value)
                self.send_header("content-length", str(len(reply.body)))
                self.end_headers()
                self.wfile.write(reply.body)

            def log_message(self, format: str, *args: Any) -> None:
                """Keep quiet."""

        return Handler
