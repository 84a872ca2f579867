"""What an action may be, and that what is told of the actions comes from them."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from harness.agents.protocol import ProtocolError
from harness.episode.agent_loop import read_actions
from tasks import action_words
from tasks.actions import KINDS, MOST_AT_ONCE, parse_action, schema


@pytest.mark.parametrize(
    "data",
    [
        {"name": "drag", "element": 1},
        {"name": "drag", "element": 1, "to_x": 5},
        {"name": "drag", "element": 1, "to_element": 2, "to_x": 5, "to_y": 5},
        {"name": "wheel", "element": 1},
        {"name": "wheel", "dy": 5},
        {"name": "type", "text": "x", "x": 5},
        {"name": "type", "text": "x", "element": 1, "x": 5, "y": 5},
        {"name": "click", "element": 1, "count": 4},
        {"name": "wait", "seconds": 11},
        {"name": "wait", "seconds": 0},
        {"name": "wait", "seconds": True},
        {"name": "dialog"},
        {"name": "dialog", "accept": False, "text": "x"},
        {"name": "key_down", "key": ""},
        {"name": "submit"},
        {"name": "copy", "element": True},
        {"name": "paste", "text": "x"},
        {"name": "scroll_to", "y": -1},
    ],
)
def test_what_is_no_action(data: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        parse_action(data)


def test_text_replaces_what_an_element_holds_and_joins_what_is_at_the_cursor() -> None:
    assert parse_action({"name": "type", "element": 1, "text": "x"}).clear is True
    assert parse_action({"name": "type", "text": "x"}).clear is False
    assert parse_action({"name": "type", "text": "x", "clear": True}).clear is True


@pytest.mark.parametrize("kind", KINDS, ids=action_words.name_of)
def test_every_action_says_what_it_does_with_an_example_that_is_one(kind: Any) -> None:
    assert action_words.meaning(kind).endswith(".")
    for by_point in (False, True):
        if shown := action_words.example(kind, by_point=by_point):
            assert type(parse_action(shown)) is kind


def test_who_acts_on_points_is_told_of_no_numbers() -> None:
    lines = action_words.for_a_model(by_point=True)
    assert not any('"element"' in line or "to_element" in line for line in lines)
    assert not any(line.startswith('{"name": "select"') for line in lines)
    assert any(line.startswith('{"name": "drag", "x"') for line in lines)


def test_the_schema_has_every_action() -> None:
    assert len(schema()["oneOf"]) == len(KINDS)


def test_a_message_holds_one_action_or_several() -> None:
    noop = {"name": "noop"}
    assert [one.name for one in read_actions({"type": "action", "action": noop})] == ["noop"]
    both = read_actions({"type": "action", "actions": [noop, {"name": "go_back"}]})
    assert [one.name for one in both] == ["noop", "go_back"]
    for wrong in (
        {"action": noop, "actions": [noop]},
        {"actions": []},
        {"actions": [noop] * (MOST_AT_ONCE + 1)},
        {"actions": noop},
        {},
    ):
        with pytest.raises(ProtocolError, match="not an action"):
            read_actions({"type": "action", **wrong})
    with pytest.raises(ProtocolError, match=r"not an action: 1\.action: name either"):
        read_actions({"type": "action", "actions": [noop, {"name": "click"}]})
