"""What harness and agent say to each other: one JSON object a line, over the agent's stdin and stdout.

Harness to agent: ``task``, ``observation`` (again after every action), ``end``. Agent to harness:
``action``. This module imports neither the browser nor the worlds, so that an agent starts quickly.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from sites.errors import WebariumError

TEXT_ROLE = "StaticText"
MOST_DEEP = 100  # levels of a message; what reads it further on has a limit at some hundreds
MOST_SPENT = 10**9  # tokens, and dollars: the files of a run hold no more
ROOT_ID = 1
TASK_OPTION = "task"
"""The option that tells the replay which task it is; other agents do not get it."""
LOST = "the reference solution cannot go on"
"""Begins the last thought of an oracle that gives up; why stands behind a colon."""
ORACLE_OPTION = "oracle"
NODES_OPTION = "golden"
"""The option with all that an oracle may know of its task, an ``OracleView``; other agents do not get it."""
_FACTS = ("in_viewport", "visible", "clickable")


class ProtocolError(WebariumError):
    """The other side wrote something that is not a message of this protocol."""


class EndOfEpisode(Exception):
    """The harness ended the episode; ``reason`` says why."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True)
class Element:
    """One line of the accessibility tree.

    ``box`` is (x, y, width, height) in CSS pixels from the viewport's corner; ``url`` is a link's target
    as written in the page; ``states`` holds what is set (``checked``, ``focused``, ``level`` ...).
    ``in_viewport``: some of it lies in the window; ``visible``: it shows there, and nothing lies over it;
    ``clickable``: it is there to be acted on, and not disabled.
    """

    id: int
    role: str
    name: str = ""
    value: str | None = None
    box: tuple[int, int, int, int] | None = None
    depth: int = 0
    parent: int | None = None
    states: dict[str, Any] = field(default_factory=dict)
    url: str | None = None
    in_viewport: bool = False
    visible: bool = False
    clickable: bool = False

    def to_json(self) -> dict[str, Any]:
        """The element as it travels, without its id (the key of the table) and without empty fields."""
        data: dict[str, Any] = {"role": self.role, "name": self.name, "value": self.value}
        data["box"] = list(self.box) if self.box else None
        data["depth"] = self.depth
        data["parent"] = self.parent
        if self.states:
            data["states"] = self.states
        if self.url is not None:
            data["url"] = self.url
        return data | {name: True for name in _FACTS if getattr(self, name)}

    @classmethod
    def from_json(cls, element_id: int, data: dict[str, Any]) -> Element:
        """Read back what ``to_json`` wrote."""
        box = data.get("box")
        return cls(
            id=element_id,
            role=data["role"],
            name=data.get("name") or "",
            value=data.get("value"),
            box=(box[0], box[1], box[2], box[3]) if box else None,
            depth=data.get("depth", 0),
            parent=data.get("parent"),
            states=data.get("states") or {},
            url=data.get("url"),
            **{name: bool(data.get(name)) for name in _FACTS},
        )


@dataclass(frozen=True)
class Tab:
    """One open tab, as the tab bar shows it."""

    index: int
    url: str
    title: str
    active: bool

    def to_json(self) -> dict[str, Any]:
        """The tab as it travels."""
        return {"index": self.index, "url": self.url, "title": self.title, "active": self.active}


