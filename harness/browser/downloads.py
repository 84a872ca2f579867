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
        tell: takes what the agent is told of, in the order in which the downloads began.
        trouble: takes signs that the machine has no room for them.
    """

    def __init__(
        self,
        arriving: Path,
        folder: Path | None,
        *,
        step: Callable[[], int],
        tell: Callable[[str], None],
        trouble: list[str],
    ) -> None:
        self.entries: list[dict[str, Any]] = []
        self._arriving, self._folder = arriving, folder
        self._step, self._tell, self._trouble = step, tell, trouble
        self._running: dict[Download, str] = {}
        self._ended: dict[int, tuple[str, str]] = {}  # by its number what is to be told of one, and its text
        self._told = 0  # so many of the first ones
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
        number = len(self.entries)  # others may begin before this one has ended
        self._running[download] = ""
        told, text = "", ""
        try:
            content = _content(Path(download.path()))
            self._keep(content, number, entry)
            told, text = f"Downloaded {entry['filename']} ({len(content)} bytes).", as_text(content)
        except (PlaywrightError, _TooLarge) as error:
            given_up = _LARGE if isinstance(error, _TooLarge) else self._running[download]
            why = f"failed: {error.message}" if not given_up else f"{given_up}; it was given up."
            told = f"The download of {entry['filename']} {why}"
            with suppress(PlaywrightError):  # one that came whole is still on the disk
                download.delete()
        except OSError as error:  # a full disk is no fault of whoever plays
            self._trouble.append(f"the download of {entry['filename']} could not be kept: {error.strerror}")
        finally:
            del self._running[download]
            self._end(number, told, text)

    def _keep(self, content: bytes, number: int, entry: dict[str, Any]) -> None:
        entry |= {"sha256": hashlib.sha256(content).hexdigest(), "bytes": len(content)}
        if self._folder:
            self._folder.mkdir(parents=True, exist_ok=True)
            name = f"{number}-{_short(Path(entry['filename']).name)}"
            (self._folder / name).write_bytes(content)
            entry["path"] = f"{self._folder.name}/{name}"

    def _end(self, number: int, told: str, text: str) -> None:
        """One has ended: tell of it as soon as all that began before it have been told of."""
        self._ended[number] = told, text
        while self._told + 1 in self._ended:
            self._told += 1
            told, text = self._ended.pop(self._told)
            step = self.entries[self._told - 1]["step"]
            if text and self._told_in != step:  # of several at once the first: a page may send any number
                self._told_in = step
                told += f" {text}"
            if told:
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
_LONGEST_NAME, _LONGEST_ENDING = 200, 20  # bytes; file systems take 255, and a number comes before the name
_LARGE = f"is larger than {MOST_BYTES // 1_000_000} MB"


def _short(name: str) -> str:
    """A name that every file system takes, with its ending: a page may propose any."""
    if len(name.encode()) <= _LONGEST_NAME:
        return name
    ending = Path(name).suffix if len(Path(name).suffix.encode()) <= _LONGEST_ENDING else ""
    stem = name.encode()[: _LONGEST_NAME - len(ending.encode())]
    return stem.decode(errors="ignore") + ending


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
