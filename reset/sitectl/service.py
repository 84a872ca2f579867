"""One supervised process: start, wait until ready, hold, stop."""

from __future__ import annotations

import contextlib
import http.client
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections import deque
from pathlib import Path
from typing import Any

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

        threading.Thread(target=read, name=f"log-{self.name}", daemon=True).start()


def state(pid: int) -> str:
    """The kernel's letter for a process: R, S, T (stopped), Z (dead, not reaped); empty when it is gone."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (OSError, IndexError):
        return ""


def descendants(pid: int) -> list[int]:
    """Children, grandchildren and so on of a process, nearest first."""
    parents: dict[int, list[int]] = {}
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                fields = Path(f"/proc/{entry}/stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            parents.setdefault(int(fields[1]), []).append(int(entry))
    found, queue = [], deque([pid])
    while queue:
        for child in parents.get(queue.popleft(), []):
            found.append(child)
            queue.append(child)
    return found


def _signal(pid: int, number: int) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, number)


def _await(pids: list[int], letters: str, timeout: float = 5.0) -> None:
    deadline = time.monotonic() + timeout
    while any(state(pid) not in letters for pid in pids):
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
        self.restarts = 0
        self.expected = True
        """Whether the process is meant to be down now."""

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
        self.process = subprocess.Popen(
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

    def wait_ready(self) -> None:
        """Wait for the ready check.

        Raises:
            RuntimeError: the process ended, or the check does not pass in time.
        """
        check = self.spec.get("ready")
        if not check:
            return
        timeout = float(check.get("timeout", 120))
        deadline = time.monotonic() + timeout
        why = ""
        while time.monotonic() < deadline:
            if self.process is None or (code := self.process.poll()) is not None:
                last = self.log.lines[-1] if self.log.lines else ""
                raise RuntimeError(f"service {self.name} ended with {code} while starting: {last}")
            why = self.probe(check)
            if not why:
                return
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
            code = subprocess.run(
                check["command"], env=self.env, capture_output=True, timeout=30, check=False
            )
            return "" if code.returncode == 0 else f"the check ended with {code.returncode}"
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
            _signal(parent, signal.SIGSTOP)
            _await([parent], "TZ")
            children = descendants(parent)
            if self.on_reset == "refork":
                self.log.killed = set(children)
            for child in children:
                _signal(child, signal.SIGKILL if self.on_reset == "refork" else signal.SIGSTOP)
            _await(children, "Z" if self.on_reset == "refork" else "TZ")

    def release(self) -> None:
        """After a restore: let it run on, or run its flush command.

        Raises:
            RuntimeError: the flush command failed.
        """
        if self.on_reset == "flush":
            done = subprocess.run(
                self.spec["flush"], env=self.env, capture_output=True, timeout=60, check=False
            )
            if done.returncode:
                text = (done.stderr or done.stdout).decode(errors="replace").strip()
                raise RuntimeError(f"flush of {self.name} ended with {done.returncode}: {text[-300:]}")
        elif self.on_reset in ("refork", "pause") and self.process is not None:
            for pid in [*descendants(self.process.pid), self.process.pid]:
                _signal(pid, signal.SIGCONT)

    def stop(self) -> None:
        """Kill the process, its descendants and its group, and reap."""
        self.expected = True
        if self.process is None:
            return
        pids = descendants(self.process.pid) if self.alive else []
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        for pid in pids:
            _signal(pid, signal.SIGKILL)
        self.process.wait()

    def idle(self) -> str:
        """Empty when the service's queue is, else what it printed."""
        check = self.spec.get("idle")
        if not check:
            return ""
        done = subprocess.run(check["command"], env=self.env, capture_output=True, timeout=30, check=False)
        text = done.stdout.decode(errors="replace").strip()
        return "" if done.returncode == 0 and text == check["expect"] else f"{self.name}: {text[:80]}"
