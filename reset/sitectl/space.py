"""How much a site has written: an engine's volumes have no limit of their own, so somebody has to look."""

from __future__ import annotations

import os
import time
from pathlib import Path

UNITS = {"m": 2**20, "g": 2**30}
PAUSE = 2.0
"""Seconds from one look to the next, at least; never more than a fiftieth of the time is spent on looking."""


def size(root: Path) -> int:
    """Bytes that files below `root` take on the disk; what vanishes meanwhile counts for nothing."""
    total, folders = 0, [str(root)]
    while folders:
        try:
            with os.scandir(folders.pop()) as entries:
                for entry in entries:
                    if entry.is_dir(follow_symlinks=False):
                        folders.append(entry.path)
                    else:
                        total += entry.stat(follow_symlinks=False).st_blocks * 512
        except OSError:
            continue
    return total


def amount(text: str) -> int:
    """Bytes of what site.yaml writes as 300m or 2g."""
    return int(text[:-1]) * UNITS[text[-1]]


class Space:
    """A folder that may grow by so much.

    Args:
        root: the folder.
        room: bytes by which it may grow beyond its size at the last `mark`.
    """

    def __init__(self, root: Path, room: int) -> None:
        self.root = root
        self.room = room
        self.due = 0.0
        """When the next look is worth its cost."""
        self._start = 0

    def mark(self) -> None:
        """What is there now counts for nothing."""
        self._start = size(self.root)

    def excess(self) -> str:
        """Empty while there is room, else how much was written and how much may be."""
        began = time.monotonic()
        grown = size(self.root) - self._start
        ended = time.monotonic()
        self.due = ended + max(PAUSE, 50 * (ended - began))
        if grown <= self.room:
            return ""
        return f"{self.root} has grown by {grown / 2**20:.0f} MiB and may by {self.room / 2**20:.0f} MiB"
