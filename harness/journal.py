"""The journal of a run: one line an episode, synced to disk, so that a killed run resumes where it was."""

from __future__ import annotations

import fcntl
import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from sites.errors import WebariumError

FINISHED = ("passed", "failed")


class RunBusy(WebariumError):
    """Another process writes this run."""


@dataclass(frozen=True, order=True)
class Key:
    """What an episode is known by."""

    task_id: str
    trial: int
    config: str

    @classmethod
    def of(cls, line: dict[str, Any]) -> Key:
        """The key of a journal line."""
        return cls(line["task_id"], int(line["trial"]), line["config"])


def read_journal(path: Path) -> dict[Key, dict[str, Any]]:
    """The last line of every episode; a torn last line (the writer was killed) is left out.

    Raises:
        WebariumError: when a line that is not the last is not readable.
    """
    if not path.is_file():
        return {}
    lines = path.read_bytes().split(b"\n")
    found: dict[Key, dict[str, Any]] = {}
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            entry = json.loads(line)
            found[Key.of(entry)] = entry
        except (ValueError, KeyError, TypeError) as error:
            if number == len(lines):  # no newline follows: it was being written
                continue
            raise WebariumError(
                f"{path.name}, line {number} is not an episode of a journal ({type(error).__name__})",
                remedy="delete that line; the episode will be run again by --resume",
            ) from error
    return found


class Journal:
    """Appends to a run's journal; holds the run's lock as long as it is open.

    Raises:
        RunBusy: when another process writes this run.
    """

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.path = folder / "journal.jsonl"
        self._lock: IO[str] = (folder / ".lock").open("w")
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            self._lock.close()
            raise RunBusy(
                f"The run {folder.name} is being written by another process",
                remedy="wait for it, or choose another folder with --run",
            ) from error
        self._mend()
        self._file: IO[bytes] = self.path.open("ab")

    def append(self, line: dict[str, Any]) -> None:
        """Write one episode and return when it is on the disk."""
        Key.of(line)
        self._file.write(json.dumps(line, ensure_ascii=False, default=str).encode() + b"\n")
        self._file.flush()
        os.fsync(self._file.fileno())

    def close(self) -> None:
        """Give up the lock."""
        self._file.close()
        self._lock.close()

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _mend(self) -> None:
        """Cut a torn last line off, so that the next one starts on a line of its own."""
        if not self.path.is_file():
            return
        content = self.path.read_bytes()
        whole = content.rfind(b"\n") + 1
        if whole < len(content):
            os.truncate(self.path, whole)
