"""A page as WebLINX's optimal text representation: a pruned tree, then the likeliest elements.

Its appendix B.1 says what is told, B.2 how it keeps to a budget: parts that may be cut lose their middle, the
longest ones first. Tokens are counted as pieces of up to four letters or digits and single other signs, since
there is no model's own tokenizer here. The tree is pruned to what stands around the candidates.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from lxml import etree

from evaluators.trajectories.weblinx_text import UID
from harness.agents.protocol import Observation
from harness.browser.otr import Otr
from harness.export.pages import TEXT, Page, attributes_of, box_of, xpath_of
from harness.ranker.candidates import PAST, Candidate, Query, line_of, of_observation
from harness.ranker.model import Bm25, Ranker, Ranks, ranked
from tasks.actions import Action

_TREE, _ALL = 700, 1350
"""The tree's share of the budget, as published; what it leaves is the candidates'."""
_LEVELS, _BELOW, _BESIDE = 5, 50, 3
"""What stands around a candidate: levels and elements below it, neighbours on either side."""
_FEWER = 10  # one in so many candidates is left out at a time, where even bare ones are too long
_PIECE = re.compile(r"\.\.\.|\w{1,4}|[^\w\s]")
_GAP = "..."


@dataclass(frozen=True)
class Part:
    """A piece of the text; one that is ``cuttable`` may lose its middle."""

    text: str
    cuttable: bool = False


@dataclass(frozen=True)
class _Chosen:
    """A candidate: its number, the element (None in a frame, or gone), its tag, text and box."""

    number: int
    element: etree._Element | None
    tag: str
    text: str
    box: tuple[int, int, int, int] | None


class Representation:
    """The text of one episode's pages.

    Args:
        intent: the task.
        settings: of the observation.
    """

    def __init__(self, intent: str, settings: Otr) -> None:
        self._intent, self._settings = intent, settings
        self._ranks: Ranks = Ranker.load(settings.ranker) if settings.ranker else Bm25()
        self._past: list[str] = []

    def choose(self, observation: Observation) -> list[int]:
        """The elements one can act on that are likeliest to be next."""
        query = Query(self._intent, tuple(self._past[-PAST:]))
        order = ranked(self._ranks, query, of_observation(observation))
        return [int(one.id) for one in order[: self._settings.candidates]]

    def did(self, observation: Observation, action: Action) -> None:
        """Remember an action on an element, for the ranker."""
        element = observation.elements.get(getattr(action, "element", None) or 0)
        if element is not None:
            text = " ".join((observation.text(element.id) or element.name).split())
            self._past.append(line_of(Candidate(str(element.id), element.role, text), action))

    def text(self, observation: Observation, targets: Mapping[int, dict[str, Any] | None], dom: str) -> str:
        """The page as text, within the budget."""
        page = _page_of(dom)
        found = [
            _Chosen(
                number,
                page.target(target) if page else None,
                str((target or {}).get("tag") or element.role),
                " ".join(observation.text(number).split()),
                element.box,
            )
            for number, target in targets.items()
            if (element := observation.elements[number])
        ]
        root = observation.elements[1]
        width, height = root.box[2:] if root.box else (0, 0)
        window = f"Viewport size: {height}h x {width}w ;\nCandidates (uid is the number of the element):"
        most = max(self._settings.tokens - count(window), 0)
        tree = tree_of(page, found, most * _TREE // _ALL) if page else ""
        lines = lines_of(found, most - count(tree))
        return "\n".join(filter(None, [tree, window, *(lines or ["none"])]))


def count(text: str) -> int:
    """How many tokens a text has."""
    return sum(1 for _ in _PIECE.finditer(text))


def cut(text: str, most: int) -> str:
    """A text of so many tokens at most, its beginning and its end with a gap between them."""
    pieces = list(_PIECE.finditer(text))
    if len(pieces) <= most:
        return text
    if most < 1:
        return ""
    head = most // 2
    tail = most - 1 - head
    begin = text[: pieces[head - 1].end()] if head else ""
    return begin + _GAP + (text[pieces[-tail].start() :] if tail else "")


def threshold(lengths: Sequence[int], most: int) -> int:
    """What each length is cut down to so that all together are ``most`` at most: only the longest lose."""
    left = most
    for number, length in enumerate(sorted(lengths)):
        share = left // (len(lengths) - number)
        if length > share:
            return max(share, 0)
        left -= length
    return max(lengths, default=0)


def fit(parts: Sequence[Part], most: int) -> str | None:
    """The parts as one text of ``most`` tokens at most; None where those that stay are longer already."""
    left = most - sum(count(one.text) for one in parts if not one.cuttable)
    if left < 0:
        return None
    limit = threshold([count(one.text) for one in parts if one.cuttable], left)
    return "".join(cut(one.text, limit) if one.cuttable else one.text for one in parts)


def tree_of(page: Page, candidates: Sequence[_Chosen], most: int) -> str:
    """What stands around the candidates, as ``(tag name="value"(tag text))``; fewer where it is too long."""
    placed = [(one.element, one.number) for one in candidates if one.element is not None]
    while placed:
        text = fit(list(_rendered(page.root, dict(placed))), most)
        if text is not None:
            return text
        placed = placed[: len(placed) - max(len(placed) // _FEWER, 1)]
    return ""


def lines_of(candidates: Sequence[_Chosen], most: int) -> list[str]:
    """A line for each candidate; fewer where even without what may be cut they are too long."""
    left = list(candidates)
    while left:
        told = [_told(one) for one in left]
        limit = threshold([sum(count(part.text) for part in one) for one in told], most)
        lines = [fit(one, limit) for one in told]
        if None not in lines:
            return [line for line in lines if line]
        left = left[: len(left) - max(len(left) // _FEWER, 1)]
    return []


def _told(one: _Chosen) -> list[Part]:
    """A candidate in the published form: ``(uid = 3) [[tag]] a [[xpath]] /html/body/a [[bbox]] x=1 ...``."""
    parts = [Part(f"(uid = {one.number}) [[tag]] {one.tag}")]
    if one.element is not None:
        parts += [Part(" [[xpath]] "), Part(xpath_of(one.element), True)]
    if one.text:
        parts += [Part(" [[text]] "), Part(one.text, True)]
    if one.box:
        x, y, width, height = one.box
        parts.append(Part(f" [[bbox]] x={x} y={y} width={width} height={height}"))
    if one.element is not None:
        own = " ".join(f"{name}='{value}'" for name, value in _attributes(one.element))
        below = " ".join(str(child.tag) for child in one.element if child.tag != TEXT)
        parts += [Part(" [[attributes]] "), Part(own, True)] if own else []
        parts += [Part(" [[children]] "), Part(below, True)] if below else []
    return parts


def _rendered(root: etree._Element, numbers: Mapping[etree._Element, int]) -> Iterator[Part]:
    kept = _around(numbers)
    walk = etree.iterwalk(root, events=("start", "end"))
    for event, one in walk:
        if one not in kept:
            if event == "start":
                walk.skip_subtree()
        elif one.tag == TEXT:
            if event == "start":
                yield Part(" ")
                yield Part(one.text or "", True)
        elif event == "end":
            yield Part(")")
        else:
            yield Part(f"({one.tag}" + (f' {UID}="{numbers[one]}"' if one in numbers else ""))
            for name, value in _attributes(one):
                yield Part(f' {name}="')
                yield Part(value, True)
                yield Part('"')


def _around(numbers: Mapping[etree._Element, int]) -> set[etree._Element]:
    """The elements and texts that are kept."""
    kept: set[etree._Element] = set()
    for one in numbers:
        kept.update((one, *one.iterancestors()))
        for way in (True, False):
            beside = [other for other in one.itersiblings(preceding=way) if _shows(other)][:_BESIDE]
            kept.update(beside)
            kept.update(text for other in beside for text in other if text.tag == TEXT)
        level, below = [one], 0
        for _ in range(_LEVELS):
            level = [child for above in level for child in above if _shows(child)][: _BELOW - below]
            below += len(level)
            kept.update(level)
    return kept


def _shows(element: etree._Element) -> bool:
    """Whether it is seen. What is not may be different each time, as secrets of forms are."""
    return element.tag in (TEXT, "option") or box_of(element) is not None


def _attributes(element: etree._Element) -> Iterator[tuple[str, str]]:
    """Attributes as the page has them, each on one line."""
    for name, value in attributes_of(element).items():
        yield name, " ".join(value.split())


def _page_of(dom: str) -> Page | None:
    parser = etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=True)
    try:
        return Page(etree.fromstring(dom, parser))
    except (etree.XMLSyntaxError, ValueError):
        return None
