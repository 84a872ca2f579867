"""An agent as a process of its own: how it is started, spoken to and ended.

The process gets a session of its own, an almost empty environment, an empty working folder and, where it is
not ours, a jail (``orders``, ``places``). It inherits no file but its three pipes. A keeper ends what it
leaves.
"""

from __future__ import annotations

import os
import selectors
import shlex
import subprocess
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from harness.agents import keeper
from harness.agents.naming import AgentError, AgentSpec
from harness.agents.orders import account_of, environment_of, orders_for
from harness.agents.protocol import ProtocolError, TaskMessage, decode, encode
from harness.processes import end_tree
from harness.temporary import folder_for, remove
from sites.errors import WebariumError

LINE_LIMIT = 8 * 1024 * 1024  # bytes of one message of an agent
MOST_SKIPPED = 16 * LINE_LIMIT  # bytes of one that is too long until the agent is ended; it may have no end
CHUNK = 65536
LOG_LIMIT = 1_000_000  # bytes of an agent's log that are kept of an episode
END_SECONDS = 2.0  # how long an agent may take to leave after its last episode
KEEPER_SECONDS = 10.0  # how long its keeper may take to end all that it has started
NOTE = "webarium: "  # begins a line in an agent's log that is not the agent's


class AgentGone(Exception):
    """The agent's process ended, or closed its pipe, in the middle of an episode."""


class AgentSlow(Exception):
    """The agent did not answer in time."""


