"""A window for the person's page, on a machine that has a screen."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import threading
from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext, suppress

import httpx

from harness.browser.chromium import NOWHERE
from harness.browser.executable import BrowserError, executable_for

SIZE = (1720, 900)
_NOTICED = 0.5  # seconds between looks whether the page is there


def has_screen(environment: Mapping[str, str] = os.environ) -> bool:
    """Whether a window could be shown."""
    screens = ("DISPLAY", "WAYLAND_DISPLAY")
    return not sys.platform.startswith("linux") or any(environment.get(name) for name in screens)


def window_for(address: str, wanted: bool | None) -> AbstractContextManager[object]:
    """The window if it is wanted; None: only where one can be shown.

    Raises:
        BrowserError: when it is wanted and cannot be shown.
    """
    if wanted is False:
        return nullcontext()
    try:
        return Window(address)
    except BrowserError:
        if wanted:
            raise
        return nullcontext()


class Window:
    """A Chromium that shows one address and reaches nothing else; it opens when the address answers.

    Args:
        address: of the person's page.

    Raises:
        BrowserError: when there is no screen, or no Chromium that can show a window.
    """

    def __init__(self, address: str) -> None:
        if not has_screen():
            raise BrowserError(
                "There is no screen to open a window on",
                remedy=f"leave the window out and open {address} in a browser elsewhere (docs/agents.md), "
                "or put `xvfb-run` before the command",
            )
        self._folder = tempfile.TemporaryDirectory(prefix="webarium-window-", ignore_cleanup_errors=True)
        self._command = [
            str(executable_for(headless=False)),
            f"--app={address}",
            f"--window-size={SIZE[0]},{SIZE[1]}",
            f"--user-data-dir={self._folder.name}",
            f"--host-resolver-rules={NOWHERE}, EXCLUDE 127.0.0.1",
            "--no-first-run",
            "--no-default-browser-check",
            "--test-type",  # else a bar above the page warns of these very switches
            "--no-proxy-server",
            "--disable-background-networking",
            *(["--no-sandbox"] if os.geteuid() == 0 else []),
        ]
        self._address = address
        self._process: subprocess.Popen[bytes] | None = None
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._open, daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Close the window; harmless when the person has done so."""
        self._over.set()
        self._thread.join()
        if self._process:
            self._process.terminate()
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(10)
        self._folder.cleanup()

    def _open(self) -> None:
        while not self._over.wait(_NOTICED):
            with suppress(httpx.HTTPError):
                httpx.get(self._address, timeout=5, trust_env=False)
                self._process = subprocess.Popen(
                    self._command,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                    start_new_session=True,
                )
                return

    def __enter__(self) -> Window:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
