"""A page as `eval --dom` kept it: elements with numbers and boxes, and which of them mean something."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Any, Self

from lxml import etree
from lxml.cssselect import CSSSelector

from sites.errors import WebariumError
from sites.files import MEGABYTE, read_bytes

ID = "backend_node_id"
RECT = "bounding_box_rect"
CLICKABLE = "is_clickable"
TEXT = "text"
"""The element that a text of the page stands in, as the published files have it."""
LONGEST = 50 * MEGABYTE
_NEAR = 2.0  # CSS pixels that a box may differ: it was measured twice, and rounded once
_TELLING = (
    "alt", "aria_label", "aria_description", "title", "placeholder", "value", "input_value", "text_value",
    "input_checked", "option_selected", "label", "name",
)  # fmt: skip
"""Attributes that give an element a meaning without a text."""
_OURS = frozenset({ID, RECT, CLICKABLE, "scrolled"})
_STATES = {
    "input_value": "value",
    "text_value": "value",
    "input_checked": "checked",
    "option_selected": "selected",
}
_ACTED_ON = frozenset({"a", "button", "input", "select", "textarea", "option", "summary", "label", "img"})
_HOLDERS = frozenset({"html", "head", "body"})

Box = tuple[float, float, float, float]
"""Left, top, width and height in CSS pixels, from the page's corner."""


class Page:
    """The DOM of one step.

    Args:
        root: its ``html`` element.
    """

    def __init__(self, root: etree._Element) -> None:
        self.root = root

    @classmethod
    def read(cls, path: Path) -> Self:
        """The page of a file.

        Raises:
            WebariumError: it is not what was written.
        """
        parser = etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=True)
        try:
            root = etree.fromstring(read_bytes(path, LONGEST), parser)
            if not all(isinstance(one.tag, str) for one in root.iter()) or not root.get(ID):
                raise ValueError("it has other parts than numbered elements")
        except (etree.XMLSyntaxError, ValueError) as error:
            raise WebariumError(
                f"{path} is no page as `webarium eval --dom` keeps it: {error}",
                remedy="play the run again with --dom",
            ) from error
        return cls(root)

    @cached_property
    def elements(self) -> dict[str, etree._Element]:
        """The elements by their numbers, texts left out, in document order."""
        return {one.get(ID): one for one in self.root.iter() if one.tag != TEXT and one.get(ID)}

    @cached_property
    def scrolled(self) -> tuple[float, float]:
        """How far the page was scrolled."""
        left, _, top = self.root.get("scrolled", "0,0").partition(",")
        return float(left), float(top or 0)

    def target(self, kept: dict[str, Any] | None) -> etree._Element | None:
        """The element of an action; None where it is none of this page's.

        Args:
            kept: the step's ``target``: a path, a tag and a box of the window. One in a frame is not found,
                and a path that leads to something else than was acted on does not count.
        """
        if not kept or not kept.get("css"):
            return None
        try:
            found = CSSSelector(kept["css"])(self.root)
        except Exception:  # cssselect and lxml have several for a path that is none
            return None
        for one in found:
            if one.tag == kept.get("tag") and self._there(one, kept.get("box")):
                return one
        alone = len(found) == 1 and found[0].tag == kept.get("tag") and "point" not in kept
        return found[0] if alone else None

    def _there(self, element: etree._Element, box: list[float] | None) -> bool:
        rect = box_of(element)
        if not box or rect is None:
            return False
        left, top = self.scrolled
        inside = (rect[0] - left, rect[1] - top, rect[2], rect[3])
        return all(abs(a - b) <= _NEAR for a, b in zip(inside, box, strict=True))

    def equivalent(self, element: etree._Element) -> tuple[etree._Element, list[etree._Element]]:
        """What does the same as an element (Mind2Web, appendix C.1).

        Returns:
            The nearest clickable element, itself included, and with it all that is seen inside its box.
        """
        top = next((one for one in (element, *element.iterancestors()) if one.get(CLICKABLE)), element)
        rect = box_of(top)
        found = [top]
        for one in top.iterdescendants():
            own = box_of(one) if one.tag != TEXT else None
            if rect and own and _within(own, rect):
                found.append(one)
        return top, found if element in found else [*found, element]

    @cached_property
    def meaningful(self) -> dict[str, etree._Element]:
        """The elements that are seen and say or do something, by number: all one could choose from."""
        return {number: one for number, one in self.elements.items() if _means(one)}

    def cleaned(self) -> etree._Element:
        """The page with meaningful elements alone, and what holds more than one of them."""
        tree = copy.deepcopy(self.root)
        self._prune(tree)
        for one in tree.iter():
            for name in set(one.attrib) - {ID, *_KEPT}:
                del one.attrib[name]
        return tree

    def _prune(self, element: etree._Element) -> bool:
        """Take out what means nothing; whether anything is left of it."""
        if element.tag == TEXT:
            return True
        hidden = element.tag not in _HOLDERS and element.tag != "option" and _unseen(element)
        for child in list(element):
            if (child.tag == TEXT and hidden) or not self._prune(child):
                element.remove(child)
        if element.get(ID) in self.meaningful or element.getparent() is None or element.tag == "body":
            return True
        children = [child for child in element if child.tag != TEXT]
        if len(children) == 1 and len(element) == 1:  # a wrapper: what it holds takes its place
            element.getparent().replace(element, children[0])
            return True
        return len(element) > 0 and element.tag != "head"

    def text(self, element: etree._Element) -> str:
        """What is written in an element."""
        return " ".join(one.text for one in element.iter(TEXT) if one.text)


