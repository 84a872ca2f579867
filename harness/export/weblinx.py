"""Demonstrations in WebLINX's format (its section 3 and appendix A.6): dialogues of turns, said or done.

Each is a folder with ``replay.json``, ``metadata.json``, ``form.json``, the pages with a ``data-webtasks-id``
on every element, their boxes, and the pictures that the run kept. The task is the instructor's first turn,
the answer the navigator's last.
"""

from __future__ import annotations

import copy
import shutil
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

from lxml import etree

from evaluators.trajectories.weblinx_text import UID
from harness.export.demonstrations import Demonstration, Moment, last_words
from harness.export.pages import ID, TEXT, Page, attributes_of, box_of, xpath_of
from harness.jsonio import write_json
from harness.new_folder import new_folder
from tasks.canary import CANARY, NOTICE
from tasks.splits import split_of_family

SPLITS = ("train", "valid", "test_iid", "test_web", "test_cat", "test_vis")
"""The paper's, without that by country: ``valid`` are the tasks of development, new sites are ``test_web``,
new domains ``test_cat``, and ``test_vis`` are tasks that a person talks about who sees no page."""
_NAMES = {"train": "train", "test_task": "test_iid", "test_website": "test_web", "test_domain": "test_cat"}
_SECONDS = 10  # of a step, as the world's clock has it
_NO_PICTURE = {"screenshot": None, "screenshot_status": "broken"}
_LONG = 2_000  # characters of an element's own HTML


@dataclass
class Counts:
    """What became of a split: dialogues, turns by intent, and what was left out, by name."""

    demonstrations: int = 0
    turns: Counter[str] = field(default_factory=Counter)
    left_out: Counter[str] = field(default_factory=Counter)


def export(found: Iterable[Demonstration], to: Path) -> dict[str, Counts]:
    """Write the data set.

    Args:
        found: the demonstrations.
        to: a new folder.

    Returns:
        The size of each split.

    Raises:
        WebariumError: the folder is there already, or cannot be written.
    """
    counts = {split: Counts() for split in SPLITS}
    names: dict[str, list[str]] = {split: [] for split in SPLITS}
    with new_folder(to) as folder:
        for one in found:
            split = split_of(one)
            names[split].append(one.id)
            counts[split].demonstrations += 1
            _write(one, folder / "demonstrations" / one.id, counts[split])
        write_json(folder / "splits.json", names)
        (folder / "README.md").write_text(card(counts), encoding="utf-8")
    return counts


def split_of(one: Demonstration) -> str:
    """The paper's name of a demonstration's split."""
    said = any(turn.get("who") == "person" for turn in one.outcome.get("dialogue") or [])
    if said:
        return "test_vis"
    develops = split_of_family(one.family) == "dev"
    return "valid" if one.split == "test_task" and develops else _NAMES[one.split]


def _write(one: Demonstration, folder: Path, count: Counts) -> None:
    for name in ("pages", "bboxes"):
        (folder / name).mkdir(parents=True)
    turns = list(_turns(one, folder, count))
    count.turns.update(_intent(turn) for turn in turns)
    write_json(folder / "replay.json", {"version": "1.0.0", "canary": CANARY, "data": turns})
    about = {"recordingId": one.id, "version": "1.0.0", "timezoneOffsetMinutes": 0, "canary": CANARY}
    write_json(
        folder / "metadata.json", about | {"recordingStart": 0, "recordingEnd": turns[-1]["timestamp"]}
    )
    form = {"shortcode": one.id, "description": one.line.intent, "tasks": ["+".join(one.line.sites)]}
    who = one.line.agent or "unknown"
    write_json(folder / "form.json", form | {"annotator": who, "navigator_name": who})


def _intent(turn: dict[str, Any]) -> str:
    return "say" if turn["type"] == "chat" else str(turn["action"]["intent"])


