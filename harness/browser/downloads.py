"""What pages have the browser download: kept at once, and told to the agent; what never ends is given up."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from playwright.sync_api import Download
from playwright.sync_api import Error as PlaywrightError

MOST_BYTES = 100_000_000  # of all that is under way, and of a file that is kept


class Downloads:
    """The downloads of an episode.

    Args:
        arriving: folder where Chromium puts what it downloads.
        folder: where they are kept (created when the first one comes); None keeps their digests only.
        step: tells the number of the current step.
        tell: takes what the agent is told of.
    """

    def __init__(
        self, arriving: Path, folder: Path | None, *, step: Callable[[], int], tell: Callable[[str], None]
    ) -> None:
        self.entries: list[dict[str, Any]] = []
        self._arriving, self._folder = arriving, folder
        self._step, self._tell = step, tell
        self._running: dict[Download, str] = {}

    @property
    def running(self) -> bool:
        """Whether one has not ended yet."""
        return bool(self._running)

    def on_download(self, download: Download) -> None:
        """One begins; returns when it has ended."""
        entry: dict[str, Any] = {
            "step": self._step(),
            "filename": download.suggested_filename,
            "url": download.url,
            "sha256": None,
            "bytes": None,
            "path": None,
        }
        self.entries.append(entry)
        self._running[download] = ""
        try:
            content = _content(Path(download.path()))
        except (PlaywrightError, _TooLarge) as error:
            given_up = self._running[download]
            why = f"failed: {error.message}" if not given_up else f"{given_up}; it was given up."
            self._tell(f"The download of {download.suggested_filename} {why}")
            return
        finally:
            del self._running[download]
        entry |= {"sha256": hashlib.sha256(content).hexdigest(), "bytes": len(content)}
        if self._folder:
            self._folder.mkdir(parents=True, exist_ok=True)
            name = f"{len(self.entries)}-{Path(download.suggested_filename).name}"
            (self._folder / name).write_bytes(content)
            entry["path"] = f"{self._folder.name}/{name}"
        self._tell(f"Downloaded {download.suggested_filename} ({len(content)} bytes).")

    def check(self) -> None:
        """Give up what has grown too large."""
        if self._running and sum(map(_size, self._arriving.glob("*"))) > MOST_BYTES:
            self.give_up(_LARGE)

    def give_up(self, why: str = "did not end") -> None:
        """Wait for none of them any longer."""
        for download in list(self._running):
            if not self._running.get(download):
                self._running[download] = why
                with suppress(PlaywrightError):  # it has ended after all
                    download.cancel()


_LARGE = f"is larger than {MOST_BYTES // 1_000_000} MB"


class _TooLarge(Exception):
    message = _LARGE


def _content(path: Path) -> bytes:
    if _size(path) > MOST_BYTES:
        raise _TooLarge
    return path.read_bytes()


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0
