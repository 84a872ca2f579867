"""Calls of Playwright that run beside others.

Its synchronous interface sends a request only when the one before has been answered. Underneath, each call
waits in a greenlet while the event loop goes on, as calls in event handlers do; ``beside`` starts one there.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Generic, TypeVar

from greenlet import greenlet  # comes with Playwright
from playwright.sync_api import Page

T = TypeVar("T")


def loop_of(thing: Any) -> asyncio.AbstractEventLoop:
    """The event loop that runs while a call on an object of Playwright's waits; it has no public name."""
    loop: asyncio.AbstractEventLoop = thing._loop
    return loop


class Beside(Generic[T]):
    """A call under way.

    Args:
        page: of the Playwright that the call uses.
        call: any use of the synchronous interface; it is begun with the next call that is made otherwise.
    """

    def __init__(self, page: Page, call: Callable[[], T]) -> None:
        self._call = call
        self._bridge: Any = page  # its way of waiting has no public name
        loop = loop_of(page)
        self._future: asyncio.Future[T] = loop.create_future()
        # Nobody need ask: the page may be read again instead, and this answer come too late or never.
        self._future.add_done_callback(lambda future: future.exception())
        loop.call_soon(lambda: greenlet(self._run).switch())

    def result(self) -> T:
        """Wait for it; what it raised is raised here."""
        if not self._future.done():
            self._bridge._sync(self._wait())
        return self._future.result()

    async def _wait(self) -> T:
        return await asyncio.shield(self._future)

    def _run(self) -> None:
        try:
            found = self._call()
        except Exception as error:
            self._future.set_exception(error)
        else:
            self._future.set_result(found)