def _turns(one: Demonstration, folder: Path, count: Counts) -> Iterator[dict[str, Any]]:
    """The turns in order; the time is the world's, a step after the other."""
    yield _chat("instructor", one.line.intent, 0)
    heard = list(_heard(one.outcome.get("dialogue") or []))
    moments = list(one.moments())
    following = {moment.step.step: after for moment, after in pairwise(moments)}
    done = {moment.step.step: moment for moment in moments}
    for number in (step.step for step in one.steps):  # also where nothing was done something may be heard
        time = number * _SECONDS
        told = [(replies, _chat("instructor", text, time)) for step, replies, text in heard if step == number]
        yield from (chat for replies, chat in told if not replies)
        if number in done:
            yield from _turns_of(done[number], following.get(number), folder, count)
        yield from (chat for replies, chat in told if replies)


def _heard(dialogue: Sequence[Mapping[str, Any]]) -> Iterator[tuple[Any, bool, str]]:
    """What a person says: the step, whether it replies to what is said in that step, and the text.

    What replies to nothing was said before the step's own action.
    """
    for before, said in pairwise([{}, *dialogue]):
        if said.get("who") == "person":
            replies = before.get("who") == "agent" and before.get("step") == said.get("step")
            yield said.get("step"), replies, str(said.get("text", ""))


def _turns_of(
    moment: Moment, following: Moment | None, folder: Path, count: Counts
) -> Iterator[dict[str, Any]]:
    """The navigator's turns of one step: what is said, or what is done in the browser."""
    step = moment.step.step
    time = step * _SECONDS
    if moment.name == "say":
        yield _chat("navigator", str(moment.action.get("text", "")), time)
    elif moment.name == "stop":
        if text := last_words(moment.action):
            yield _chat("navigator", text, time)
    else:
        actions = list(_actions(moment, following))
        count.left_out.update([] if actions else [moment.name])
        state = {"page": f"page-{step}-0.html" if moment.page else None, **_NO_PICTURE}
        if actions:
            _page(moment, folder)
            state |= _picture(moment, folder)
        for action in actions:
            yield {"type": "browser", "timestamp": time, "action": action, "state": state}


def _chat(speaker: str, text: str, time: int) -> dict[str, Any]:
    return {"type": "chat", "timestamp": time, "speaker": speaker, "utterance": text}


def _actions(moment: Moment, following: Moment | None) -> Iterator[dict[str, Any]]:
    """The published actions of one of ours: none, one, or a text and the submission that ends it."""
    action, page, kept = moment.action, moment.page, moment.step.target or {}
    target = page.target(moment.step.target) if page else None
    of_option = kept.get("role") == "option" and kept.get("tag") == "select"
    intent, extra = "", dict[str, Any]()
    match moment.name:
        case "click" if of_option:
            intent, extra = "change", {"value": kept.get("name", "")}
        case "select":
            intent, extra = "change", {"value": ", ".join(action.get("options", []))}
        case "click" | "hover":
            intent = moment.name
        case "type":
            intent, extra = "textInput", {"text": str(action.get("text", ""))}
        case "goto":
            told = {"url": action.get("url", ""), "transitionType": "typed", "transitionQualifiers": []}
            yield _action("load", moment, None, {"url": told["url"]}, told)
        case "copy" | "paste":  # besides our `text` the name by which the authors' reader asks
            text, published = str(kept.get("text", "")), {"copy": "selected", "paste": "pasted"}
            intent, extra = moment.name, {"text": text, published[moment.name]: text}
        case "submit":
            intent, target = "submit", _form_of(target)
        case "scroll" | "scroll_to" if following and following.page:
            left, top = following.page.scrolled
            yield _action("scroll", moment, None, {"scrollX": left, "scrollY": top})
        case "new_tab" | "close_tab":
            name = {"new_tab": "tabcreate", "close_tab": "tabremove"}[moment.name]
            yield _action(name, moment, None, {}, {"tabId": _tab(moment)})
        case "tab_focus":
            tabs = {"tabIdOrigin": _tab(moment), "tabId": action.get("index", 0)}
            yield _action("tabswitch", moment, None, {}, tabs)
    if not intent or page is None or target is None:
        return
    yield _action(intent, moment, target, extra)
    form = _form_of(target) if moment.name == "type" and action.get("enter") else None
    if form is not None:
        yield _action("submit", moment, form, {})


def _form_of(element: etree._Element | None) -> etree._Element | None:
    """The form around an element, or that its attribute names; None where there is none."""
    if element is None or element.tag == "form":
        return element
    forms = [one for one in element.iterancestors() if one.tag == "form"]
    named = element.get("form")
    if named:
        forms = [one for one in element.getroottree().iter("form") if one.get("id") == named]
    return forms[0] if forms else None


