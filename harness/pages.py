"""Pages for people: their templates, and a server on loopback for those that one person uses."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Undefined

from sites.errors import WebariumError

HTML = "text/html; charset=utf-8"
PNG = "image/png"
_HEADERS = {
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'self' 'unsafe-inline' data:; frame-ancestors 'none'",
}
"""A page loads nothing from elsewhere, and no other page shows it within itself."""
LONGEST_FORM = 200_000
"""Bytes of a form."""


def templates(folder: Path, *, undefined: type[Undefined] = StrictUndefined) -> Environment:
    """The HTML templates of a folder.

    Args:
        undefined: what a name that nothing was given for becomes; an error by default.
    """
    return Environment(
        loader=FileSystemLoader(folder),
        autoescape=True,
        undefined=undefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


@dataclass(frozen=True)
class Reply:
    """What the browser gets.

    Attributes:
        body: the page, text or bytes.
        kind: its media type.
        go_to: a path that the browser is to ask for instead.
        then: called when the reply is sent.
    """

    body: str | bytes = ""
    kind: str = HTML
    go_to: str = ""
    then: Callable[[], object] | None = None


class LocalServer:
    """Serves pages on loopback, to this machine's browser alone: no other site of it may send a form.

    Args:
        port: of the pages; 0 takes a free one.
        get: makes the page of a path (without its query); None where there is none.
        post: takes the form that was sent to a path, of each field the last value.

    Raises:
        WebariumError: the port is taken.
    """

    def __init__(
        self,
        port: int,
        *,
        get: Callable[[str], Reply | None],
        post: Callable[[str, dict[str, str]], Reply | None],
    ) -> None:
        try:
            self._server = ThreadingHTTPServer(("127.0.0.1", port), _handler(self, get, post))
        except OSError as error:
            raise WebariumError(
                f"Port {port} cannot be had: {error.strerror}", remedy="choose another port"
            ) from error
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    @property
    def port(self) -> int:
        """Where the pages are."""
        return int(self._server.server_address[1])

    def close(self) -> None:
        """Serve no more."""
        self._server.shutdown()
        self._server.server_close()


def _handler(
    server: LocalServer,
    get: Callable[[str], Reply | None],
    post: Callable[[str, dict[str, str]], Reply | None],
) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            if self._ours():
                self._answer(get(self._path()))

        def do_POST(self) -> None:
            if not self._ours():
                return
            length = self.headers.get("content-length") or "0"
            if not length.isdecimal() or int(length) > LONGEST_FORM:
                self._send(413, Reply(f"a form has at most {LONGEST_FORM} bytes", "text/plain"))
                return
            sent = self.rfile.read(int(length)).decode("utf-8", "replace")
            fields = parse_qs(sent, keep_blank_values=True)
            self._answer(post(self._path(), {name: values[-1] for name, values in fields.items()}))

        def _path(self) -> str:
            return self.path.partition("?")[0]

        def _ours(self) -> bool:
            """Only this page may talk to us: no other site of the person's browser, no other name."""
            hosts = {f"{name}:{server.port}" for name in ("127.0.0.1", "localhost")}
            origin = self.headers.get("origin")
            if self.headers.get("host") in hosts and origin in (None, *(f"http://{host}" for host in hosts)):
                return True
            self._send(403, Reply("open this page as http://127.0.0.1", "text/plain"))
            return False

        def _answer(self, reply: Reply | None) -> None:
            if reply is None:
                self._send(404, Reply("not found", "text/plain"))
                return
            self._send(303 if reply.go_to else 200, reply)
            if reply.then:
                reply.then()

        def _send(self, status: int, reply: Reply) -> None:
            body = reply.body.encode() if isinstance(reply.body, str) else reply.body
            self.send_response(status)
            self.send_header("content-type", reply.kind)
            self.send_header("content-length", str(len(body)))
            for name, value in _HEADERS.items():
                self.send_header(name, value)
            if reply.go_to:
                self.send_header("location", reply.go_to)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            """Keep quiet."""

    return Handler
