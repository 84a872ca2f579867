"""What the bridge's thread asks of the thread in which Playwright runs, one thing after the other.

While nothing is asked, Playwright goes on: dialogs are answered, downloads kept, requests counted.
"""

from __future__ import annotations

import asyncio
from collections import deque
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import BrowserContext

from harness.browser.beside import loop_of

BEFORE, AFTER = "before", "after"
"""Somebody begins to do something, and why he may not is asked; it has been done."""
ANSWER, SAY, MESSAGES = "answer", "say", "messages"
"""The task is answered; something is said to the person who gave it; the player asks what he was told."""
SCRIPT = "script"
"""A script did something; it is known what."""
OVER = "over"
"""The episode is to end; the data says why."""


@dataclass
class Asked:
    """Something that was asked.

    Args:
        what: one of the words above.
        data: what belongs to it.
        done: the answer.
    """

    what: str
    data: Any = None
    done: Future[Any] = field(default_factory=Future)


class Desk:
    """A queue on Playwright's own event loop.

    Args:
        context: of the episode.
    """

    def __init__(self, context: BrowserContext) -> None:
        self._loop = loop_of(context)
        self._bridge: Any = context  # its way of waiting has no public name
        self._waiting: deque[Asked] = deque()
        self._heard = asyncio.Event()
        self._closed = False

    def ask(self, what: str, data: Any = None) -> Future[Any]:
        """Ask for something, from any thread; the future is cancelled when the desk is closed."""
        asked = Asked(what, data)
        try:
            self._loop.call_soon_threadsafe(self._take, asked)
        except RuntimeError:  # the loop has ended, and the desk with it
            asked.done.cancel()
        return asked.done

    def next(self, seconds: float) -> Asked | None:
        """Wait for what is asked next, while Playwright goes on; None: nothing was within that time."""
        if not self._waiting:
            self._bridge._sync(self._wait(seconds))
        return self._waiting.popleft() if self._waiting else None

    def close(self) -> None:
        """Nothing is answered any more."""
        self._closed = True
        while self._waiting:
            self._waiting.popleft().done.cancel()

    def _take(self, asked: Asked) -> None:
        if self._closed:
            asked.done.cancel()
            return
        self._waiting.append(asked)
        self._heard.set()

    async def _wait(self, seconds: float) -> None:
        self._heard.clear()
        if not self._waiting:
            try:
                await asyncio.wait_for(self._heard.wait(), seconds)
            except TimeoutError:
                return
