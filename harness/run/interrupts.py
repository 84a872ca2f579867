"""Ctrl-C, and the signals that ask for the same: the first ends a run in order, later ones make it hurry."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable
from types import TracebackType
from typing import Any, Self

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Interrupts:
    """While it is entered, the first signal raises ``KeyboardInterrupt``, and each later one calls ``hurry``.

    So nothing that is being ended and removed is left in the middle. Signals that are ignored (``nohup``)
    stay so, and outside of the main thread nothing changes.
    """

    def __init__(self, hurry: Callable[[], None]) -> None:
        self._hurry = hurry
        self._before: dict[signal.Signals, Any] = {}
        self._interrupted = False
        self.heard = False
        """Whether a signal has come: whatever fails afterwards may fail because of it."""

    def __enter__(self) -> Self:
        if threading.current_thread() is threading.main_thread():
            for number in SIGNALS:
                if signal.getsignal(number) != signal.SIG_IGN:
                    self._before[number] = signal.signal(number, self._heard)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)

    def ending(self) -> None:
        """The end has begun by itself: a signal may only hurry it from now on."""
        self._interrupted = True

    def _heard(self, *_: object) -> None:
        self.heard = True
        if self._interrupted:
            self._hurry()
            return
        self._interrupted = True
        raise KeyboardInterrupt
