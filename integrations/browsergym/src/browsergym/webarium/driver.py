"""The other side: ``webarium drive``, asked over its pipes."""

from __future__ import annotations

import atexit
import json
import os
import shlex
import shutil
import subprocess
import threading
from pathlib import Path
from typing import Any

COMMAND = "WEBARIUM_COMMAND"
WORLD = "WEBARIUM_WORLD"
ANSWER_FORMAT = "WEBARIUM_ANSWER_FORMAT"


class DriverError(RuntimeError):
    """Webarium is missing, or the sandbox failed; it says nothing about the agent."""


class Driver:
    """A running ``webarium drive``; one for all environments of a process, with a world of its own."""

    _shared: Driver | None = None

    def __init__(self, command: list[str]) -> None:
        try:
            self._process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
            )
        except OSError as error:
            raise DriverError(f"{command[0]} does not start: {error.strerror}") from error
        self._lock = threading.Lock()
        self.pid = os.getpid()
        atexit.register(self.close)

    @classmethod
    def shared(cls) -> Driver:
        """The driver of this process; a forked process gets one of its own."""
        one = cls._shared
        if one is None or one.pid != os.getpid() or one._process.poll() is not None:
            cls._shared = one = cls(_command())
        return one

    def ask(self, do: str, **request: Any) -> dict[str, Any]:
        """One request and its answer.

        Raises:
            DriverError: with the sandbox's message, and what to do about it.
        """
        with self._lock:
            try:
                assert self._process.stdin is not None
                assert self._process.stdout is not None
                self._process.stdin.write(json.dumps({"do": do, **request}) + "\n")
                self._process.stdin.flush()
                line = self._process.stdout.readline()
            except (BrokenPipeError, ValueError) as error:
                raise DriverError("webarium drive is gone") from error
            except BaseException:  # Ctrl-C: its answer to this would be taken for that to the next request
                self._process.kill()
                raise
        if not line:
            raise DriverError("webarium drive ended; its last words are on standard error")
        answer = json.loads(line)
        if not answer["ok"]:
            raise DriverError(f"{answer['error']}. {answer.get('remedy') or ''}".rstrip(". "))
        return answer

    def close(self) -> None:
        """End it; its world goes with it."""
        if self.pid != os.getpid():
            return
        if self._process.stdin:
            self._process.stdin.close()
        try:
            self._process.wait(60)
        except subprocess.TimeoutExpired:
            self._process.kill()


def _command() -> list[str]:
    """How to start the driver: as the environment says, from the path, or from the checkout around us."""
    words = shlex.split(os.environ.get(COMMAND, ""))
    if not words:
        checkout = Path(__file__).resolve().parents[5] / ".venv" / "bin" / "webarium"
        found = shutil.which("webarium") or (str(checkout) if checkout.is_file() else None)
        if found is None:
            raise DriverError(f"There is no command webarium; set {COMMAND} to the one of your checkout")
        words = [found]
    world = os.environ.get(WORLD)
    told = os.environ.get(ANSWER_FORMAT, "full")
    options = ["--agent", "browsergym", "--answer-format", told, *(["--world", world] if world else [])]
    return [*words, "drive", *options]
