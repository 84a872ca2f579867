"""The container's folder for temporary files: what an episode leaves there ends with it."""

from __future__ import annotations

import contextlib
import shutil
from pathlib import Path

from .files import walk


class Scratch:
    """A folder that is empty before a site comes up, and belongs to its services from then on.

    Names alone count: sockets, pid files and folders that services make when they start are nobody's state,
    and nothing else is there when `mark` is called.

    Args:
        folder: of this container alone.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.known: set[str] = set()

    def clear(self) -> None:
        """Empty it, for a site that is to come up from nothing."""
        self.known = set()
        self.restore()

    def mark(self) -> None:
        """What is there now stays."""
        self.known = self._names()

    def added(self) -> set[str]:
        """Relative paths of what came after `mark`; folders end with a slash."""
        return self._names() - self.known

    def restore(self) -> int:
        """Remove what came after `mark`; returns how much that was.

        Raises:
            OSError: something cannot be removed.
        """
        added = self.added()
        for name in sorted(added):
            path = self.folder / name
            with contextlib.suppress(FileNotFoundError):  # gone with its folder, or by its owner's hand
                if name.endswith("/"):
                    shutil.rmtree(path)
                else:
                    path.unlink()
        return len(added)

    def _names(self) -> set[str]:
        for _ in range(3):  # a service that stays may just take its own file away
            with contextlib.suppress(FileNotFoundError):
                return set(walk(self.folder)) if self.folder.is_dir() else set()
        return set(walk(self.folder))
