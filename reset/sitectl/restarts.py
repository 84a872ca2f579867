"""When something that ended by itself is started again, and when no more."""

from __future__ import annotations

DELAYS = (0.0, 1.0, 2.0, 4.0, 8.0)
"""Seconds before each new start of what keeps ending; after the last of them it is given up."""

LASTING = 60.0
"""Seconds after which a process counts as having run well: its next end is a first one again."""


class Restarts:
    """The new starts of one process. Times are seconds of a clock that only moves forward."""

    def __init__(self) -> None:
        self.count = 0
        """How often it was started again in the container's life."""
        self.due: float | None = None
        """When it is to be started again; None while it runs, or after `forget`."""
        self._tries = 0
        self._began = 0.0

    def ended(self, now: float) -> bool:
        """It ended by itself; says whether it is to be started once more (`due` is when)."""
        if now - self._began > LASTING:
            self._tries = 0
        if self._tries == len(DELAYS):
            return False
        self.due = now + DELAYS[self._tries]
        self._tries += 1
        return True

    def began(self, now: float) -> None:
        """It was started again."""
        self.count += 1
        self.due = None
        self._began = now

    def forget(self) -> None:
        """It is as good as new: a reset started it, or will."""
        self.due = None
        self._tries = 0
