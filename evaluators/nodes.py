"""Key nodes of a task: whether and when each was passed. They are told, and decide nothing by themselves.

The nodes of a task are its ``node`` checks, those its template names under ``key_nodes``, and places that
an oracle's episode has shown to count (`derived`), pinned in the template's lock.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any
from urllib.parse import parse_qsl, urlsplit, urlunsplit

from evaluators.base import Judgement, NodePassed, Outcome
from evaluators.checks.node import NodeCheck
from evaluators.noise import ignorable_terms
from evaluators.urls import without_terms
from sites.facts import site_of
from tasks.model import KeyNode, Task
from tasks.specs import NodeSpec

READING = ("GET", "HEAD", "OPTIONS")
ACTED = ("click", "type", "press", "select", "upload", "submit", "paste")


def with_nodes(task: Task, outcome: Outcome, judgement: Judgement) -> Judgement:
    """The judgement with what became of each key node; the verdict is as it was."""
    return judgement.model_copy(update={"key_nodes": nodes_of(task, outcome)})


def nodes_of(task: Task, outcome: Outcome) -> list[NodePassed]:
    """What became of each key node so far."""
    return [_passed(task, outcome, one) for one in _all(task)]


def in_words(task: Task) -> list[str]:
    """The key nodes of a task as a person would tell them: a golden reference (WebCanvas, section 6.3)."""
    return [_told(one.node) for one in _all(task)]


def _told(node: NodeSpec) -> str:
    if node.is_place:
        how = {"exact": "at", "include": "whose address contains", "semantic": "whose address means"}
        told = f"a page was shown {how[node.match]} {node.url}"
        return f"{told} (its query term {node.key})" if node.key else told
    named = " ".join(filter(None, [node.role, node.name and repr(node.name), node.css and f"({node.css})"]))
    told = f"{named or 'an element'} was used"
    told += f", with the value {node.value!r}" if node.value is not None else ""
    return f"{told}, at {node.url}" if node.url else told


def _all(task: Task) -> Iterator[KeyNode]:
    for check in task.checks:
        if check.kind == NodeCheck.kind:
            yield KeyNode(node=NodeSpec.model_validate(check.spec), decisive=True)
    yield from task.key_nodes


def _passed(task: Task, outcome: Outcome, one: KeyNode) -> NodePassed:
    check = NodeCheck(task, one.node)
    evidence = check.collect(None, outcome)  # type: ignore[arg-type]  # looks at the outcome alone
    place = check.first(evidence)
    return NodePassed(
        node=one.node.model_dump(exclude_unset=True),
        decisive=one.decisive,
        passed=place is not None,
        step=None if place is None else place["step"],
        oracle_step=one.step,
    )


def derived(task: Task, outcome: Outcome) -> list[KeyNode]:
    """The places that count on the way of an episode that passed.

    These are the page on which each request was sent that changed something, and the last page of every
    visit to a site: from there it was left for another, or the answer was given. Pages of the start and
    front doors count for nothing, so that the page before them is taken. Which page somebody has to read on
    the way nobody can say; and where a query of the address is not of the task's own words, the path alone
    is the place.
    """
    # Where the browser stood before each step, then where it ended
    shown = [(step.url, step.step or 0) for step in outcome.steps]
    shown.append((outcome.final_url, shown[-1][1] if shown else 0))
    acted = {step.step for step in outcome.steps if step.action.get("name") in ACTED}
    wrote = {
        request.step
        for request in outcome.requests
        if request.method not in READING
        and request.step in acted  # what a page sends by itself is no act
        and (request.status or 0) < 400
    }
    start = {None, *(pattern_of(url, task) for url in task.start)}
    places = [(step, pattern_of(url, task)) for url, step in shown]
    chosen = [place for place in places[:-1] if place[0] in wrote]
    for _, visit in groupby(zip(shown, places, strict=True), key=lambda one: site_of(one[0][0])):
        chosen += [place for _, place in visit if place[1] not in start][-1:]
    patterns = dict.fromkeys(pattern for _, pattern in chosen if pattern and pattern not in start)
    nodes = [KeyNode(node=NodeSpec(url=pattern)) for pattern in patterns]
    met = [(node, _passed(task, outcome, node)) for node in nodes]
    found = [node.model_copy(update={"step": told.step}) for node, told in met if told.passed]
    return sorted(found, key=lambda node: node.step or 0)


def pattern_of(url: str, task: Task) -> str | None:
    """An address as a place: without noise, and without a query that somebody might word otherwise.

    None where it is no page of the task's sites, or nothing is left but a site's front door.
    """
    if site_of(url) not in task.sites:
        return None
    parts = urlsplit(without_terms(url, ignorable_terms(url)).partition("#")[0].replace("*", ""))
    own = _words({"params": task.params, "reference": task.reference})
    terms = parse_qsl(parts.query, keep_blank_values=True)
    worded = any(
        value and value not in own and not re.fullmatch(r"[\w.-]*\d[\w.-]*", value) for _, value in terms
    )
    if worded or not terms:
        parts = parts._replace(query="")
    place = parts.path.strip("/") or parts.query
    return urlunsplit(parts) if place else None


def _words(data: Any) -> set[str]:
    if isinstance(data, dict):
        return set().union(*map(_words, data.values())) if data else set()
    if isinstance(data, list):
        return set().union(*map(_words, data)) if data else set()
    return {str(data)}


def confirmed(task: Task, outcomes: Sequence[Outcome]) -> list[KeyNode]:
    """The derived nodes of the first episode that every other one has passed as well."""
    first, *others = outcomes
    return [one for one in derived(task, first) if all(_passed(task, other, one).passed for other in others)]
