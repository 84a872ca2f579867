"""What stood in a field after each step, put together from what was typed and pressed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from evaluators.base import StepRecord
from evaluators.trajectories import webcanvas

_SHIFTED = "Shift+"
_ALL = {"Control+A", "Control+a", "ControlOrMeta+A", "ControlOrMeta+a", "Meta+A", "Meta+a"}
_PASTE = "Control+V"
_NO_KEY_OF_TEXT = {"Escape", "Shift", "Control", "Alt", "Meta"}
_TO_THE_END = {"End", "Control+End", "ControlOrMeta+End", "Meta+End"}


@dataclass
class Entry:
    """What a step entered: into which element, and what it then held; None where nothing can be said."""

    target: dict[str, Any]
    value: str | None


@dataclass
class _Field:
    """The field that has the focus, as far as the steps tell."""

    target: dict[str, Any] = field(default_factory=dict)
    held: str | None = None
    selected: bool = False


def entries(steps: Iterable[StepRecord]) -> list[Entry]:
    """One entry a step.

    Text that is added (``clear: false``) and keys that write or take back one character continue what
    the field held. After a key that moves the cursor or pastes nobody knows what it holds, until
    somebody types into it again.
    """
    found: list[Entry] = []
    known: dict[tuple[Any, ...], str | None] = {}
    focus = _Field()
    for step in steps:
        target, name = step.target or {}, step.action.get("name")
        place = _place(step.url, target)
        if name == "press" or (name == "paste" and not target.get("css")):
            _press(focus, str(step.action.get("keys") or _PASTE))
            found.append(Entry(focus.target, focus.held) if focus.target else Entry(target, None))
            if focus.target:
                known[_place(step.url, focus.target)] = focus.held
            continue
        value = webcanvas.entered(step.action)
        if name == "paste":
            value = str(target.get("text") or "")
        if name == "paste" or (value is not None and step.action.get("clear") is False):
            # a field that nobody has written into yet is empty, one of which nothing is known is not
            before = target.get("value", known.get(place, ""))
            value = None if before is None else f"{before}{value}"
        if name in ("type", "paste", "click") and target:
            # a click puts the cursor somewhere into what stands there already
            held = value if name != "click" else (None if target.get("value") else "")
            focus = _Field(target, held)
            known[place] = held
        elif name not in ("hover", "scroll", "scroll_to", "noop", "say"):
            focus = _Field()
        found.append(Entry(target, value))
    return found


def _place(url: str, target: dict[str, Any]) -> tuple[Any, ...]:
    return (url.partition("#")[0], target.get("css"), target.get("role"), target.get("name"))


def _press(focus: _Field, keys: str) -> None:
    if keys in _ALL:
        focus.selected = True
        return
    if keys in _TO_THE_END:
        focus.selected = False  # the cursor stands behind the text, as after typing
        return
    if keys in _NO_KEY_OF_TEXT:
        return
    letter = keys.removeprefix(_SHIFTED) if keys != _SHIFTED else "+"
    letter = {"Space": " ", "Enter": "\n"}.get(letter, letter)
    kept = "" if focus.selected else focus.held
    if kept is not None and keys in ("Backspace", "Delete") and (focus.selected or keys == "Backspace"):
        focus.held = kept[:-1]
    elif kept is not None and len(letter) == 1:
        focus.held = kept + letter
    else:
        focus.held = None
    focus.selected = False
