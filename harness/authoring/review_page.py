"""The page on which a person looks a recording over, before a template is made of it."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs

import yaml
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from harness.authoring.demonstration import Demonstration, oracle_steps
from harness.authoring.review import Edits, candidates, choices, edited
from sites.errors import WebariumError
from sites.files import read_bytes

LONGEST_FORM = 200_000


class Review:
    """Serves the page on loopback until the person is done.

    Args:
        recorded: what was shown.
        port: of the page; 0 takes a free one.
    """

    def __init__(self, recorded: Demonstration, port: int) -> None:
        self.recorded = recorded
        self.candidates = candidates(recorded)
        self.edits: Edits | None = None
        self._problem = ""
        self._done = threading.Event()
        self._page = Environment(
            loader=FileSystemLoader(Path(__file__).parent / "assets"),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        ).get_template("review.html")
        self._server = ThreadingHTTPServer(("127.0.0.1", port), _handler(self))
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    @property
    def port(self) -> int:
        """Where the page is."""
        return int(self._server.server_address[1])

    def wait(self) -> Edits:
        """What the person changed, once they are done."""
        try:
            self._done.wait()
        finally:
            self._server.shutdown()
            self._server.server_close()
        assert self.edits is not None
        return self.edits

    def render(self) -> str:
        """The page."""
        shown = [line for line in self.recorded.lines if line["action"]]
        return self._page.render(
            lines=shown,
            steps={line["step"]: self._step(line["step"]) for line in shown},
            choices={line["step"]: choices(self.recorded, line) for line in shown},
            candidates=self.candidates,
            written=yaml.safe_dump,
            answer=self.recorded.outcome.get("answer"),
            problem=self._problem,
        )

    def picture(self, step: str) -> bytes | None:
        """What was seen before a step."""
        names = {str(line["step"]): line["screenshot"] for line in self.recorded.lines}
        return read_bytes(self.recorded.folder / names[step]) if names.get(step) else None

    def take(self, form: Mapping[str, str]) -> bool:
        """Take the person's edits; says whether they are done."""
        try:
            edits = Edits.of_form(form, len(self.candidates))
            oracle_steps(edited(self.recorded, edits))
        except (ValueError, WebariumError) as error:
            self._problem = error.message if isinstance(error, WebariumError) else str(error)
            return False
        self.edits = edits
        return True

    def end(self) -> None:
        """The person has their answer; nothing more is served."""
        self._done.set()

    def _step(self, number: int) -> str:
        """A step as it would stand in the oracle."""
        alone = [line for line in self.recorded.lines if line["step"] == number]
        try:
            made = oracle_steps(Demonstration(self.recorded.folder, alone, self.recorded.outcome, {}))
        except WebariumError as error:
            return error.message
        return yaml.safe_dump(made, sort_keys=False, allow_unicode=True).strip() if made else "nothing"


def _handler(review: Review) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            if not self._ours():
                return
            name = self.path.partition("?")[0].strip("/")
            if not name:
                self._send(200, review.render().encode())
            elif name.startswith("picture/") and (data := review.picture(name.removeprefix("picture/"))):
                self._send(200, data, "image/png")
            else:
                self._send(404, b"not found", "text/plain")

        def do_POST(self) -> None:
            length = int(self.headers.get("content-length") or 0)
            if not self._ours() or length > LONGEST_FORM:
                return
            form = parse_qs(self.rfile.read(length).decode("utf-8", "replace"), keep_blank_values=True)
            if review.take({name: values[-1] for name, values in form.items()}):
                self._send(200, b"<!doctype html><title>Done</title><p>Done: the terminal goes on.")
                review.end()
            else:
                self._send(200, review.render().encode())

        def _ours(self) -> bool:
            """Only this page may talk to us: no other site of the person's browser, no other name."""
            hosts = {f"{name}:{review.port}" for name in ("127.0.0.1", "localhost")}
            origin = self.headers.get("origin")
            if self.headers.get("host") in hosts and origin in (None, *(f"http://{host}" for host in hosts)):
                return True
            self._send(403, b"open this page as http://127.0.0.1", "text/plain")
            return False

        def _send(self, status: int, body: bytes, kind: str = "text/html; charset=utf-8") -> None:
            self.send_response(status)
            self.send_header("content-type", kind)
            self.send_header("content-length", str(len(body)))
            self.send_header("cache-control", "no-store")
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            """Keep quiet."""

    return Handler
