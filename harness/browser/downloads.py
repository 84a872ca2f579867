"""What pages have the browser download: kept at once, and told to the agent; what never ends is given up."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from textwrap import indent
from typing import Any

from playwright.sync_api import Download
from playwright.sync_api import Error as PlaywrightError

MOST_BYTES = 100_000_000  # of all that is under way, and of a file that is kept
LONGEST_TEXT = 40_000  # characters of a downloaded text that an agent reads


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
        self._told_in = -1  # the step in which the text of a file was last told

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
            given_up = _LARGE if isinstance(error, _TooLarge) else self._running[download]
            why = f"failed: {error.message}" if not given_up else f"{given_up}; it was given up."
            self._tell(f"The download of {download.suggested_filename} {why}")
            with suppress(PlaywrightError):  # one that came whole is still on the disk
                download.delete()
            return
        finally:
            del self._running[download]
        entry |= {"sha256": hashlib.sha256(content).hexdigest(), "bytes": len(content)}
        if self._folder:
            self._folder.mkdir(parents=True, exist_ok=True)
            name = f"{len(self.entries)}-{Path(download.suggested_filename).name}"
            (self._folder / name).write_bytes(content)
            entry["path"] = f"{self._folder.name}/{name}"
        told = f"Downloaded {download.suggested_filename} ({len(content)} bytes)."
        text = as_text(content)
        if (
            text and self._told_in != entry["step"]
        ):  # of several at once the first: a page may send any number
            self._told_in = entry["step"]
            told += f" {text}"
        self._tell(told)

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


def as_text(content: bytes) -> str:
    """What an agent reads of a file: its lines, each behind four blanks, so that none looks like a message.

    Args:
        content: of the file.

    Returns:
        Nothing where the file is empty or no UTF-8 text. What is too long is cut, and that is said.
    """
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return ""
    if not text.strip() or any(ord(one) < _BLANK and one not in "\t\r\n" for one in text):
        return ""
    shown = indent("\n".join(text[:LONGEST_TEXT].splitlines()), "    ")
    begins = "It holds:" if len(text) <= LONGEST_TEXT >= len(shown) else "It is long and begins so:"
    return f"{begins}\n{shown[:LONGEST_TEXT]}"


_BLANK = 32  # what comes before it is no letter
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
