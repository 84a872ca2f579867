"""One supervised process of site.yaml: start, wait until ready, hold, stop."""

from __future__ import annotations

import http.client
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Collection
from typing import Any

from . import processes
from .restarts import Restarts

LINES = 1000
"""Log lines kept in memory by service."""


def say(source: str, text: str) -> None:
    """One line of the container's log."""
    print(f"{source} | {text}", file=sys.stdout, flush=True)


class Log:
    """The last lines of a service, also passed on to the container's log."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.lines: deque[str] = deque(maxlen=LINES)
        self.killed: set[int] = set()
        """Workers that a reset killed: what their parent says about that would mislead."""
        self._pump: threading.Thread | None = None

    def add(self, text: str) -> None:
        """Keep and pass on one line."""
        if "SIGKILL" in text and self.killed & {int(number) for number in re.findall(r"\d+", text)}:
            return
        self.lines.append(text)
        say(self.name, text)

    def pump(self, stream: Any) -> None:
        """Read a pipe to its end in a thread of its own."""

        def read() -> None:
            with stream:
                for raw in stream:
                    self.add(raw.decode(errors="replace").rstrip("\n"))

        self._pump = threading.Thread(target=read, name=f"log-{self.name}", daemon=True)
        self._pump.start()

    def last_words(self, count: int = 5) -> str:
        """The last lines of something that has ended, one below the other."""
        if self._pump is not None:
            self._pump.join(timeout=1)  # what it wrote may not all be read yet
        return "".join(f"\n  {line[:300]}" for line in list(self.lines)[-count:])


def _await(pids: Collection[int], letters: str, timeout: float = 5.0) -> None:
    deadline = time.monotonic() + timeout
    while any(processes.state(pid) not in letters for pid in pids):
        if time.monotonic() > deadline:
            raise RuntimeError(f"processes {pids} did not stop within {timeout:.0f} s")
        time.sleep(0.001)


class Service:
    """A process of site.yaml.

    Args:
        name: its key there.
        spec: its value there, a plain dict.
        env: whole environment of the process.
    """

    def __init__(self, name: str, spec: dict[str, Any], env: dict[str, str]) -> None:
        self.name = name
        self.spec = spec
        self.env = env
        self.log = Log(name)
        self.process: subprocess.Popen[bytes] | None = None
        self.restarts = Restarts()
        self.expected = True
        """Whether the process is meant to be down now."""
        self.proved = False
        """Whether the ready check has passed since the start."""

    @property
    def on_reset(self) -> str:
        """keep, refork, pause, restart or flush."""
        return str(self.spec.get("on_reset", "restart"))

    @property
    def always(self) -> bool:
        """Whether a clean reset does it too."""
        return self.spec.get("when") == "always"

    @property
    def alive(self) -> bool:
        """Whether the process runs."""
        return self.process is not None and self.process.poll() is None

    def start(self) -> None:
        """Start the process; `wait_ready` tells when it serves."""
        self.proved = False
        self.process = processes.start(
            self.spec["command"],
            cwd=self.spec.get("cwd", "/"),
            env=self.env,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        self.log.pump(self.process.stdout)
        self.expected = False

    def wait_ready(self, lost: Callable[[], str] = str) -> None:
        """Wait for the ready check.

        Args:
            lost: says what else has ended, without which the check cannot pass; empty while nothing has.

        Raises:
            RuntimeError: the process ended, or `lost` says so of others, or the check does not pass in time.
        """
        check = self.spec.get("ready")
        if not check:
            self.proved = True
            return
        timeout = float(check.get("timeout", 120))
        deadline = time.monotonic() + timeout
        why = ""
        while time.monotonic() < deadline:
            if self.process is None or (code := self.process.poll()) is not None:
                raise RuntimeError(
                    f"service {self.name} ended with {code} while starting: {self.log.last_words()}"
                )
            why = self.probe(check)
            if not why:
                self.proved = True
                return
            if what := lost():
                raise RuntimeError(f"{what} while service {self.name} was starting")
            time.sleep(0.01)
        raise RuntimeError(f"service {self.name} was not ready within {timeout:.0f} s: {why}")

    def probe(self, check: dict[str, Any]) -> str:
        """One try of a ready check; empty when it passes, else why not."""
        try:
            if check.get("http"):
                connection = http.client.HTTPConnection("127.0.0.1", int(self.env["HTTP_PORT"]), timeout=30)
                try:
                    connection.request("GET", check["http"], headers={"Host": self.env["SITE_HOST"]})
                    status = connection.getresponse().status
                finally:
                    connection.close()
                return "" if status < 400 else f"{check['http']} answered {status}"
            if check.get("tcp"):
                socket.create_connection(("127.0.0.1", int(check["tcp"])), timeout=5).close()
                return ""
            if check.get("unix"):
                with socket.socket(socket.AF_UNIX) as client:
                    client.connect(check["unix"])
                return ""
            code, _, _ = processes.run(check["command"], self.env, 30)
            return "" if code == 0 else f"the check ended with {code}"
        except (OSError, http.client.HTTPException, subprocess.TimeoutExpired) as error:
            return str(error) or type(error).__name__

    def hold(self) -> None:
        """Before a restore: let nothing of this service run that touches state (see `on_reset`)."""
        if self.process is None or not self.alive:
            return
        parent = self.process.pid
        if self.on_reset == "restart":
            self.stop()
        elif self.on_reset in ("refork", "pause"):
            number, letters = (
                (signal.SIGKILL, processes.GONE) if self.on_reset == "refork" else (signal.SIGSTOP, "TtZX")
            )
            processes.send(parent, signal.SIGSTOP)
            _await([parent], "TtZX")
            held: set[int] = set()
            # again and again, since children have children until they are held
            while below := set(processes.descendants(parent)) - held:
                for child in below:
                    processes.send(child, number)
                _await(below, letters)
                held |= below
            if self.on_reset == "refork":
                self.log.killed = held

    def release(self) -> None:
        """After a restore: let it run on, or run its flush command.

        Raises:
            RuntimeError: the flush command failed.
        """
        if self.on_reset == "flush":
            code, output, errors = processes.run(self.spec["flush"], self.env, 60)
            if code:
                text = (errors or output).strip()
                raise RuntimeError(f"flush of {self.name} ended with {code}: {text[-300:]}")
        elif self.on_reset in ("refork", "pause") and self.process is not None:
            for pid in [*processes.descendants(self.process.pid), self.process.pid]:
                processes.send(pid, signal.SIGCONT)

    def stop(self) -> None:
        """Kill the process, its descendants and its group, and reap."""
        self.expected = True
        if self.process is None:
            return
        pids = processes.descendants(self.process.pid) if self.alive else []
        if self.alive:
            processes.send(-self.process.pid, signal.SIGKILL)
        for pid in pids:
            processes.send(pid, signal.SIGKILL)
        self.process.wait()

    def idle(self) -> str:
        """Empty when the service's queue is, else what it printed."""
        check = self.spec.get("idle")
        if not check:
            return ""
        code, output, _ = processes.run(check["command"], self.env, 30)
        text = output.strip()
        return "" if code == 0 and text == check["expect"] else f"{self.name}: {text[:80]}"
