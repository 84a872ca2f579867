"""A bound on everything that is asked of a page.

Much of Playwright waits without end: to evaluate, to read a title, to take a snapshot. A page in an endless
loop answers none of it. While one of these calls waits, Playwright's event loop runs in this very thread, so
an alarm set on that loop goes off just then; it ends Chromium, and the call that waited fails at once. Where
nothing hangs, the alarm costs neither a thread nor a round trip.
"""

from __future__ import annotations

from asyncio import AbstractEventLoop
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from harness.processes import end_tree
from sites.errors import WebariumError

HANG_SECONDS = 30.0  # longer than anything takes that has a time-out of its own
FIRM_SECONDS = 10.0  # how long Playwright's driver may take to notice that Chromium is gone


class PageHangs(WebariumError):
    """A page did not react; its Chromium has been ended, and the episode may be tried again with another."""


class Watchdog:
    """Ends a Chromium that keeps somebody waiting.

    Args:
        loop: the event loop of its Playwright.
        chromium: its process.
        driver: the process of Playwright's driver, which is ended if that does not help.
    """

    def __init__(self, loop: AbstractEventLoop, *, chromium: int, driver: int | None) -> None:
        self._loop = loop
        self._pids = [pid for pid in (chromium, driver) if pid is not None]

    @contextmanager
    def over(self, where: Callable[[], str], *, seconds: float | None = None) -> Iterator[None]:
        """Bound what is done within.

        Args:
            where: tells the address of the page, when it is needed.
            seconds: instead of ``HANG_SECONDS``.

        Raises:
            PageHangs: when it took longer, instead of what was raised because of that.
        """
        limit, told = HANG_SECONDS if seconds is None else seconds, ""

        def bite() -> None:
            nonlocal told
            told = told or where()
            end_tree(self._pids[0])

        alarms = [self._loop.call_later(limit, bite)]
        alarms += [self._loop.call_later(limit + FIRM_SECONDS, end_tree, pid) for pid in self._pids[1:]]
        try:
            yield
        except Exception as error:
            if told:
                raise _hangs(told, limit) from error
            raise
        finally:
            for alarm in alarms:
                alarm.cancel()
        if told:
            raise _hangs(told, limit)


def _hangs(where: str, seconds: float) -> PageHangs:
    return PageHangs(f"the page at {where} does not react: given up after {seconds:g} s")
