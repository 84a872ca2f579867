"""What an agent sees, and questions to it."""

from __future__ import annotations

from collections.abc import Iterator
from re import Pattern
from typing import Any

Wanted = str | Pattern[str] | None
ROOT = 1


class Element:
    """One line of the accessibility tree.

    Attributes:
        id: holds within one observation only.
        role: such as ``link``.
        name: what it is called.
        value: of a field.
        box: x, y, width, height in CSS pixels from the window's corner.
        depth: in the tree.
        parent: id of the element above.
        states: what is set (``checked``, ``focused``, ``level`` ...).
        url: a link's target, as written in the page.
        in_viewport: some of it lies in the window.
        visible: it shows there, and nothing lies over it.
        clickable: it is there to be acted on, and not disabled.
        data: all that was told of it.
    """

    def __init__(self, id: int, data: dict[str, Any]) -> None:
        self.id = id
        self.data = data
        self.role: str = data["role"]
        self.name: str = data.get("name") or ""
        self.value: str | None = data.get("value")
        self.box: tuple[int, int, int, int] | None = tuple(data["box"]) if data.get("box") else None  # type: ignore[assignment]
        self.depth: int = data.get("depth", 0)
        self.parent: int | None = data.get("parent")
        self.states: dict[str, Any] = data.get("states") or {}
        self.url: str | None = data.get("url")
        self.in_viewport: bool = data.get("in_viewport", False)
        self.visible: bool = data.get("visible", False)
        self.clickable: bool = data.get("clickable", False)

    def __repr__(self) -> str:
        return f"[{self.id}] {self.role} {self.name!r}"


class Observation:
    """What an agent sees before it acts.

    Attributes:
        step: number of the observation, from 0.
        url: of the tab in front; ``title`` too, and ``tabs`` are all of them.
        axtree: the accessibility tree as text.
        elements: by id.
        html: when it was asked for; ``screenshot`` too, a PNG in base64, and ``otr``, WebLINX's text.
        error: why the last action did nothing.
        messages: what the browser did besides.
        time: of the world's clock.
        data: all that was told.
    """

    def __init__(self, data: dict[str, Any]) -> None:
        self.data = data
        self.step: int = data["step"]
        self.url: str = data["url"]
        self.title: str = data.get("title") or ""
        self.tabs: list[dict[str, Any]] = data.get("tabs") or []
        self.axtree: str = data.get("axtree") or ""
        self.elements: dict[int, Element] = {
            int(key): Element(int(key), one) for key, one in (data.get("elements") or {}).items()
        }
        self.html: str | None = data.get("html")
        self.screenshot: str | None = data.get("screenshot")
        self.otr: str | None = data.get("otr")
        self.error: str | None = data.get("error")
        self.messages: list[str] = data.get("messages") or []
        self.time: str = data.get("time") or ""
        self._below: dict[int, list[Element]] = {}
        for element in self.elements.values():
            if element.parent is not None:
                self._below.setdefault(element.parent, []).append(element)

    def shown(self) -> str:
        """All of it but the picture, as text for a model: address, tabs, what went wrong, the page."""
        lines = [f"{self.title} ({self.url})"]
        if len(self.tabs) > 1:
            tabs = (
                f"{tab['index']} {tab['title']}{' (this one)' if tab['active'] else ''}" for tab in self.tabs
            )
            lines.append(f"tabs: {', '.join(tabs)}")
        lines += [f"error: {self.error}"] if self.error else []
        lines += [f"message: {one}" for one in self.messages]
        return "\n".join([*lines, *filter(None, (self.axtree, self.html, self.otr))])

    def children(self, id: int) -> list[Element]:
        """The elements directly below one, in the order of the page."""
        return self._below.get(id, [])

    def descendants(self, id: int) -> Iterator[Element]:
        """All elements below one, in the order of the page."""
        for child in self.children(id):
            yield child
            yield from self.descendants(child.id)

    def ancestors(self, id: int) -> Iterator[Element]:
        """The elements above one, nearest first."""
        above = self.elements[id].parent
        while above is not None:
            yield self.elements[above]
            above = self.elements[above].parent

    def text(self, id: int) -> str:
        """All text that one element shows, with what is below it; what is there twice is told once."""
        below = " ".join(filter(None, (self.text(child.id) for child in self.children(id))))
        own = self.elements[id]
        if id == ROOT:
            return below
        name = "" if _plain(own.name) in _plain(below) else own.name
        return " ".join(filter(None, (name, own.value, below)))

    def find_all(
        self, role: str | None = None, name: Wanted = None, *, within: int | None = None, text: Wanted = None
    ) -> list[Element]:
        """The elements that fit, in the order of the page.

        Args:
            role: the exact role.
            name: the exact name, or a pattern to search in it.
            within: only below this element.
            text: a part of, or a pattern in, the text of the element and all below it.
        """
        pool = self.elements.values() if within is None else self.descendants(within)
        return [
            one
            for one in pool
            if role in (None, one.role)
            and (one.name == name if isinstance(name, str) else _in(name, one.name))
            and (text is None or _in(text, self.text(one.id)))
        ]

    def find(
        self,
        role: str | None = None,
        name: Wanted = None,
        *,
        within: int | None = None,
        text: Wanted = None,
        nth: int = 0,
    ) -> Element | None:
        """The ``nth`` element that fits (from 0; negative from the end), or None."""
        found = self.find_all(role, name, within=within, text=text)
        return found[nth] if -len(found) <= nth < len(found) else None


def _in(wanted: Wanted, text: str) -> bool:
    if wanted is None:
        return True
    return wanted in text if isinstance(wanted, str) else wanted.search(text) is not None


def _plain(text: str) -> str:
    return "".join(text.split())