_KEPT = ("id", "class", "role", "type", "href", "for", CLICKABLE, *_TELLING)


def box_of(element: etree._Element | str) -> Box | None:
    """Where an element is, or what its attribute says; None where it is not seen."""
    rect = element if isinstance(element, str) else element.get(RECT, "")
    numbers = [float(one) for one in rect.split(",") if re.fullmatch(r"-?\d+(\.\d+)?", one)]
    if len(numbers) != 4 or numbers[2] <= 0 or numbers[3] <= 0:
        return None
    return numbers[0], numbers[1], numbers[2], numbers[3]


def attributes_of(element: etree._Element) -> dict[str, str]:
    """Attributes by the names that HTML has for them, and the state of a field as it is now.

    A kept page has ``_`` for every ``-`` of a name, as Mind2Web's files have; HTML itself has no name with
    ``_``, so each one is taken back.
    """
    found = {str(name): str(value) for name, value in element.attrib.items() if name not in _OURS}
    states = {_STATES[name]: found.pop(name) for name in list(found) if name in _STATES}
    return {name.replace("_", "-"): value for name, value in (found | states).items()}


def ancestors(element: etree._Element) -> Iterator[etree._Element]:
    """What holds an element, nearest first, down to the body."""
    for one in element.iterancestors():
        if one.tag in _HOLDERS:
            return
        yield one


def xpath_of(element: etree._Element) -> str:
    """The path of an element, as ``/html/body/div[2]/a``."""
    return str(element.getroottree().getpath(element))


def _unseen(element: etree._Element) -> bool:
    return box_of(element) is None and not any(box_of(one) for one in element.iterdescendants())


def _means(element: etree._Element) -> bool:
    if element.tag in _HOLDERS:
        return False
    if element.tag == "option":
        return any(box_of(one) is not None for one in ancestors(element) if one.tag == "select")
    if box_of(element) is None:
        return False
    if element.get(CLICKABLE) or element.tag in ("input", "select", "textarea", "button"):
        return True
    if any(child.tag == TEXT for child in element):
        return True
    telling = element.tag in _ACTED_ON or element.get("role") is not None
    return telling and any(element.get(name, "").strip() for name in _TELLING)


def _within(inner: Box, outer: Box) -> bool:
    return (
        inner[0] >= outer[0] - _NEAR
        and inner[1] >= outer[1] - _NEAR
        and inner[0] + inner[2] <= outer[0] + outer[2] + _NEAR
        and inner[1] + inner[3] <= outer[1] + outer[3] + _NEAR
    )
