"""What an episode does at a time, how long that may take, and how long it took."""

from __future__ import annotations

import time
from collections.abc import Callable

OnPhase = Callable[[str, float], None]
"""Called with what begins now and how many seconds it may take at most.

The first word says who would be at fault if it took longer: ``agent``, ``browser`` or ``site``.
"""

RESET, CHECK, SETTLE, JUDGE = "site: reset", "site: check", "site: settle", "site: judge"
OPEN, OBSERVE, KEEP, ACT, CLOSE = (
    "browser: open", "browser: observe", "browser: keep", "browser: act", "browser: close",
)  # fmt: skip
ANSWER, LEAVE = "agent: answer", "agent: leave"

MOST_SECONDS = {
    RESET: 330.0,  # a world's control port is given 300; a world may say that it takes longer
    CHECK: 330.0,
    OPEN: 180.0,  # several start pages, each with a navigation and its settling
    OBSERVE: 150.0,
    KEEP: 90.0,
    ACT: 120.0,
    CLOSE: 90.0,
    SETTLE: 60.0,
    JUDGE: 330.0,
    LEAVE: 15.0,
}
"""Seconds that a phase may take; ``ANSWER`` takes what the limits of the episode grant."""


class Phases:
    """Tells of phases as they begin, and measures their sums.

    Args:
        tell: called at the beginning of each.
    """

    def __init__(self, tell: OnPhase | None = None) -> None:
        self._tell = tell or (lambda what, seconds: None)
        self.laps: dict[str, float] = {}
        self._begin = self._last = time.perf_counter()

    def begin(self, what: str, seconds: float | None = None) -> None:
        """A phase begins."""
        self._tell(what, MOST_SECONDS[what] if seconds is None else seconds)

    def lap(self, name: str) -> None:
        """Everything since the last lap was this."""
        now = time.perf_counter()
        self.laps[name] = round(now - self._last, 3)
        self._last = now

    @property
    def total(self) -> float:
        """Seconds since the beginning."""
        return time.perf_counter() - self._begin
