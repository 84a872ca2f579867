"""What an agent is shown, from the words of the options."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from harness.browser.observation import MODES, View
from harness.browser.otr import Otr
from harness.browser.window import Window
from harness.commands.output import pairs
from sites.errors import WebariumError

_BOUNDS = {"candidates": (1, 500), "tokens": (100, 1_000_000)}


def view_of(observation: str, scope: str, window: str, *, marks: bool, otr: list[str] | None = None) -> View:
    """What is seen, from the words of the options.

    Raises:
        WebariumError: when one of them is none.
    """
    modes = frozenset(mode.strip() for mode in observation.split(",") if mode.strip())
    unknown = modes - set(MODES)
    if unknown or not modes:
        raise WebariumError(
            f"There is no observation {', '.join(sorted(unknown)) or '(none)'}",
            remedy=f"use any of {', '.join(MODES)}",
        )
    if scope not in ("page", "viewport"):
        raise WebariumError(f"There is no scope {scope!r}", remedy="use page or viewport")
    if marks and "screenshot" not in modes:
        raise WebariumError(
            "Elements are marked on the screenshot, which the agent is not shown",
            remedy="add it: --observation axtree,screenshot --marks",
        )
    if otr and "otr" not in modes:
        raise WebariumError(
            "--otr is of the observation otr, which the agent is not shown",
            remedy="add it: --observation otr",
        )
    return View(modes, scope, Window.parse(window), marks, _otr(pairs(otr)))  # type: ignore[arg-type]


def _otr(given: Mapping[str, Any]) -> Otr:
    for name, value in given.items():
        if name == "ranker":
            continue
        if name not in _BOUNDS:
            raise WebariumError(
                f"The observation otr has no option {name}",
                remedy="its options are candidates, tokens, ranker",
            )
        least, most = _BOUNDS[name]
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            raise WebariumError(
                f"The option {name} of the observation otr is {value!r}",
                remedy=f"write a number from {least} to {most:,}",
            )
    found = dict(given)
    if "ranker" in found:
        from harness.ranker.model import Ranker, digest_of

        path = Path(str(found["ranker"])).resolve()
        Ranker.load(path)
        found |= {"ranker": path, "digest": digest_of(path)}
    return Otr(**found)