class AgentProcess:
    """A running agent.

    Args:
        spec: what to start.
        log: file that takes its stderr.

    Raises:
        WebariumError: when it does not start.
    """

    def __init__(self, spec: AgentSpec, *, log: Path) -> None:
        self.spec = spec
        self.log = log
        account = account_of(spec)
        self._folder = folder_for("agent")
        self._buffer = b""
        self._skipped = 0
        self._complaint = ""
        if account:
            os.chown(self._folder, account.pw_uid, account.pw_gid)
        log.parent.mkdir(parents=True, exist_ok=True)
        self._log_from = self._unread_from = log.stat().st_size if log.is_file() else 0
        try:
            with log.open("ab") as errors:
                self._process, self.pid = keeper.start(
                    orders_for(spec, folder=self._folder, account=account, secret=[log.parent.parent]),
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=errors,
                    cwd=self._folder,
                    env=environment_of(spec, self._folder),
                    bufsize=0,
                )
        except WebariumError:
            remove(self._folder)
            raise
        except OSError as error:
            remove(self._folder)
            raise AgentError(
                f"The agent {spec.name} does not start: {error.strerror}",
                remedy=f"try it by hand: {shlex.join(spec.command)}",
            ) from error
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._stdin, self._stdout = self._process.stdin, self._process.stdout
        os.set_blocking(self._stdin.fileno(), False)
        os.set_blocking(self._stdout.fileno(), False)

    @property
    def running(self) -> bool:
        """Whether the process is there."""
        return self._process.poll() is None

    def begin(self, task: TaskMessage, *, seconds: float) -> None:
        """Hand over a task; what is left of the last one is thrown away.

        Raises:
            AgentGone: when nobody reads.
            AgentSlow: when the agent does not read for so long, or does not stop writing.
        """
        deadline = time.monotonic() + seconds
        self._forget()
        while self._read_chunk(0.0):
            self._forget()
            if time.monotonic() > deadline:
                raise AgentSlow(f"the agent wrote for {seconds:g} s before it had a task")
        self.send(task.to_json(), seconds=seconds)

    def send(self, message: dict[str, Any], *, seconds: float) -> None:
        """Write one message.

        Raises:
            AgentGone: when nobody reads.
            AgentSlow: when the agent does not read for so long.
        """
        data = memoryview(encode(message))
        deadline = time.monotonic() + seconds
        while data:
            try:
                written = self._stdin.write(data)
            except (BrokenPipeError, ValueError) as error:
                raise AgentGone(self._farewell()) from error
            if written:
                data = data[written:]
            elif not _ready(self._stdin, selectors.EVENT_WRITE, deadline):
                raise AgentSlow(f"the agent did not read for {seconds:g} s")

    def receive(self, *, seconds: float) -> dict[str, Any]:
        """The next message.

        Raises:
            AgentGone: when the process ended instead, or was ended because its message has no end.
            AgentSlow: when none comes for so long.
            ProtocolError: when a line is not a message; what was wrong stands in the log as well.
        """
        try:
            message = decode(self._line(time.monotonic() + seconds, seconds))
        except ProtocolError as error:
            self.note(error.message)
            raise
        self._complaint = ""
        return message

    def note(self, problem: str) -> None:
        """Say in the agent's log what was wrong with its message; it is told again if the agent then goes."""
        self._complaint = problem
        with suppress(OSError), self.log.open("a", encoding="utf-8", errors="replace") as file:
            file.write(f"{NOTE}{problem}\n")

    def end(self, reason: str) -> None:
        """Tell the agent that the episode is over; a lasting one stays for the next."""
        try:
            self.send({"type": "end", "reason": reason}, seconds=END_SECONDS)
        except (AgentGone, AgentSlow):
            self.close()
            return
        if not self.spec.lasting:
            self.close(seconds=END_SECONDS)

    def take_log(self) -> bytes:
        """What it wrote to its log since this was called last; a megabyte at most."""
        try:
            with self.log.open("rb") as file:
                file.seek(self._unread_from)
                said = file.read(LOG_LIMIT)
                self._unread_from = file.seek(0, os.SEEK_END)
        except OSError:
            return b""
        return said

    def close(self, *, seconds: float = 0.0) -> None:
        """End the process and all it started."""
        with suppress(OSError):
            self._stdin.close()
        if self.running and seconds:
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(seconds)
        self._process.terminate()
        try:
            self._process.wait(KEEPER_SECONDS)
        except subprocess.TimeoutExpired:
            end_tree(self._process.pid)
            self._process.wait()
        self._stdout.close()
        remove(self._folder)

    def _line(self, deadline: float, seconds: float) -> bytes:
        """The next line that is not empty; of one that is too long only the beginning is ever kept."""
        while True:
            line, end, rest = self._buffer.partition(b"\n")
            if end:
                self._buffer = rest if line.strip() else rest.lstrip()
                skipped, self._skipped = self._skipped, 0
                if line.strip() and not skipped:
                    return line
                continue
            if self._skipped:
                self._skipped += len(self._buffer)
                self._buffer = b""
            elif len(self._buffer) > LINE_LIMIT:
                self._skipped, self._buffer = len(self._buffer), b""
                raise ProtocolError("a message is longer than 8 MB")
            if self._skipped > MOST_SKIPPED:
                self.close()
                raise AgentGone(
                    f"the agent was ended: it wrote {self._skipped >> 20} MB without ending the line"
                )
            if not self._read_chunk(deadline - time.monotonic()):
                raise AgentSlow("; ".join(filter(None, (f"no action within {seconds:g} s", self._unended()))))

    def _forget(self) -> None:
        self._buffer, self._skipped, self._complaint = b"", 0, ""

    def _unended(self) -> str:
        """What there is of a line without its end, in words; empty where there is nothing."""
        if self._skipped:
            return f"its last message is longer than 8 MB and has no end: {self._skipped >> 20} MB so far"
        begun = self._buffer.strip()[:120].decode("utf-8", "replace")
        return f"its last line has no end: {begun!r}" if begun else ""

    def _read_chunk(self, seconds: float) -> bool:
        if seconds < 0 or not _ready(self._stdout, selectors.EVENT_READ, time.monotonic() + seconds):
            return False
        chunk = self._stdout.read(CHUNK)
        if chunk == b"":
            raise AgentGone(self._farewell())
        self._buffer += chunk or b""
        return True

    def _farewell(self) -> str:
        try:
            code = self._process.wait(1.0)
        except subprocess.TimeoutExpired:
            return "; ".join(filter(None, ("the agent closed its pipe", self._unended())))
        said = "; ".join(filter(None, (self._unended(), self._complaint, self._last_words())))
        return f"the agent ended with code {code}" + (f": {said}" if said else "")

    def _last_words(self) -> str:
        """The last line it wrote to its log since it was started."""
        try:
            with self.log.open("rb") as file:
                file.seek(self._log_from)
                lines = file.read().decode("utf-8", "replace").split("\n")
        except OSError:
            return ""
        own = (line.strip() for line in reversed(lines) if not line.startswith(NOTE))
        return next((line[:300] for line in own if line), "")


def _ready(stream: Any, event: int, deadline: float) -> bool:
    with selectors.DefaultSelector() as selector:
        selector.register(stream, event)
        return bool(selector.select(max(0.0, deadline - time.monotonic())))
