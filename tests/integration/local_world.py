"""A stand-in for a world: static pages served by this process under the sites' names, for browser tests."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Collection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from harness.agents import process
from harness.episode import phases

PAGE = (
    "<!doctype html><html lang=en><head><meta charset=utf-8><title>{title}</title>{head}</head>"
    "<body>{body}</body></html>"
)


def page(title: str, body: str, head: str = "") -> str:
    """A small HTML page."""
    return PAGE.format(title=title, body=body, head=head)


class LocalWorld:
    """Serves ``pages`` (path to HTML, or to a function of the request) as every ``*.webarium.test``."""

    def __init__(self, pages: dict[str, str | Callable[[BaseHTTPRequestHandler], Any]]) -> None:
        self.pages = pages
        self.hits: list[str] = []
        self.steps: list[int] = []
        self.resets = 0
        world = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def _answer(self) -> None:
                length = int(self.headers.get("Content-Length") or 0)
                self.body = self.rfile.read(length).decode() if length else ""
                path = self.path.split("?")[0]
                world.hits.append(f"{self.command} {self.path}")
                content = world.pages.get(path)
                status, kind, headers = 200, "text/html; charset=utf-8", {}
                if content is None:
                    status, content = 404, page("Not found", "<h1>Not found</h1>")
                elif callable(content):
                    content = content(self)
                if isinstance(content, tuple):
                    status, headers, content = content
                data = content if isinstance(content, bytes) else content.encode()
                self.send_response(status)
                for name, value in {
                    "Content-Type": kind,
                    "Content-Length": str(len(data)),
                    **headers,
                }.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(data)

            do_GET = do_POST = _answer

            def log_message(self, *_: object) -> None:
                return

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def resolver_rules(self) -> str:
        return f"MAP *.webarium.test 127.0.0.1:{self.port}, MAP * ~NOTFOUND"

    def site(self, site: str) -> str:
        """Whatever a task asks for is here."""
        return site

    def reset(self) -> None:
        self.resets += 1

    def set_clock(self, step: int, sites: Collection[str] | None = None) -> None:
        self.steps.append(step)

    def settle(self, timeout: float = 10.0, sites: Collection[str] | None = None) -> None:
        return

    def sessions(self, site: str) -> dict[str, Any]:
        return {"emma": {"cookies": [{"name": "sessionid", "value": f"emma-{site}", "path": "/"}]}}

    def digest(self, site: str) -> str:
        return "fresh"

    def query(self, site: str, sql: str, params: Any = None) -> list[dict[str, Any]]:
        return []

    def changes(self, site: str) -> dict[str, Any]:
        return {"tables": {}, "files": {"added": [], "removed": [], "changed": []}}

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()


def as_json(handler: BaseHTTPRequestHandler) -> str:
    """Echo a request, for tests that look at what was sent."""
    return page(
        "Echo", f"<pre>{json.dumps({'body': getattr(handler, 'body', ''), 'path': handler.path})}</pre>"
    )


SHOP = {
    "/": page(
        "Shop",
        "<h1>Shop</h1><a href=/order/1>First order</a><form action=/find><label>Search "
        "<input name=q></label><button>Go</button></form>",
    ),
    "/order/1": page(
        "Order 1", "<h1>Order 1</h1><table><tr><td>Total</td><td>12.50</td></tr></table><a href=/>Home</a>"
    ),
    "/down": lambda handler: (503, {}, page("Down", "<h1>Service unavailable</h1>")),
}


def make_world(settings: Any) -> LocalWorld:
    """The factory that runner tests name in their settings."""
    world = LocalWorld(dict(SHOP))
    flag = settings.run / "down-once"

    def down_once(handler: BaseHTTPRequestHandler) -> Any:
        if flag.exists():
            return page("Up", "<h1>Up again</h1>")
        flag.touch()
        return 503, {}, page("Down", "<h1>Service unavailable</h1>")

    world.pages["/down-once"] = down_once
    return world


class LeakyWorld(LocalWorld):
    """A world whose second reset, and every later one, leaves something behind."""

    def digest(self, site: str) -> str:
        return "fresh" if self.resets < 2 else "stale"


def make_leaky_world(settings: Any) -> LocalWorld:
    """The factory of a world that does not return to its pristine state."""
    return LeakyWorld(dict(SHOP))


class HangingWorld(LocalWorld):
    """A world whose first reset never ends."""

    def __init__(self, pages: dict[str, Any], flag: Path) -> None:
        super().__init__(pages)
        self.flag = flag

    def reset(self) -> None:
        super().reset()
        if not self.flag.exists():
            self.flag.touch()
            time.sleep(1000)


def make_hanging_world(settings: Any) -> LocalWorld:
    """The factory of a world that hangs once, and is given little time."""
    phases.MOST_SECONDS[phases.RESET] = 0.5
    return HangingWorld(dict(SHOP), settings.run / "hung-once")


def make_patient_world(settings: Any) -> LocalWorld:
    """The factory of a world whose worker waits for an agent without end, as if it had no clock."""
    ready = process._ready
    process._ready = lambda stream, event, deadline: ready(stream, event, deadline + 1000)  # type: ignore[assignment]
    return LocalWorld(dict(SHOP))
