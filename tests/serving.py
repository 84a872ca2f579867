"""A service as a person starts it, and what can be done to it from outside."""

from __future__ import annotations

import os
import secrets
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from harness import processes
from harness.agents.oracle import Player
from harness.agents.protocol import Observation
from harness.run.models import JournalLine
from harness.run.reader import RunFolder
from reset.plan import container_name
from reset.world import running
from sites.spec import ROOT
from tasks.loader import oracle_view

sys.path.insert(0, str(ROOT / "clients" / "python" / "src"))  # the client is installed elsewhere

from webarium_client import Env, Full, Result

__all__ = ["Env", "Full", "Over", "OverService", "Result", "Served", "play_oracle", "wait_for"]

START_SECONDS = 240.0
END_SECONDS = 60.0


class Served:
    """``webarium serve`` with its client; a context manager.

    Args:
        folder: of the run.
        options: of the command.
    """

    def __init__(self, folder: Path, *options: str) -> None:
        self.folder, self.token = folder, secrets.token_hex(16)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{port}"
        self._log = folder.with_suffix(".log").open("w+")
        command = [sys.executable, "-m", "harness.commands.start", "serve"]
        self.process = subprocess.Popen(
            [*command, "--port", str(port), "--run", str(folder), *options],
            cwd=ROOT,
            env=os.environ | {"WEBARIUM_SERVE_TOKENS": self.token},
            stdout=self._log,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )

    def __enter__(self) -> Self:
        wait_for(lambda: self.url in self.said or self.process.poll() is not None, START_SECONDS)
        assert self.process.poll() is None, self.said
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.process.send_signal(signal.SIGINT)
        try:
            self.process.wait(END_SECONDS)
        except subprocess.TimeoutExpired:
            processes.end_tree(self.process.pid)
            raise
        finally:
            self._log.close()

    @property
    def said(self) -> str:
        """What it printed."""
        return Path(self._log.name).read_text()

    @property
    def lines(self) -> list[JournalLine]:
        """The journal, as it is now."""
        return list(RunFolder(self.folder).lines.values())

    def env(self, session: str | None = None) -> Env:
        """A client."""
        return Env(self.url, self.token, session=session)

    def live(self) -> list[dict[str, Any]]:
        """The sessions that hold a world."""
        found: list[dict[str, Any]] = self.env()._ask("GET", "/sessions")["sessions"]
        return found

    # --- faults -------------------------------------------------------------------------------------------

    def kill_worker(self, env: Env) -> None:
        """The process of a session's worker dies, without a word."""
        os.kill(int(self._row(env)["pid"]), signal.SIGKILL)

    def kill_container(self, env: Env, site: str = "home") -> None:
        """The container of a site of a session's world dies."""
        start = f"run-{self.process.pid}-{self._row(env)['worker']}-"
        (world,) = (name for name in running() if name.startswith(start))
        subprocess.run(["docker", "kill", container_name(world, site)], check=True, capture_output=True)

    def _row(self, env: Env) -> dict[str, Any]:
        """A session on the page for people."""
        name = env.state()["name"]
        (found,) = (row for row in self.live() if row["session"] == name)
        return found


class Over(Exception):
    """The episode ended before the oracle did; ``result`` says why."""

    def __init__(self, result: Result) -> None:
        super().__init__(str(result.info))
        self.result = result


class OverService:
    """A session of the service as an oracle's session."""

    def __init__(self, env: Env, begun: Result) -> None:
        self.env = env
        self._take(begun)

    def observe(self) -> Observation:
        """The current observation; the same object until the next action."""
        return self.seen

    def act(self, action: Any, *, thought: str = "") -> Observation:
        """Act, over the service."""
        self._take(self.env.step(action.model_dump(mode="json", exclude_none=True), thought=thought))
        return self.seen

    def _take(self, result: Result) -> None:
        if result.observation is None:
            raise Over(result)
        self.seen = Observation.from_json(result.observation.data)


def play_oracle(env: Env, task: str, **wanted: Any) -> Result:
    """A whole episode with the actions of the reference solution."""
    session = OverService(env, env.reset(task, **wanted))
    stop = Player(oracle_view(task), session).play()
    return env.step(stop.model_dump(mode="json", exclude_none=True))


def wait_for(done: Callable[[], bool], seconds: float) -> None:
    """Wait until something is so.

    Raises:
        TimeoutError: it never was.
    """
    until = time.monotonic() + seconds
    while not done():
        if time.monotonic() > until:
            raise TimeoutError(f"it was not so within {seconds:g} s")
        time.sleep(0.1)