@dataclass(frozen=True)
class Observation:
    """What an agent sees before it acts.

    ``error`` says why the last action did nothing (None when it worked); ``messages`` are things the
    browser did besides: dialogs it answered, files it downloaded. ``screenshot`` is a base64 PNG, ``otr``
    WebLINX's text of the page; both and ``html`` are None unless they were asked for.
    Element ids hold within one observation only.
    """

    step: int
    url: str
    title: str
    tabs: list[Tab] = field(default_factory=list)
    axtree: str = ""
    elements: dict[int, Element] = field(default_factory=dict)
    html: str | None = None
    screenshot: str | None = None
    otr: str | None = None
    error: str | None = None
    messages: list[str] = field(default_factory=list)
    time: str = ""

    def to_json(self) -> dict[str, Any]:
        """The observation as it travels."""
        return {
            "step": self.step,
            "url": self.url,
            "title": self.title,
            "tabs": [tab.to_json() for tab in self.tabs],
            "axtree": self.axtree,
            "elements": {str(key): element.to_json() for key, element in self.elements.items()},
            "html": self.html,
            "screenshot": self.screenshot,
            "otr": self.otr,
            "error": self.error,
            "messages": self.messages,
            "time": self.time,
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Observation:
        """Read back what ``to_json`` wrote; unknown keys are ignored."""
        return cls(
            step=data["step"],
            url=data["url"],
            title=data.get("title", ""),
            tabs=[Tab(t["index"], t["url"], t["title"], t["active"]) for t in data.get("tabs", [])],
            axtree=data.get("axtree") or "",
            elements={int(k): Element.from_json(int(k), v) for k, v in (data.get("elements") or {}).items()},
            html=data.get("html"),
            screenshot=data.get("screenshot"),
            otr=data.get("otr"),
            error=data.get("error"),
            messages=data.get("messages") or [],
            time=data.get("time", ""),
        )

    def children(self, element_id: int) -> list[Element]:
        """The elements directly below one, in document order."""
        return self._below.get(element_id, [])

    @cached_property
    def _below(self) -> dict[int, list[Element]]:
        table: dict[int, list[Element]] = {}
        for element in self.elements.values():
            if element.parent is not None:
                table.setdefault(element.parent, []).append(element)
        return table

    def descendants(self, element_id: int) -> Iterator[Element]:
        """The elements below one, in document order."""
        for child in self.children(element_id):
            yield child
            yield from self.descendants(child.id)

    def ancestors(self, element_id: int) -> Iterator[Element]:
        """The elements above one, nearest first."""
        parent = self.elements[element_id].parent
        while parent is not None:
            element = self.elements[parent]
            yield element
            parent = element.parent

    def text(self, element_id: int) -> str:
        """All the text one element shows, its descendants' included, in reading order.

        A name that merely repeats the text below it (a row's, a link's) is left out.
        """
        below = " ".join(part for child in self.children(element_id) if (part := self.text(child.id)))
        own = self.elements[element_id]
        if own.id == ROOT_ID:
            return below
        parts = [own.name if _squeeze(own.name) not in _squeeze(below) else "", own.value or "", below]
        return " ".join(part for part in parts if part)

    def find_all(
        self,
        role: str | None = None,
        name: str | re.Pattern[str] | None = None,
        *,
        within: int | None = None,
        text: str | re.Pattern[str] | None = None,
    ) -> list[Element]:
        """The elements that fit, in document order.

        Args:
            role: the exact role.
            name: the exact name, or a pattern to search in it.
            within: only below this element.
            text: a part of (or a pattern in) the text of the element and all below it.
        """
        pool = self.elements.values() if within is None else self.descendants(within)
        found = []
        for element in pool:
            if role is not None and element.role != role:
                continue
            if isinstance(name, str) and element.name != name:
                continue
            if isinstance(name, re.Pattern) and not name.search(element.name):
                continue
            if isinstance(text, str) and text not in self.text(element.id):
                continue
            if isinstance(text, re.Pattern) and not text.search(self.text(element.id)):
                continue
            found.append(element)
        return found

    def find(
        self,
        role: str | None = None,
        name: str | re.Pattern[str] | None = None,
        *,
        within: int | None = None,
        text: str | re.Pattern[str] | None = None,
        nth: int = 0,
    ) -> Element | None:
        """The ``nth`` (from 0, negative from the end) element that fits, or None."""
        found = self.find_all(role, name, within=within, text=text)
        return found[nth] if -len(found) <= nth < len(found) else None


@dataclass(frozen=True)
class TaskMessage:
    """The first message of an episode. It never holds checks, references or the oracle.

    ``episode`` is a word of chance that tells nothing: the name of a task often says what its answer is.
    ``trial`` counts the trials of a task from 0. ``seed`` is a number of chance, the same for the same trial
    of the same task in every run, for agents that draw. ``answer_format`` says what the answer has to look
    like: ``sentence``, ``schema`` (None where no answer is asked for) and ``statuses``; None where the run
    tells nothing of it. ``window`` is what pages are shown in (``width`` and ``height`` in CSS pixels,
    ``scale``, ``mobile``); ``marks``: elements are numbered on the screenshot.
    """

    episode: str
    intent: str
    start_urls: list[str] = field(default_factory=list)
    sites: dict[str, str] = field(default_factory=dict)
    observation_modes: list[str] = field(default_factory=list)
    scope: str = "page"
    window: dict[str, Any] = field(default_factory=dict)
    marks: bool = False
    answer_format: dict[str, Any] | None = None
    limits: dict[str, Any] = field(default_factory=dict)
    trial: int = 0
    seed: int = 0
    options: dict[str, Any] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """The message as it travels."""
        return {"type": "task", **self.__dict__}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> TaskMessage:
        """Read back what ``to_json`` wrote; unknown keys are ignored."""
        known = {key: data[key] for key in cls.__dataclass_fields__ if key in data}
        return cls(**known)


@dataclass(frozen=True)
class Tokens:
    """What a step cost a model-backed agent; ``cost`` is in US dollars where the agent knows it.

    Each is from 0 to ``MOST_SPENT``, sums as well: an agent says what it likes, and its run is kept.
    """

    prompt: int = 0
    completion: int = 0
    cost: float = 0.0

    def __post_init__(self) -> None:
        for name in ("prompt", "completion", "cost"):
            object.__setattr__(self, name, min(MOST_SPENT, max(0, getattr(self, name))))

    def __add__(self, other: Tokens) -> Tokens:
        return Tokens(self.prompt + other.prompt, self.completion + other.completion, self.cost + other.cost)

    @classmethod
    def from_json(cls, data: object) -> Tokens:
        """Read a message's ``tokens``; what is missing or odd counts as nothing."""
        told = data if isinstance(data, dict) else {}
        prompt, completion, cost = (_amount(told.get(name)) for name in ("prompt", "completion", "cost"))
        return cls(int(prompt), int(completion), cost)

    def to_json(self) -> dict[str, Any]:
        """The counts as they travel; the cost only where there is one."""
        counts: dict[str, Any] = {"prompt": self.prompt, "completion": self.completion}
        return counts | ({"cost": self.cost} if self.cost else {})


def _amount(told: Any) -> float:
    try:
        amount = float(told or 0)
    except (TypeError, ValueError, OverflowError):
        return 0.0
    return amount if math.isfinite(amount) else 0.0


def whole(text: str) -> str:
    """A text that can be written in UTF-8: halves of surrogate pairs become question marks."""
    return text if text.isascii() else text.encode(errors="replace").decode()


def encode(message: dict[str, Any]) -> bytes:
    """One message as one line; surrogates that pages may hold are replaced."""
    return json.dumps(message, ensure_ascii=True, separators=(",", ":")).encode("ascii") + b"\n"


def decode(line: bytes | str) -> dict[str, Any]:
    """One line as a message; halves of surrogate pairs, which no file can take, become question marks.

    Raises:
        ProtocolError: when the line is not a JSON object with a ``type``; it shows how the line begins.
    """
    shown = line[:120].decode("utf-8", "replace") if isinstance(line, bytes) else line[:120]
    try:
        message = _read(line if isinstance(line, str) else line.decode())  # json would guess UTF-16
        plain = json.dumps(message, ensure_ascii=False)
        if (mended := whole(plain)) != plain:
            message = _read(mended)
    except (ValueError, RecursionError) as error:
        raise ProtocolError(
            f"Not a line of JSON: {shown!r} ({_why(error)})",
            remedy="write messages to stdout, everything else to stderr",
        ) from error
    if not isinstance(message, dict) or not isinstance(message.get("type"), str):
        raise ProtocolError(
            f'A message is a JSON object with a "type", not {shown!r}', remedy="see docs/agents.md"
        )
    if _deeper(message, MOST_DEEP):
        raise ProtocolError(f"The message is nested deeper than {MOST_DEEP} levels: {shown!r}")
    return message


def _why(error: ValueError | RecursionError) -> str:
    if isinstance(error, UnicodeDecodeError):
        return f"it is no UTF-8 text, from byte {error.start + 1} on"
    if isinstance(error, json.JSONDecodeError):
        return f"{error.msg.removesuffix(' at')}, character {error.pos + 1}"
    return str(error) if isinstance(error, ValueError) else "it is nested too deeply"


def _read(text: bytes | str) -> Any:
    """JSON as its standard has it: Python would read NaN, and a number beyond all bounds, and write them."""

    def constant(name: str) -> None:
        raise ValueError(f"{name} is no JSON")

    def number(digits: str) -> float:
        if math.isinf(found := float(digits)):
            raise ValueError(f"{digits} is too large")
        return found

    return json.loads(text, parse_constant=constant, parse_float=number)


def _deeper(value: Any, levels: int) -> bool:
    """Whether lists and objects are nested beyond so many levels."""
    layer = [value]
    for _ in range(levels):
        inner = (one.values() if isinstance(one, dict) else one for one in layer)
        layer = [one for group in inner for one in group if isinstance(one, dict | list)]
        if not layer:
            return False
    return True


def _squeeze(text: str) -> str:
    return "".join(text.split())
