"""WebLINX's actions as agents write them: ``click(uid="67e2")``, ``say(utterance="Hi")``."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

UID: Final = "data-webtasks-id"
#: Every intent of the paper (its table 3), and the call that names its intent in an argument.
INTENTS = frozenset(
    {
        "say", "click", "hover", "textinput", "submit", "change", "load", "scroll", "copy", "paste",
        "tabcreate", "tabremove", "tabswitch",
    }
)  # fmt: skip
_NAMED = "action"
UNKNOWN = "unknown"


@dataclass(frozen=True)
class Box:
    """Bounding box in CSS pixels."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def area(self) -> float:
        """Area in square pixels; 0 for an empty or inverted box."""
        return max(0.0, self.right - self.left) * max(0.0, self.bottom - self.top)


@dataclass(frozen=True)
class Action:
    """One action: an intent with the arguments it has.

    ``text`` is what is said or typed, ``url`` what is loaded.
    """

    intent: str
    box: Box | None = None
    text: str | None = None
    url: str | None = None
    uid: str | None = None


# a call's name touches its bracket: "the page (see above)" calls nothing
_CALL = re.compile(r"(?<![A-Za-z_])([A-Za-z_]+)\(")
# a value is quoted or runs to the next comma or the closing bracket. The authors write quotes inside as they
# are, so a value ends at the quote that the next argument or the closing bracket follows, else at the first
_ARGUMENT = re.compile(
    r"""\s*([A-Za-z_-]+)\s*=\s*
    (?: "((?: [^"\\] | \\. | "(?!\s*(?: ,\s*[A-Za-z_-]+\s*= | ,?\s*\) | $ )) )*)"
      | "((?: [^"\\] | \\. )*)"
      | ([^,)]*) )
    \s*([,)]|$)""",
    re.VERBOSE,
)
_ESCAPED = {"n": "\n", "t": "\t"}


def parse_action(text: str, boxes: Mapping[str, Box] | None = None) -> Action:
    """An action from the text an agent gives (table 3 and appendix B).

    Args:
        text: the first call of an intent in it counts; ``text_input(...)`` and ``textinput(...)`` are one,
            and ``action(intent="click", ...)`` is a click.
        boxes: the boxes of the turn's page by uid, to find the element's; an element may also be named by
            a point (``x``, ``y``: the smallest element there) or by its box (``left``, ``top`` ...).

    Returns:
        The action; its intent is ``unknown`` when the text holds no call of one.
    """
    for call in _CALL.finditer(text):
        intent = intent_of(call.group(1))
        if intent not in INTENTS and intent != _NAMED:
            continue
        arguments = dict(_arguments(text[call.end() :]))
        if intent == _NAMED:
            intent = intent_of(arguments.get("intent", ""))
        if intent not in INTENTS:
            break
        boxes = boxes or {}
        uid = arguments.get("uid") or arguments.get(UID)
        return Action(
            intent,
            box=boxes.get(uid) if uid else _box_of(arguments, boxes),
            text=arguments.get("text") or arguments.get("utterance") or arguments.get("value"),
            url=arguments.get("url"),
            uid=uid,
        )
    return Action(UNKNOWN)


def intent_of(name: str) -> str:
    """The name of an intent without its spelling: ``text_input`` and ``TextInput`` are ``textinput``."""
    return name.strip().lower().replace("_", "")


def _arguments(text: str) -> Iterator[tuple[str, str]]:
    place = 0
    while argument := _ARGUMENT.match(text, place):
        name, quoted, short, bare, end = argument.groups()
        value = short if quoted is None else quoted
        yield name, (bare or "").strip() if value is None else _plain(value)
        place = argument.end()
        if end != ",":
            return


def _plain(text: str) -> str:
    """A quoted text without its escapes: those of quotes, backslashes, line ends and tabs. Other backslashes
    are the text's own, since the authors escape none."""
    return re.sub(r'\\(["\\nt])', lambda found: _ESCAPED.get(found[1], found[1]), text)


def _box_of(arguments: Mapping[str, str], boxes: Mapping[str, Box]) -> Box | None:
    try:
        if {"left", "top", "right", "bottom"} <= arguments.keys():
            left, top, right, bottom = (float(arguments[k]) for k in ("left", "top", "right", "bottom"))
            return Box(left, top, right, bottom)
        if {"x", "y"} <= arguments.keys():
            return _smallest(float(arguments["x"]), float(arguments["y"]), boxes)
    except ValueError:
        return None
    return None


def _smallest(x: float, y: float, boxes: Mapping[str, Box], *, whole: bool = False) -> Box | None:
    """The smallest box around a point; ``whole`` when boxes reach to the next whole pixel."""
    down, up = (math.floor, math.ceil) if whole else (float, float)
    there = [
        box
        for box in boxes.values()
        if box.area and down(box.left) <= x <= up(box.right) and down(box.top) <= y <= up(box.bottom)
    ]
    return min(there, key=lambda box: box.area, default=None)


# ---- as the authors' code reads them ------------------------------------------------------------


def parse_as_published(text: str, boxes: Mapping[str, Box] | None = None) -> Action:
    """An action as the authors' code reads it.

    The first bracket decides: what touches it is the call. A value of digits is a number even in quotes, and
    a number is no text; an element is named by its uid or by a point, as its box it is not found.
    """
    before, bracket, behind = text.partition("(")
    if not bracket:
        return Action(UNKNOWN)
    arguments = {
        name.strip(): _typed(value)
        for name, sign, value in (part.strip().partition("=") for part in _parts(_inside(behind)))
        if sign
    }
    backwards = re.match(r"\w*", before[::-1])  # from the end, so that no text takes long
    intent = intent_of(backwards.group()[::-1] if backwards else "")
    if intent == _NAMED:
        intent = intent_of(str(arguments.get("intent", "")))
    if intent not in INTENTS:
        return Action(UNKNOWN)
    boxes = boxes or {}
    word = {"textinput": "text", "say": "utterance", "change": "value"}.get(intent, "")
    url, box = arguments.get("url"), None
    uid = arguments.get("uid", arguments.get(UID))
    if uid is None and {"x", "y"} <= arguments.keys():
        x, y = _number(arguments["x"]), _number(arguments["y"])
        box = None if x is None or y is None else _smallest(x, y, boxes, whole=True)
    said = arguments.get(word)
    return Action(
        intent,
        box=boxes.get(uid) if isinstance(uid, str) else box,
        text=said if isinstance(said, str) else None,
        url=url if isinstance(url, str) else None,
        uid=uid if isinstance(uid, str) else None,
    )


def _inside(text: str) -> str:
    """What stands before the closing bracket, one inside quotes aside."""
    quoted = False
    for place, character in enumerate(text):
        if character == '"':
            quoted = not quoted
        elif character == ")" and not quoted:
            return text[:place]
    return text


def _parts(text: str) -> Iterator[str]:
    """What stands between commas, those inside quotes aside."""
    whole = ""
    for part in text.split(","):
        whole = f"{whole},{part}" if whole else part
        if whole.count('"') % 2 == 0:
            yield whole
            whole = ""
    if whole:
        yield whole


def _typed(value: str) -> str | float:
    value = value.strip()
    if len(value) > 1 and value[0] == value[-1] == '"':
        value = value[1:-1]
    if "." in value or value.removeprefix("-").isdigit():
        number = _number(value)
        return value if number is None else number
    return value


def _number(value: str | float) -> float | None:
    try:
        return float(value)
    except ValueError:
        return None
