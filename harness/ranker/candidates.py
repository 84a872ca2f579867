"""What is chosen from: an element with what it says, whether it comes from a data set or an observation."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lxml import etree
from pydantic import BaseModel, ConfigDict

from evaluators.trajectories.files import as_list, check_model, json_files, read_json
from evaluators.trajectories.mind2web import Action, Demonstration
from harness.agents.protocol import Element, Observation
from harness.export.pages import CLICKABLE, TEXT, Page, ancestors, box_of

PAST = 5
"""Previous actions that a query holds, as published."""
_LONGEST = 300  # characters of a text
_TEXTS = ("aria_label", "alt", "title", "placeholder", "value", "input_value")
_ROLES = {
    "a": "link", "button": "button", "select": "combobox", "textarea": "textbox", "option": "option",
    "img": "img", "summary": "button", "label": "label", "li": "listitem", "td": "cell", "th": "cell",
    "h1": "heading", "h2": "heading", "h3": "heading", "h4": "heading", "h5": "heading", "h6": "heading",
}  # fmt: skip
_INPUTS = {
    "checkbox": "checkbox", "radio": "radio", "submit": "button", "button": "button", "reset": "button",
    "image": "button", "search": "searchbox", "number": "spinbutton", "range": "slider",
}  # fmt: skip
_SPACES = re.compile(r"\s+")


@dataclass(frozen=True)
class Candidate:
    """An element one could act on.

    Attributes:
        id: of the data set or of the observation.
        role: as an accessibility tree names it.
        text: what it says; ``around``: what the element around it says.
        box: left, top, width and height in CSS pixels; None where it has none.
        clickable: it is there to be acted on.
    """

    id: str
    role: str
    text: str
    around: str = ""
    box: tuple[float, float, float, float] | None = None
    clickable: bool = True


@dataclass(frozen=True)
class Query:
    """What is to be done: the task, and lines of what was done before, the last one last."""

    task: str
    past: tuple[str, ...] = ()


@dataclass(frozen=True)
class Choice:
    """One recorded step: the query, the candidates, and which of them are right."""

    query: Query
    candidates: tuple[Candidate, ...]
    right: frozenset[str]


class _Page(BaseModel):
    model_config = ConfigDict(extra="ignore")
    action_uid: str
    cleaned_html: str | None = None


class _Pages(BaseModel):
    """What a demonstration holds besides, which scoring needs not."""

    model_config = ConfigDict(extra="ignore")
    actions: list[_Page]


def choices(demonstrations: Sequence[Demonstration], pages: dict[str, str]) -> Iterator[Choice]:
    """The steps of demonstrations.

    Args:
        demonstrations: as they were read.
        pages: the cleaned page of each action, by its ``action_uid``.
    """
    for demo in demonstrations:
        for number, action in enumerate(demo.actions):
            past = tuple(demo.action_reprs[max(0, number - PAST) : number])
            found = tuple(of_action(action, pages.get(action.action_uid, "")))
            yield Choice(Query(demo.confirmed_task, past), found, action.acceptable)


def of_action(action: Action, cleaned: str) -> Iterator[Candidate]:
    """The candidates of a recorded step, in the order of its page."""
    try:
        page = Page(etree.fromstring(cleaned, etree.XMLParser(resolve_entities=False, huge_tree=True)))
    except etree.XMLSyntaxError:
        return
    wanted = {one.backend_node_id: one for one in (*action.pos_candidates, *action.neg_candidates)}
    for number, element in page.elements.items():
        if number in wanted:
            yield _of_element(number, element, wanted[number].attributes)


def of_observation(observation: Observation) -> list[Candidate]:
    """What one can act on in an observation, in the order of its tree."""
    return [
        Candidate(
            id=str(number),
            role=element.role,
            text=_plain(observation.text(number) or element.name, str(element.states.get("placeholder", ""))),
            around=_around(observation, element),
            box=element.box,
        )
        for number, element in observation.elements.items()
        if element.clickable
    ]


def line_of(one: Candidate, action: Any) -> str:
    """What was done, in a line as data sets have it."""
    kind = {"type": "TYPE", "select": "SELECT"}.get(action.name, "CLICK")
    value = getattr(action, "text", None) or ", ".join(getattr(action, "options", []))
    shown = f"[{one.role}]  {one.text[:80]} -> {kind}"
    return f"{shown}: {value}" if value else shown


def _around(observation: Observation, element: Element) -> str:
    own = observation.text(element.id)
    for one in observation.ancestors(element.id):
        text = observation.text(one.id)
        if len(text) > len(own):
            return text[:_LONGEST]
    return ""


def _of_element(number: str, element: etree._Element, attributes: dict[str, Any]) -> Candidate:
    own = _text(element)
    around = ""
    for one in ancestors(element):
        whole = _text(one)
        if len(whole) > len(own):
            around = whole[:_LONGEST]
            break
    return Candidate(
        id=number,
        role=_role(element),
        text=_plain(own, *(element.get(name, "") for name in _TEXTS)),
        around=around,
        box=box_of(str(attributes.get("bounding_box_rect", ""))),
        clickable=bool(element.get(CLICKABLE)),
    )


def _role(element: etree._Element) -> str:
    if role := element.get("role"):
        return str(role)
    if element.tag == "input":
        return _INPUTS.get(element.get("type", "text"), "textbox")
    return _ROLES.get(str(element.tag), "generic")


def _text(element: etree._Element) -> str:
    return " ".join(one.text for one in element.iter(TEXT) if one.text)


def _plain(*texts: str) -> str:
    """The texts in one line, each once."""
    found = dict.fromkeys(_SPACES.sub(" ", text).strip() for text in texts)
    return " ".join(text for text in found if text)[:_LONGEST]


def read_choices(folder: Path) -> list[Choice]:
    """The steps of one split of a data set.

    Args:
        folder: of the split, with files of published records.

    Raises:
        FormatError: a file is not in the format.
    """
    found: list[Choice] = []
    for path in json_files(folder):
        for number, record in enumerate(as_list(read_json(path))):
            where = f"{path}, record {number}"
            demo = check_model(record, Demonstration, where)
            pages = {
                one.action_uid: one.cleaned_html or "" for one in check_model(record, _Pages, where).actions
            }
            found.extend(choices([demo], pages))
    return found
