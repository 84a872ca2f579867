"""The clock of the site's processes: libfaketime reads it from files that are replaced whole."""

from __future__ import annotations

import glob
import os
import time
from datetime import UTC, datetime
from pathlib import Path

from sites.facts import EPOCH

AHEAD = 0.01
"""Seconds by which the running clock leads, so that it never shows the second before the stopped one."""


def parse(moment: str) -> datetime:
    """A UTC moment such as 2026-03-16T09:00:10Z.

    Raises:
        ValueError: it is not one.
    """
    found = datetime.fromisoformat(moment.replace("Z", "+00:00"))
    if found.tzinfo is None:
        raise ValueError(f"{moment!r} has no zone; write it as 2026-03-16T09:00:10Z")
    return found.astimezone(UTC)


def library() -> str:
    """Where Debian keeps the thread-safe libfaketime."""
    return glob.glob("/usr/lib/*/faketime/libfaketimeMT.so.1")[0]


class Clock:
    """Two views of one moment: stopped (applications) and running on (servers that need time to pass).

    Args:
        folder: where the two files live; it must be writable for the services' user.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.now = EPOCH
        folder.mkdir(parents=True, exist_ok=True)

    def set(self, moment: datetime) -> None:
        """Move both clocks; processes see it the next time they ask."""
        self.now = moment
        offset = moment.timestamp() - time.time() + AHEAD
        self._replace("stopped", moment.strftime("%Y-%m-%d %H:%M:%S\n"))
        self._replace("running", f"{offset:+.3f}s\n")

    def _replace(self, name: str, text: str) -> None:
        new = self.folder / f"{name}.new"
        new.write_text(text)
        os.replace(new, self.folder / name)

    def env(self, kind: str) -> dict[str, str]:
        """Environment that puts a process on this clock; `host` gives none."""
        if kind == "host":
            return {}
        return {
            "LD_PRELOAD": library(),
            "FAKETIME_TIMESTAMP_FILE": str(self.folder / kind),
            "FAKETIME_DONT_RESET": "1",
            # heartbeats, timeouts and file times keep real time, else supervisors think their children hang
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",
            "NO_FAKE_STAT": "1",
            # meant for old C libraries: with it every wait with a deadline returns at once, and a thread
            # that wants Python's lock spins (0.9 s of processor time for what takes 0.02 s)
            "FAKETIME_FORCE_MONOTONIC_FIX": "0",
            # read the file at every question: a new time holds at once
            "FAKETIME_NO_CACHE": "1",
        }
