"""Key nodes: WebCanvas (Mind2Web-Live), its sections 3.1 and 3.2 and appendix E.

A key node is something every way to the goal must pass: an address, an element acted on, or a value
entered. Table 1 of the paper crosses three targets with three match functions; of the nine cells, *element
path* is defined for the exact match only, so asking for the other two is an error here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Literal
from urllib.parse import parse_qs, unquote

from lxml import html as lxml_html
from lxml.etree import ParserError

from evaluators.comparison import holds, text_of
from evaluators.inferring import match as match_value
from evaluators.urls import difference, parts_of

from .files import FormatError

Target = Literal["url", "element_path", "element_value"]
Function = Literal["exact", "include", "semantic"]

#: Decides whether a value meets a description; None when it cannot tell.
Semantic = Callable[[str, str], bool | None]


@dataclass(frozen=True)
class Match:
    """Whether one key node was met in one state; true in conditions when it was."""

    passed: bool
    why: str
    undecided: bool = False

    def __bool__(self) -> bool:
        return self.passed


@dataclass(frozen=True)
class State:
    """What one step left behind: the address after it, the element it acted on, the value it entered.

    ``path`` is the element's CSS path or XPath as recorded; ``html`` the page in which both that path and
    the reference are looked up, when there is a snapshot.
    """

    url: str = ""
    path: str | None = None
    value: str | None = None
    html: str | None = None


@dataclass(frozen=True)
class KeyNode:
    """One key node: a target, a match function and the reference.

    Attributes:
        key: name of the query term to compare instead of the whole address (targets ``url``).
        netloc: part of the host on which an element counts (targets ``element_*``); empty for any.
        method: how ``reference`` names an element: a CSS ``selector`` or an ``xpath``.
        path: CSS path of the element that must hold the value (targets ``element_value``); empty for any.
    """

    target: Target
    function: Function
    reference: str
    key: str = ""
    netloc: str = ""
    method: Literal["selector", "xpath"] = "selector"
    path: str = ""


# ---- the nine functions -------------------------------------------------------------------------


def url_exact(url: str, reference: str, key: str = "", *, original: bool = False) -> Match:
    """URL, exact match: the whole address is the reference (``*`` in it stands for anything), or the named
    query term has just this value. ``original``: letter by letter, escapes aside, and the term's first value.
    """
    if original:
        found = unquote(url) if not key else next(iter(map(unquote, _terms(url, key)[:1])), "")
        return Match(bool(found) and found == reference, f"{key or 'the address'} is {found or 'missing'}")
    if key:
        values = _terms(url, key)
        return Match(reference in values, f"{key} is {', '.join(values) or 'missing'}")
    problem = difference(reference, url)
    return Match(problem is None, problem or "the address is the reference")


def url_include(url: str, reference: str, key: str = "", *, original: bool = False) -> Match:
    """URL, include match: the reference is part of host, path and fragment, or of the named query term.

    The reference counts at word borders only (item 170 is not in /item/1705); ``original`` drops that.
    """
    if key:
        values = _terms(url, key)
        found = any(_part(value, reference, original) for value in (values[:1] if original else values))
        return Match(found, f"{key} is {', '.join(values) or 'missing'}")
    parts = parts_of(url)
    if parts is None:
        return Match(False, f"{url} is no address")
    text = unquote(parts.netloc + parts.path + (f"#{parts.fragment}" if parts.fragment else ""))
    found = _part(text, reference, original)
    return Match(found, f"{reference} is {'' if found else 'not '}in {text}")


def url_semantic(url: str, reference: str, key: str = "", *, judge: Semantic | None = None) -> Match:
    """URL, semantic match: the address, or the named query term, means what the reference says."""
    texts = _terms(url, key) if key else [unquote(url)]
    return _semantic(texts, reference, judge)


def element_path_exact(
    path: str | None, reference: str, method: str = "selector", page: str | None = None
) -> Match:
    """Element path, exact match: both paths lead to the same element.

    With a snapshot both are looked up in it and the elements compared; without one the paths themselves
    are compared, blanks aside.
    """
    if not path:
        return Match(False, "no element was acted on")
    if page is None:
        same = _bare(path) == _bare(reference)
        return Match(same, f"acted on {path}")
    found, wanted = _element(page, path, method), _element(page, reference, method)
    if wanted is None:
        return Match(False, f"{reference} is not on the page")
    return Match(found is wanted, f"acted on {path}")


def element_path_include(path: str | None, reference: str) -> Match:
    """Not defined by the paper (table 1).

    Raises:
        FormatError: always.
    """
    raise FormatError(
        "a key node cannot match an element path by 'include': WebCanvas defines the exact match only",
        remedy="use element_path exact, or url include",
    )


def element_path_semantic(path: str | None, reference: str) -> Match:
    """Not defined by the paper (table 1).

    Raises:
        FormatError: always.
    """
    raise FormatError(
        "a key node cannot match an element path by meaning: WebCanvas defines the exact match only",
        remedy="use element_path exact, or element_value semantic",
    )


def element_value_exact(value: str | None, reference: str, *, original: bool = False) -> Match:
    """Element value, exact match: the text entered or chosen is the reference, white space aside.

    ``original``: letter by letter.
    """
    if value is None:
        return Match(False, "no value was entered")
    same = value == reference if original else text_of(value) == text_of(reference)
    return Match(same, f"the value is {value!r}")


def element_value_include(value: str | None, reference: str, *, original: bool = False) -> Match:
    """Element value, include match: the reference is part of the value, at word borders as in URLs."""
    if value is None:
        return Match(False, "no value was entered")
    return Match(_part(value, reference, original), f"the value is {value!r}")


def element_value_semantic(value: str | None, reference: str, *, judge: Semantic | None = None) -> Match:
    """Element value, semantic match: the value means what the reference says."""
    return _semantic([] if value is None else [value], reference, judge)


def match(node: KeyNode, state: State, *, judge: Semantic | None = None, original: bool = False) -> Match:
    """Whether a state meets a key node, by the node's own function.

    Raises:
        FormatError: for a cell of table 1 that the paper leaves empty.
    """
    if node.target == "url":
        if node.function == "exact":
            return url_exact(state.url, node.reference, node.key, original=original)
        if node.function == "include":
            return url_include(state.url, node.reference, node.key, original=original)
        return url_semantic(state.url, node.reference, node.key, judge=judge)
    if node.target == "element_path" and node.function == "include":
        return element_path_include(state.path, node.reference)
    if node.target == "element_path" and node.function == "semantic":
        return element_path_semantic(state.path, node.reference)
    parts = parts_of(state.url)
    host = parts.netloc if parts else ""
    there = _site(host) == node.netloc if original else node.netloc.lower() in host.lower()
    if node.netloc and not there:
        return Match(False, f"{state.url or 'no address'} is not on {node.netloc}")
    if node.target == "element_path":
        return element_path_exact(state.path, node.reference, node.method, state.html)
    if node.path and not (same := element_path_exact(state.path, node.path, page=state.html)):
        return same
    if node.function == "exact":
        return element_value_exact(state.value, node.reference, original=original)
    if node.function == "include":
        return element_value_include(state.value, node.reference, original=original)
    return element_value_semantic(state.value, node.reference, judge=judge)


# ---- scores (section 3.2, appendix E) -----------------------------------------------------------


@dataclass(frozen=True)
class TaskResult:
    """One task scored by its key nodes.

    Attributes:
        reached: for each key node, the number of the state that met it first, or None.
        steps: how many steps the agent took.
        signalled: whether the agent itself said that it was done.
        undecided: numbers of the key nodes whose semantic match nobody could decide; they score 0.
    """

    reached: tuple[int | None, ...]
    steps: int
    signalled: bool = True
    undecided: tuple[int, ...] = field(default=())

    @property
    def step_score(self) -> int:
        """P: one point for each key node reached."""
        return sum(step is not None for step in self.reached)

    @property
    def max_score(self) -> int:
        """P_max: the number of key nodes."""
        return len(self.reached)

    def success(self, tolerance: int = 0) -> bool:
        """Whether all key nodes were reached, but for ``tolerance`` of them (table 3 has 0 and 1)."""
        return self.max_score > 0 and self.step_score >= self.max_score - tolerance

    @property
    def efficiency(self) -> float | None:
        """ES = L / P: steps for each point, so lower is better; None when no key node was reached."""
        return self.steps / self.step_score if self.step_score else None

    @property
    def human_alignment(self) -> float:
        """HAS, equation 1 of appendix E: 1, 0.95, P / P_max or 0.8 P / P_max."""
        if self.success():
            return 1.0 if self.signalled else 0.95
        share = self.step_score / self.max_score if self.max_score else 0.0
        return share if self.signalled else 0.8 * share


def score_task(
    nodes: Sequence[KeyNode],
    states: Iterable[State],
    *,
    steps: int | None = None,
    signalled: bool = True,
    judge: Semantic | None = None,
    original: bool = False,
) -> TaskResult:
    """Look for every key node in every state, in any order: the paper asks that they are passed, not when.

    Args:
        nodes: the key nodes of the task.
        states: what each step left behind, in order.
        steps: steps taken, when it is not the number of states.
        signalled: whether the agent ended the episode by itself.
        judge: decides semantic matches; without one the deterministic fuzzy match does.
        original: substring matching without word borders, as the authors do.
    """
    states = list(states)
    reached: list[int | None] = []
    undecided: list[int] = []
    for index, node in enumerate(nodes):
        found = None
        unsure = False
        for number, state in enumerate(states):
            result = match(node, state, judge=judge, original=original)
            unsure = unsure or result.undecided
            if result.passed:
                found = number
                break
        reached.append(found)
        if found is None and unsure:
            undecided.append(index)
    count = len(states) if steps is None else steps
    return TaskResult(tuple(reached), count, signalled, tuple(undecided))


def completion_rate(results: Iterable[TaskResult]) -> float | None:
    """Completion rate: the micro average of step scores, i.e. points won over points to win of all tasks."""
    results = list(results)
    total = sum(result.max_score for result in results)
    return sum(result.step_score for result in results) / total if total else None


def success_rate(results: Iterable[TaskResult], tolerance: int = 0) -> float | None:
    """Task success rate: the share of tasks whose key nodes were all reached, but for the tolerance."""
    results = list(results)
    return sum(result.success(tolerance) for result in results) / len(results) if results else None


def efficiency_score(results: Iterable[TaskResult], *, won_only: bool = False) -> float | None:
    """Mean efficiency score over all tasks; one that won no point counts 0, as in the authors' code.

    ``won_only``: over the tasks that won a point, the only ones for which the paper's formula is defined.
    """
    values = [result.efficiency for result in results]
    if won_only:
        values = [value for value in values if value is not None]
    return sum(value or 0.0 for value in values) / len(values) if values else None


def human_alignment_score(results: Iterable[TaskResult]) -> float | None:
    """Mean human alignment score."""
    values = [result.human_alignment for result in results]
    return sum(values) / len(values) if values else None


def entered(action: dict[str, Any]) -> str | None:
    """The value that an action types or chooses; None for any other action."""
    if action.get("name") == "select":
        return ", ".join(map(str, action.get("options") or []))
    return str(action["text"]) if action.get("name") == "type" else None


# ---- helpers ------------------------------------------------------------------------------------


def _terms(url: str, key: str) -> list[str]:
    parts = parts_of(url)
    return parse_qs(parts.query, keep_blank_values=True).get(key, []) if parts else []


def _part(text: str, reference: str, original: bool) -> bool:
    return reference in text if original else holds(text, reference)


def _site(host: str) -> str:
    """The label by which the authors name a host: ``shop`` of www.shop.com and of shop.com."""
    labels = host.split(".")
    at = 1 if host.startswith("www") else 0
    return labels[at] if len(labels) > at + 1 else ""


def _bare(path: str) -> str:
    return "".join(path.split())


def _element(page: str, path: str, method: str) -> Any:
    """The first element a path leads to; None when the path is wrong or leads nowhere."""
    tree = _tree(page)
    if tree is None:
        return None
    try:
        found = tree.xpath(path) if method == "xpath" else tree.cssselect(path)
    except Exception:  # a recorded path may be in any dialect; one that cannot be read leads nowhere
        return None
    return found[0] if isinstance(found, list) and found else None


_UTF8 = lxml_html.HTMLParser(encoding="utf-8")


@lru_cache(maxsize=2)
def _tree(page: str) -> Any:
    """The parsed snapshot; kept, since both paths of a comparison must be looked up in the same tree."""
    try:  # as bytes, since a text may not name an encoding of its own (<?xml ... encoding=...?>)
        return lxml_html.document_fromstring(page.encode(errors="replace"), parser=_UTF8)
    except ParserError:  # there is no element in it
        return None


def _semantic(texts: list[str], reference: str, judge: Semantic | None) -> Match:
    if not any(text.strip() for text in texts):
        return Match(False, "there is nothing to compare")
    verdicts = [_fuzzy(text, reference) if judge is None else judge(text, reference) for text in texts]
    shown = ", ".join(repr(text) for text in texts)
    if any(verdicts):
        return Match(True, f"{shown} means {reference!r}")
    if None in verdicts:
        return Match(False, f"undecided whether {shown} means {reference!r}", undecided=True)
    return Match(False, f"{shown} does not mean {reference!r}")


def _fuzzy(text: str, reference: str) -> bool | None:
    result = match_value("fuzzy", reference, text)
    return None if result.undecided else result.score == 1.0
