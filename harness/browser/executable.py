"""Which Chromium is used: one that is named, Playwright's own, or the machine's."""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path

from playwright.sync_api import Playwright, sync_playwright

from sites.errors import WebariumError

EXECUTABLE_VARIABLE = "WEBARIUM_CHROMIUM"
SYSTEM_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
# The same engine without the window around it: a third less work for an episode, so the first choice.
HEADLESS_NAMES = ("chromium-headless-shell", *SYSTEM_NAMES)


class BrowserError(WebariumError):
    """Chromium is missing, does not start, or is gone."""


def find_chromium(playwright: Playwright, *, headless: bool = True) -> Path:
    """The Chromium to launch: the one named by WEBARIUM_CHROMIUM, Playwright's own, else the system's.

    Args:
        playwright: a running Playwright.
        headless: False needs one that can show a window.

    Raises:
        BrowserError: when there is none; the remedy says what to install.
    """
    named = os.environ.get(EXECUTABLE_VARIABLE)
    if named:
        if not Path(named).is_file():
            why = "which is a folder" if Path(named).is_dir() else "which is not there"
            raise BrowserError(
                f"{EXECUTABLE_VARIABLE} names {named}, {why}",
                remedy=f"unset {EXECUTABLE_VARIABLE} or set it to a Chromium executable",
            )
        return Path(named).absolute()
    if own := _of_playwright(Path(playwright.chromium.executable_path), headless=headless):
        return own
    for name in HEADLESS_NAMES if headless else SYSTEM_NAMES:
        if found := shutil.which(name):
            return Path(found)
    raise BrowserError(
        f"There is no Chromium {'' if headless else 'with a window '}on this machine",
        remedy="run `playwright install --with-deps chromium`, or install the package `chromium`",
    )


def why_not(log: str) -> str:
    """Why Chromium did not start, in a sentence: the last that it said, else how it ended.

    Args:
        log: Playwright's message.
    """
    if said := [line.strip() for line in re.findall(r"(?m)^.*\[err\](.+)$", log) if line.strip()]:
        return said[-1][:300]
    if ended := re.search(r"process did exit: exitCode=(\w+), signal=(\w+)", log):
        code, signal = ended.groups()
        return (
            f"it was ended by {signal}" if signal != "null" else f"it ended with code {code} and said nothing"
        )
    return log.splitlines()[0] if log else "nothing is known"


def remedy() -> str:
    """What to do about a Chromium that does not start."""
    if named := os.environ.get(EXECUTABLE_VARIABLE):
        return f"{EXECUTABLE_VARIABLE} names {named}: try it yourself, or unset the variable"
    return "run `make browser`: it installs a Chromium with the libraries that it needs"


def executable_for(*, headless: bool = True) -> Path:
    """The path of the Chromium that ``Browser`` would start, for those who start it themselves."""
    with sync_playwright() as playwright:
        return find_chromium(playwright, headless=headless)


def _of_playwright(chromium: Path, *, headless: bool) -> Path | None:
    """What Playwright has fetched: beside its Chromium it keeps, of the same number, one without a window.

    Args:
        chromium: where its Chromium is to be, as ``chromium-1255/chrome-linux64/chrome``.
        headless: whether the other one will do.
    """
    folder = chromium.parents[1]
    shells = folder.with_name(folder.name.replace("chromium-", "chromium_headless_shell-", 1))
    shell = next(iter(sorted(shells.glob("*/*headless*shell*"))), None) if headless else None
    return shell or (chromium if chromium.is_file() else None)
