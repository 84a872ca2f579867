"""``webarium bench --service``: what clients of the service get, each with a world of its own."""

from __future__ import annotations

import os
import secrets
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urljoin, urlsplit

import httpx
from rich.console import Console
from rich.table import Table

from harness import processes
from sites.errors import WebariumError
from tasks.loader import load_tasks
from tasks.splits import split_of

STEPS = 10
"""Of an episode: each loads a page of the site."""
START_SECONDS = 300.0
TIMEOUT = 120.0


def measure(site: str, worlds: int, *, rounds: int) -> dict[str, Any]:
    """Play episodes in several worlds side by side, one client each.

    Args:
        site: whose pages are loaded.
        worlds: of the service.
        rounds: episodes a world.

    Returns:
        ``site``, ``worlds``, ``steps`` and ``resets`` (how many), ``steps_per_second`` and
        ``resets_per_second`` of all clients together, and seconds of a step and of a reset as
        clients see them: ``step_p50``, ``step_p99``, ``reset_p50``, ``reset_p99``.

    Raises:
        WebariumError: the site has no task for training, or the service does not start.
    """
    task = next((one.id for one in load_tasks() if one.sites == [site] and split_of(one) == "train"), None)
    if task is None:
        raise WebariumError(f"{site} alone has no task for training", remedy="measure another site")
    with _service(task, worlds) as (url, token):
        clients = [_Client(url, token, task, rounds) for _ in range(worlds)]
        for client in clients:
            client.begin()  # the first reset of a world warms it up
        began = time.perf_counter()
        for client in clients:
            client.thread.start()
        for client in clients:
            client.thread.join()
        seconds = time.perf_counter() - began
    if failed := [client.failed for client in clients if client.failed]:
        raise WebariumError(f"A client of the service failed: {failed[0]}", remedy="see: webarium doctor")
    steps = [one for client in clients for one in client.steps]
    resets = [one for client in clients for one in client.resets]
    return {
        "site": site,
        "worlds": worlds,
        "steps": len(steps),
        "resets": len(resets),
        "steps_per_second": round(len(steps) / seconds, 2),
        "resets_per_second": round(len(resets) / sum(resets) * worlds, 2),
        **_percentiles("step", steps),
        **_percentiles("reset", resets),
    }


def show(rows: Sequence[dict[str, Any]]) -> None:
    """Print what ``measure`` returned."""
    table = Table(title="the service, as its clients see it", box=None, title_justify="left")
    for column in ("site", "worlds", "steps/s", "step p50, s", "p99", "resets/s", "reset p50, s", "p99"):
        table.add_column(column, justify="left" if column == "site" else "right")
    for row in rows:
        numbers = ("steps_per_second", "step_p50", "step_p99", "resets_per_second", "reset_p50", "reset_p99")
        table.add_row(row["site"], str(row["worlds"]), *(f"{row[name]:.2f}" for name in numbers))
    Console().print(table)


class _Client:
    """One client: episodes of so many pages, given up without an answer."""

    def __init__(self, url: str, token: str, task: str, rounds: int) -> None:
        self._http = httpx.Client(base_url=url, headers={"Authorization": f"Bearer {token}"}, timeout=TIMEOUT)
        self._task, self._rounds = task, rounds
        self._session = ""
        self._pages: list[str] = []
        self.steps: list[float] = []
        self.resets: list[float] = []
        self.failed: str | None = None
        self.thread = threading.Thread(target=self._run)

    def begin(self) -> None:
        """The first episode, and which pages there are."""
        found = self._ask("/reset", task=self._task)
        self._session = found["session"]
        seen = found["observation"]
        host = urlsplit(seen["url"]).hostname
        urls = [urljoin(seen["url"], one["url"]) for one in seen["elements"].values() if one.get("url")]
        urls = [url for url in urls if "#" not in url and "logout" not in url]
        own = [url for url in urls if urlsplit(url).hostname == host]
        self._pages = [seen["url"], *dict.fromkeys(own)][:STEPS]

    def _run(self) -> None:
        try:
            for _ in range(self._rounds):
                began = time.perf_counter()
                self._ask("/reset", session=self._session, task=self._task)
                self.resets.append(time.perf_counter() - began)
                for number in range(STEPS):
                    page = self._pages[number % len(self._pages)]
                    began = time.perf_counter()
                    self._ask("/step", session=self._session, action={"name": "goto", "url": page})
                    self.steps.append(time.perf_counter() - began)
            self._ask("/close", session=self._session)
        except (httpx.HTTPError, KeyError) as error:
            self.failed = f"{type(error).__name__}: {error}"
        finally:
            self._http.close()

    def _ask(self, path: str, **data: Any) -> dict[str, Any]:
        answer = self._http.post(path, json=data)
        answer.raise_for_status()
        found: dict[str, Any] = answer.json()
        return found


@contextmanager
def _service(task: str, worlds: int) -> Iterator[tuple[str, str]]:
    """A service of its own process, as people start it."""
    token = secrets.token_hex(16)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    url = f"http://127.0.0.1:{port}"
    with tempfile.TemporaryDirectory(prefix="webarium-bench-") as place:
        options = ["--tasks", task, "--worlds", str(worlds), "--port", str(port), "--run", f"{place}/run"]
        command = [sys.executable, "-m", "harness.commands.start", "serve", *options]
        with (Path(place) / "log").open("w") as log:
            process = subprocess.Popen(
                command,
                env=os.environ | {"WEBARIUM_SERVE_TOKENS": token},
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        try:
            _await(url, process, Path(place) / "log")
            yield url, token
        finally:
            process.terminate()
            try:
                process.wait(60)
            except subprocess.TimeoutExpired:
                processes.end_tree(process.pid)


def _await(url: str, process: subprocess.Popen[bytes], log: Path) -> None:
    until = time.monotonic() + START_SECONDS
    while time.monotonic() < until and process.poll() is None:
        try:
            httpx.get(f"{url}/health", timeout=5)
            return
        except httpx.HTTPError:
            time.sleep(0.2)
    lines = log.read_text(errors="replace").strip().splitlines()
    raise WebariumError(
        f"The service did not start: {lines[-1] if lines else 'it said nothing'}",
        remedy="see: webarium doctor",
    )


def _percentiles(name: str, seconds: Sequence[float]) -> dict[str, float]:
    cuts = statistics.quantiles(seconds, n=100, method="inclusive")
    return {f"{name}_p50": round(cuts[49], 3), f"{name}_p99": round(cuts[98], 3)}
