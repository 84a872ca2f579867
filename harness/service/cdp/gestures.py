"""What a message of CDP does, as a part of something that a person would call one action.

Moving, pressing and letting go of the mouse is a click; key after key is writing. ``part_of`` looks at one
message and at nothing else, so that the same messages always make the same steps.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from harness.browser.tabs import BLANK

Kind = Literal[
    "move", "press", "release", "wheel", "write", "key", "let go", "hold", "go", "history", "open", "close",
    "focus", "drag",
]  # fmt: skip
NEAR = 4.0
"""CSS pixels: who lets go of the mouse further away than this has dragged."""
FURTHEST = 1_000_000
"""CSS pixels: no window is as wide, and a number in a message may be of any length."""
_MODIFIERS = {2: "Control", 1: "Alt", 4: "Meta", 8: "Shift"}
_NOT_WRITING = 1 | 2 | 4
LONGEST_KEY = 30


@dataclass(frozen=True)
class Part:
    """A part of an action.

    Args:
        kind: what it is.
        action: what is known of the action by it.
        point: where, in CSS pixels of the window.
        ends: the action is over with it.
    """

    kind: Kind
    action: dict[str, Any] = field(default_factory=dict)
    point: tuple[float, float] | None = None
    ends: bool = False


def part_of(method: str, params: dict[str, Any]) -> Part:
    """What one message does.

    Args:
        method: one of ``rules.ACTS``.
        params: as the rules let them through.
    """
    match method:
        case "Input.dispatchMouseEvent" | "Input.emulateTouchFromMouseEvent":
            return _mouse(params)
        case "Input.dispatchTouchEvent":
            return _touch(params)
        case "Input.dispatchDragEvent":
            return Part(
                "release" if params.get("type") == "drop" else "drag", point=_point(params), ends=True
            )
        case "Input.insertText":
            return Part("write", {"text": str(params.get("text", ""))})
        case "Input.dispatchKeyEvent":
            return _key(params)
        case "Page.navigate":
            return Part("go", {"name": "goto", "url": params.get("url") or BLANK}, ends=True)
        case "Page.reload":
            return Part("go", {"name": "goto"}, ends=True)
        case "Page.navigateToHistoryEntry":
            return Part("history", {"entry": params.get("entryId")}, ends=True)
        case "Target.createTarget":
            url = params.get("url") or BLANK
            opened = {"name": "new_tab"} if url == BLANK else {"name": "goto", "url": url}
            return Part("open", opened, ends=True)
        case "Target.closeTarget" | "Page.close":
            return Part("close", {"name": "close_tab"}, ends=True)
    return Part("focus", {"name": "tab_focus"}, ends=True)


def _mouse(params: dict[str, Any]) -> Part:
    point, kind = _point(params), params.get("type")
    if kind == "mousePressed":
        count = params.get("clickCount")
        click = {"name": "click", "button": params.get("button"), "count": count}
        if click["button"] not in ("left", "right", "middle"):
            click["button"] = "left"
        if count not in (1, 2, 3):
            click["count"] = 1
        return Part("press", click, point)
    if kind == "mouseReleased":
        return Part("release", point=point, ends=True)
    if kind == "mouseWheel":
        turned = {key: _within(params.get(f"delta{key[-1].upper()}")) for key in ("dx", "dy")}
        return Part("wheel", {"name": "wheel", **turned}, point, ends=True)
    return Part("move", {"name": "hover"}, point)


def _touch(params: dict[str, Any]) -> Part:
    points = params.get("touchPoints")
    first = points[0] if isinstance(points, list) and points and isinstance(points[0], dict) else {}
    if params.get("type") == "touchStart":
        return Part("press", {"name": "click", "button": "left", "count": 1}, _point(first))
    if params.get("type") == "touchMove":
        return Part("drag", point=_point(first))
    return Part("release", ends=True)


def _key(params: dict[str, Any]) -> Part:
    kind, key, text = params.get("type"), str(params.get("key") or ""), str(params.get("text") or "")
    held = params.get("modifiers")
    held = held if isinstance(held, int) else 0
    if key in _MODIFIERS.values():
        return Part("hold")
    if kind == "keyUp":
        return Part("let go", {"key": key})
    writes = text.isprintable() if text else len(key) == 1
    if writes and not held & _NOT_WRITING:
        return Part("write", {"text": text})
    if kind == "char":  # the same key again, as the letter that it makes
        return Part("hold")
    names = [name for bit, name in _MODIFIERS.items() if held & bit]
    named = key or str(params.get("code") or "Unidentified")
    return Part("key", {"name": "press", "keys": "+".join([*names, named[:LONGEST_KEY]])})


def _point(params: dict[str, Any]) -> tuple[float, float] | None:
    x, y = params.get("x"), params.get("y")
    if not isinstance(x, int | float) or not isinstance(y, int | float):
        return None
    return _within(x, FURTHEST), _within(y, FURTHEST)


def _within(number: Any, most: int = 10_000) -> float:
    return float(max(-most, min(most, number))) if isinstance(number, int | float) else 0.0


def is_drag(start: tuple[float, float] | None, end: tuple[float, float] | None) -> bool:
    """Whether the mouse was let go of elsewhere than it was pressed."""
    if start is None or end is None:
        return False
    return max(abs(start[0] - end[0]), abs(start[1] - end[1])) > NEAR
