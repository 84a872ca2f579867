"""The journal of a run: one line an episode, synced to disk, so that a killed run resumes where it was."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path
from typing import IO

from harness import jsonio
from harness.run.models import NEWER, JournalLine, Key, Newer
from sites.errors import WebariumError
from sites.files import is_there, read_bytes, why_no_json


class RunBusy(WebariumError):
    """Another process writes this run."""


def read_journal(path: Path, *, torn: bool = False) -> dict[Key, JournalLine]:
    """The last line of every episode.

    Args:
        path: the journal.
        torn: leave out a last line that was cut (the writer was killed): for those who go on with the run,
            which mends it. Nobody else may take what is left for the whole run.

    Raises:
        WebariumError: when a line is not readable, or an episode has two verdicts.
    """
    if not is_there(path):
        return {}
    lines = read_bytes(path).split(b"\n")
    found: dict[Key, JournalLine] = {}
    places: dict[Key, int] = {}
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            entry = JournalLine.read(jsonio.parse(line))
        except Newer as error:
            raise WebariumError(f"{path}, line {number}: {error}", remedy=NEWER) from error
        except ValueError as error:
            again = f"`webarium eval --resume {path.parent}`"
            if number == len(lines):  # no newline follows: it was being written
                if torn:
                    continue
                raise WebariumError(
                    f"{path}, line {number} is cut: the run ended while it was written",
                    remedy=f"{again} mends the journal and plays what is missing",
                ) from error
            raise WebariumError(
                f"{path}, line {number} is not an episode of a journal: {why_no_json(error)}",
                remedy=f"delete that line; {again} plays its episode again",
            ) from error
        before = found.get(entry.key)
        # an error is played again; a verdict is only changed by giving up, or by judging again
        if before and before.finished and entry.finished and not entry.rescored:
            raise WebariumError(
                f"{path}: {entry.task_id} (trial {entry.trial}) has a verdict in line "
                f"{places[entry.key]} and another in line {number}",
                remedy="delete one of the two lines",
            )
        found[entry.key], places[entry.key] = entry, number
    return found


class Journal:
    """Appends to a run's journal; holds the run's lock as long as it is open.

    Raises:
        RunBusy: when another process writes this run.
        WebariumError: when the folder cannot be written.
    """

    def __init__(self, folder: Path) -> None:
        self.path = folder / "journal.jsonl"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._lock: IO[str] = (folder / ".lock").open("w")
        except OSError as error:
            raise WebariumError(
                f"A run cannot be kept in {folder}: {error.strerror}",
                remedy="name a folder that can be written: --run NAME",
            ) from error
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
        self._failed = False

    def append(self, line: JournalLine) -> None:
        """Write one episode and return when it is on the disk.

        Raises:
            OSError: it cannot be written; names the file.
        """
        try:
            self._file.write(line.to_line())
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError as error:  # of a full disk, which names no file
            self._failed = True
            raise OSError(error.errno, error.strerror, str(self.path)) from error

    def close(self) -> None:
        """Give up the lock.

        Raises:
            OSError: what was written cannot be kept; names the file. After an ``append`` that could not write
                there is none: that one said it.
        """
        try:
            self._file.close()  # writes again what could not be written
        except OSError as error:
            if not self._failed:
                raise OSError(error.errno, error.strerror, str(self.path)) from error
        finally:
            self._lock.close()

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _mend(self) -> None:
        """Cut a torn last line off, so that the next one starts on a line of its own."""
        if not is_there(self.path):
            return
        content = self.path.read_bytes()
        whole = content.rfind(b"\n") + 1
        if whole < len(content):
            os.truncate(self.path, whole)
