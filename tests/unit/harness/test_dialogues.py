"""Dialogues in WebLINX's format: when who says what, and pages whose attributes are HTML's."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from lxml import etree, html
from unit.harness.test_export import PAGE, demonstration

from harness.export import weblinx
from harness.export.demonstrations import Demonstration, last_words
from harness.export.pages import attributes_of
from harness.run.models import Step

REPLY, UNASKED, LATE = "The large one.", "The blue one, I changed my mind.", "Be quick."


def exported(
    to: Path, steps: tuple[Step, ...], dialogue: list[dict[str, Any]] | None = None
) -> list[dict[str, Any]]:
    """The turns of a dialogue after the task."""
    one = demonstration(to / "episode")
    made = Demonstration(one.line, one.folder, steps, {"dialogue": dialogue})
    weblinx.export([made], to / "out")
    replay = to / "out" / "demonstrations" / made.id / "replay.json"
    found: list[dict[str, Any]] = json.loads(replay.read_text())["data"]
    return found[1:]


def names(turns: list[dict[str, Any]]) -> list[str]:
    return [turn["utterance"] if turn["type"] == "chat" else turn["action"]["intent"] for turn in turns]


def test_a_reply_follows_what_it_replies_to_and_what_nobody_asked_for_comes_before(tmp_path: Path) -> None:
    steps = list(demonstration(tmp_path / "episode").steps)
    steps[1] = steps[1].model_copy(update={"action": {"name": "say", "text": "Which?"}, "target": None})
    steps[3] = steps[3].model_copy(update={"problem": "it is covered"})
    dialogue = [
        {"who": "person", "text": UNASKED, "step": 1},
        {"who": "agent", "text": "Which?", "step": 1},
        {"who": "person", "text": REPLY, "step": 1},
        {"who": "person", "text": LATE, "step": 3},
    ]
    turns = exported(tmp_path, tuple(steps), dialogue)
    # the change of the size met a problem, and what was heard before it was heard all the same
    assert names(turns) == ["load", UNASKED, "Which?", REPLY, "textInput", LATE, "done"]
    times = [turn["timestamp"] for turn in turns]
    assert times == sorted(times)


@pytest.mark.parametrize(
    ("stop", "said"),
    [
        ({"answer": 0}, "0"),
        ({"answer": False}, "false"),
        ({"answer": []}, "[]"),
        ({"answer": {"name": "Köln"}}, '{"name": "Köln"}'),
        ({"answer": "", "status": "done", "reason": None}, ""),
        ({"answer": None}, ""),
        ({"answer": "", "status": "not_achievable", "reason": "not_found"}, "not_achievable: not_found"),
        ({"answer": "No lamp.", "status": "not_achievable"}, "not_achievable: No lamp."),
        ({"answer": 3, "status": "failed", "more": "what none has"}, "failed: 3"),
    ],
)
def test_every_answer_and_refusal_is_the_last_turn(tmp_path: Path, stop: dict[str, Any], said: str) -> None:
    assert last_words(stop) == said
    steps = demonstration(tmp_path / "episode").steps
    last = steps[-1].model_copy(update={"action": {"name": "stop"} | stop})
    turns = exported(tmp_path, (*steps[:-1], last))
    assert names(turns)[3:] == ["change", *([said] if said else [])]


def test_attributes_have_the_names_that_html_has(tmp_path: Path) -> None:
    kept = PAGE.replace('<button id="buy"', '<button id="buy" aria_label="Add it" data_role="add"')
    kept = kept.replace('name="q"', 'name="q" value="old" input_value="new" accept_charset="utf-8"')
    kept = kept.replace("<option", '<option selected="" option_selected="false"')
    kept = kept.replace("</select>", '<option backend_node_id="16" option_selected="true"/></select>')
    one = demonstration(tmp_path / "episode")
    for step in one.steps:
        (one.folder / str(step.dom_file)).write_text(kept)
    weblinx.export([one], tmp_path / "out")
    folder = tmp_path / "out" / "demonstrations" / one.id
    page = html.fromstring((folder / "pages" / "page-1-0.html").read_text())
    (button,), (field,) = page.xpath("//button"), page.xpath("//input")
    assert dict(button.attrib) == {
        "id": "buy", "aria-label": "Add it", "data-role": "add", "data-webtasks-id": "9",
    }  # fmt: skip
    assert (field.get("value"), field.get("input_value"), field.get("accept-charset")) == (
        "new",
        None,
        "utf-8",
    )
    assert [one.get("data-webtasks-id") for one in page.xpath("//option[@selected]")] == ["16"]
    assert "aria_label" not in (folder / "replay.json").read_text()
    # the click is on what the button holds; the choice is of the select
    element = json.loads((folder / "replay.json").read_text())["data"][4]["action"]["arguments"]["element"]
    assert element["attributes"] == {"id": "size", "data-webtasks-id": "13"}
    assert "option_selected" not in element["outerHTML"]


def test_attributes_are_read_back_as_they_were() -> None:
    kept = etree.fromstring(
        '<form backend_node_id="1" bounding_box_rect="0,0,1,1" is_clickable="true" http_equiv="x" '
        'aria_busy="true" data_a_b="c" class="a_b" input_checked="false"/>'
    )
    assert attributes_of(kept) == {
        "http-equiv": "x", "aria-busy": "true", "data-a-b": "c", "class": "a_b", "checked": "false",
    }  # fmt: skip