def _tab(moment: Moment) -> int:
    return next((int(tab.get("index", 0)) for tab in moment.step.tabs if tab.get("active")), 0)


def _action(
    intent: str,
    moment: Moment,
    target: etree._Element | None,
    extra: dict[str, Any],
    properties: dict[str, Any] | None = None,
) -> dict[str, Any]:
    width, height = moment.step.viewport
    about: dict[str, Any] = {"url": moment.step.url, "tabId": _tab(moment), "zoomLevel": 1}
    arguments = {"metadata": about | {"viewportWidth": width, "viewportHeight": height}}
    arguments["properties"] = properties or {}
    if target is not None and moment.page:
        arguments["element"] = _element(moment.page, target)
    return {"intent": intent, "arguments": arguments | extra}


def _element(page: Page, element: etree._Element) -> dict[str, Any]:
    own = _as_html(element)
    return {
        "attributes": dict(own.attrib),
        "bbox": _bbox(page, element),
        "tagName": str(element.tag).upper(),
        "textContent": page.text(element),
        "xpath": xpath_of(element),
        "outerHTML": etree.tostring(own, encoding="unicode", method="html")[:_LONG],
    }


def _bbox(page: Page, element: etree._Element) -> dict[str, float] | None:
    """The box in the window, where the paper measures it."""
    if (rect := box_of(element)) is None:
        return None
    x, y = rect[0] - page.scrolled[0], rect[1] - page.scrolled[1]
    sides = {"left": x, "top": y, "right": x + rect[2], "bottom": y + rect[3]}
    return {"x": x, "y": y, "width": rect[2], "height": rect[3]} | sides


def _picture(moment: Moment, folder: Path) -> dict[str, str]:
    """The picture of the step, and what its turn says of it."""
    kept, name = moment.step.screenshot, f"screenshot-{moment.step.step}-0.png"
    if kept is None or not (moment.folder / kept).is_file():
        return {}
    (folder / "screenshots").mkdir(exist_ok=True)
    shutil.copyfile(moment.folder / kept, folder / "screenshots" / name)
    return {"screenshot": name, "screenshot_status": "good"}


def _page(moment: Moment, folder: Path) -> None:
    """The page with an id on each element, and where the elements are."""
    step, page = moment.step.step, moment.page
    if page is None:
        return
    text = etree.tostring(_as_html(page.root), encoding="unicode", method="html")
    (folder / "pages" / f"page-{step}-0.html").write_text(text, encoding="utf-8")
    boxes = {number: box for number, one in page.elements.items() if (box := _bbox(page, one))}
    write_json(folder / "bboxes" / f"bboxes-{step}.json", boxes)


def _as_html(element: etree._Element) -> etree._Element:
    """A copy as HTML: with the published id, HTML's attributes, and texts that are texts."""
    own = copy.deepcopy(element)
    own.tail = None
    for one in own.iter():
        attributes = attributes_of(one) | {UID: one.get(ID, "")}
        for name in ("checked", "selected"):  # HTML says no by not saying it
            if one.tag in ("input", "option") and attributes.get(name) == "false":
                del attributes[name]
        one.attrib.clear()
        one.attrib.update(attributes)
    etree.strip_tags(own, TEXT)
    return own


def table(counts: dict[str, Counts]) -> str:
    """The sizes of the splits, as a table in Markdown."""
    rows = ["| split | dialogues | turns | by intent |", "|---|---|---|---|"]
    for split, one in counts.items():
        told = ", ".join(f"{name} {number}" for name, number in sorted(one.turns.items()))
        rows.append(f"| `{split}` | {one.demonstrations} | {one.turns.total()} | {told or '-'} |")
    return "\n".join(rows)


def card(counts: dict[str, Counts]) -> str:
    """What the data set says of itself."""
    left = sum((one.left_out for one in counts.values()), Counter[str]())
    told = ", ".join(f"{name} {count}" for name, count in sorted(left.items())) or "nothing"
    return f"""# Dialogues on Webarium, in WebLINX's format

{NOTICE}

{table(counts)}

Actions that the paper does not have, or whose element was not found, are left out: {told}.
"""
