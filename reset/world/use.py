"""Who plays in a world: one process at a time, since each resets it under the others."""

from __future__ import annotations

import fcntl
import os
import sys
import threading
import time
from pathlib import Path
from typing import IO

from reset.errors import WorldError
from reset.world.record import Record

PATIENCE = 5.0
"""Seconds to wait for who plays in a world: a worker that was killed takes a moment to be gone."""

_guard = threading.Lock()
_held: dict[str, tuple[IO[str], int]] = {}
"""By world, the locked file and how many in this process hold it."""


class Use:
    """The use of a world for this process alone, while it is taken.

    Args:
        world: the world's name. Any number in one process may have the same one.
    """

    def __init__(self, world: str) -> None:
        self.world = world
        self._taken = False

    def take(self) -> None:
        """Have the world for this process until `leave`; once is enough.

        Raises:
            WorldError: another process plays in it.
        """
        if not self._taken:
            _take(self.world)
            self._taken = True

    def leave(self) -> None:
        """Let others play."""
        if self._taken:
            self._taken = False
            _leave(self.world)


def _take(world: str) -> None:
    with _guard:
        if world in _held:
            stream, count = _held[world]
            _held[world] = (stream, count + 1)
            return
        stream = Record.path(world).with_suffix(".use").open("a+")
        deadline = time.monotonic() + PATIENCE
        while not _lock(stream):
            if time.monotonic() > deadline:
                stream.seek(0)
                who = stream.read().strip() or "another process"
                stream.close()
                raise WorldError(
                    f"{who} plays in the world {world!r}, and each resets it under the other",
                    remedy="wait until it ends, or start a world of your own: webarium up --world OTHER",
                )
            time.sleep(0.05)
        stream.truncate(0)
        stream.write(f"{' '.join([Path(sys.argv[0]).name, *sys.argv[1:2]])} (process {os.getpid()})")
        stream.flush()
        _held[world] = (stream, 1)


def _leave(world: str) -> None:
    with _guard:
        stream, count = _held.pop(world)
        if count > 1:
            _held[world] = (stream, count - 1)
        else:
            stream.close()


def _lock(stream: IO[str]) -> bool:
    try:
        fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
