"""What this machine has, and which commands it lacks something for: ``webarium doctor``."""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sites.errors import WebariumError

ENGINE, IMAGES, CHROMIUM = "container engine", "images", "Chromium"
DISK, MEMORY = "disk, 5 GB free", "memory, 4 GB"
NODE, BROWSERGYM, SCREEN, JAIL = "Node.js", "BrowserGym", "screen", "jail for agents"
WORLD = (ENGINE, IMAGES, MEMORY)
PLAYING = (*WORLD, CHROMIUM)


@dataclass(frozen=True)
class Purpose:
    """Something a person wants to do, and what that takes.

    Args:
        what: the commands, as a person types them.
        needs: names of findings.
        main: without it, this machine is not fit for Webarium; else it is one more thing to have.
    """

    what: str
    needs: tuple[str, ...]
    main: bool = True

    def lacks(self, findings: Sequence[dict[str, Any]]) -> list[str]:
        """Names of what is needed and not there."""
        there = {one["what"] for one in findings if one["ok"]}
        return [name for name in self.needs if name not in there]


PURPOSES = (
    Purpose("score, report, runs, compare, match; tasks list, show, lint, new", ()),
    Purpose("build", (ENGINE, DISK)),
    Purpose("up, status, reset, logs, down; sites sql, api; tasks lock", WORLD),
    Purpose("eval; tasks try, verify, mutate, validate, record; sites page", PLAYING),
    Purpose("bench", PLAYING),
    Purpose("bench --observations, drive for BrowserGym", (*PLAYING, BROWSERGYM), main=False),
    Purpose("eval with the oracle, a baseline or an agent of your own", (*PLAYING, JAIL), main=False),
    Purpose("eval with an agent in JavaScript", (*PLAYING, JAIL, NODE), main=False),
    Purpose("browse and tasks record in a window", (*PLAYING, SCREEN), main=False),
)


def examine() -> dict[str, Any]:
    """Look at everything once; takes a second or two, since a browser is started.

    Returns:
        {"findings": [{"what", "ok", "found", "remedy"}], "purposes": [{"what", "lacks", "main"}]}.
    """
    from reset import commands

    findings = [*commands.doctor(), _browser(), *_extras()]
    purposes = [{"what": one.what, "lacks": one.lacks(findings), "main": one.main} for one in PURPOSES]
    return {"findings": findings, "purposes": purposes}


def is_fit(found: dict[str, Any]) -> bool:
    """Whether all main purposes can be followed; takes what ``examine`` gives."""
    return not any(one["lacks"] for one in found["purposes"] if one["main"])


def lines(found: dict[str, Any]) -> list[str]:
    """What ``examine`` gives, for people."""
    wanted = {name for purpose in PURPOSES if purpose.main for name in purpose.needs}
    shown = []
    for one in found["findings"]:
        state = "ok" if one["ok"] else "MISSING" if one["what"] in wanted else "absent"
        shown.append(f"{state:<8} {one['what']:<24} {one['found']}".rstrip())
        if one["remedy"]:
            shown.append(f"         {one['remedy']}")
    shown.append("")
    for one in found["purposes"]:
        lacks = f"  (lacks: {', '.join(one['lacks'])})" if one["lacks"] else ""
        shown.append(f"{'no ' if lacks else 'yes'}  {one['what']}{lacks}")
    return shown


def _browser() -> dict[str, Any]:
    from harness.browser.chromium import Browser

    try:
        with Browser() as browser:
            lacking = f" ({browser.protection.lacking})" if browser.protection.lacking else ""
            return _finding(CHROMIUM, f"{browser.version}, {browser.protection}{lacking}")
    except WebariumError as error:
        return _finding(CHROMIUM, error.message, error.remedy or "", ok=False)


def _extras() -> list[dict[str, Any]]:
    """What only some purposes need."""
    from reset.places import hidden

    python = hidden("browsergym", "bin", "python")
    screen = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    return [
        _jail(),
        _present(NODE, shutil.which("node"), "install Node.js 20 or newer, for agents in JavaScript"),
        _present(BROWSERGYM, python if python.exists() else None, "run `make browsergym`"),
        _present(SCREEN, screen, "work on a desktop, or set DISPLAY; without, addresses are printed"),
    ]


def _jail() -> dict[str, Any]:
    """Make one as an agent's would be."""
    from harness.agents.naming import resolve_agent
    from harness.agents.orders import try_jail

    try:
        try_jail(resolve_agent("/bin/true"))
    except WebariumError as error:
        return _finding(JAIL, error.message, error.remedy or "", ok=False)
    return _finding(JAIL, "bubblewrap")


def _present(what: str, found: str | Path | None, remedy: str) -> dict[str, Any]:
    return _finding(what, str(found or "none"), "" if found else remedy, ok=bool(found))


def _finding(what: str, found: str, remedy: str = "", *, ok: bool = True) -> dict[str, Any]:
    return {"what": what, "ok": ok, "found": found, "remedy": remedy}
