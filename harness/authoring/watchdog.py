"""A limit of time for code that asks nobody: an oracle's own."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

_AGAIN = 0.5  # seconds until code that was spared, or would not end, is told again


class Overtime(BaseException):
    """The time is up; no ``Exception``, so that code which catches all of these ends as well."""


@contextmanager
def watchdog(seconds: float, *, spared: Callable[[], bool] = lambda: False) -> Iterator[None]:
    """Raise ``Overtime`` in the code of the block when its time is up.

    Only the main thread can be told; the code of another is not watched.

    Args:
        seconds: the time.
        spared: asked then whether the code is in the midst of something that must not be broken off and
            ends by itself.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    over = threading.Event()
    watched = threading.main_thread().ident
    assert watched is not None

    def tell(number: int, frame: FrameType | None) -> None:
        if not over.is_set() and not spared():
            raise Overtime

    def watch() -> None:
        wait = seconds
        while not over.wait(wait):
            signal.pthread_kill(watched, signal.SIGVTALRM)
            wait = _AGAIN

    before = signal.signal(signal.SIGVTALRM, tell)
    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield
    finally:
        over.set()
        watcher.join()
        signal.signal(signal.SIGVTALRM, before)
