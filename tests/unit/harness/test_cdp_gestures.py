"""Which messages of CDP are one action, by the messages alone."""

from __future__ import annotations

from typing import Any

import pytest

from harness.service.cdp.gestures import is_drag, part_of
from harness.service.cdp.rules import ACTS


def key(kind: str, key: str, text: str = "", modifiers: int = 0) -> Any:
    return part_of("Input.dispatchKeyEvent", {"type": kind, "key": key, "text": text, "modifiers": modifiers})


def test_a_click_is_pressed_and_let_go_of() -> None:
    pressed = part_of(
        "Input.dispatchMouseEvent",
        {"type": "mousePressed", "x": 3, "y": 4.5, "button": "right", "clickCount": 2},
    )
    assert (pressed.kind, pressed.point, pressed.ends) == ("press", (3.0, 4.5), False)
    assert pressed.action == {"name": "click", "button": "right", "count": 2}
    let_go = part_of("Input.dispatchMouseEvent", {"type": "mouseReleased", "x": 3, "y": 4})
    assert (let_go.kind, let_go.ends) == ("release", True)
    assert not is_drag(pressed.point, let_go.point)
    assert is_drag(pressed.point, (30, 4))


@pytest.mark.parametrize("odd", [{"button": "none", "clickCount": 0}, {"button": 3, "clickCount": "2"}, {}])
def test_odd_clicks_are_clicks(odd: dict[str, Any]) -> None:
    pressed = part_of("Input.dispatchMouseEvent", {"type": "mousePressed", "x": "a", "y": None} | odd)
    assert pressed.action == {"name": "click", "button": "left", "count": 1}
    assert pressed.point is None


def test_a_tap_that_is_made_of_a_click_is_a_click() -> None:
    pressed = {"type": "mousePressed", "x": 3, "y": 4, "button": "left", "clickCount": 1}
    asked = ("Input.dispatchMouseEvent", "Input.emulateTouchFromMouseEvent")
    by_mouse, by_touch = (part_of(method, pressed) for method in asked)
    assert by_touch == by_mouse


def test_letters_are_written_and_keys_are_pressed() -> None:
    assert key("keyDown", "a", "a") == part_of("Input.insertText", {"text": "a"})
    assert key("keyDown", "A", "A", modifiers=8).action == {"text": "A"}
    assert key("keyDown", "a").action == {"text": ""}  # the letter comes as `char`
    assert key("char", "", "a").action == {"text": "a"}
    assert key("keyDown", "Enter", "\r").action == {"name": "press", "keys": "Enter"}
    assert key("rawKeyDown", "a", modifiers=2).action == {"name": "press", "keys": "Control+a"}
    assert key("rawKeyDown", "Tab", modifiers=8).action == {"name": "press", "keys": "Shift+Tab"}
    assert key("rawKeyDown", "Shift").kind == "hold"
    assert key("keyUp", "Enter").kind == "let go"
    assert key("char", "Enter", "\r").kind == "hold"  # what the key before it makes


def test_the_wheel_turns_no_further_than_an_action_may() -> None:
    turned = part_of("Input.dispatchMouseEvent", {"type": "mouseWheel", "x": 1, "y": 1, "deltaY": 1e9})
    assert turned.action == {"name": "wheel", "dx": 0.0, "dy": 10_000.0}


@pytest.mark.parametrize("method", sorted(ACTS))
def test_numbers_of_any_length_are_numbers(method: str) -> None:
    long = 10**400
    for kind in ("mousePressed", "mouseWheel", "touchStart", "drop", "keyDown"):
        params = {"type": kind, "deltaX": -long, "deltaY": long, "clickCount": long, "modifiers": long}
        point = {"x": long, "y": -long}
        found = part_of(method, params | point | {"touchPoints": [point], "entryId": long})
        assert found.point in (None, (1e6, -1e6))
        assert {"dx": -1e4, "dy": 1e4}.items() <= found.action.items() or found.kind != "wheel"


def test_every_method_that_acts_is_a_part_of_something() -> None:
    kinds = {method: part_of(method, {}).kind for method in ACTS}
    focusing = {method for method, kind in kinds.items() if kind == "focus"}
    assert focusing == {"Page.bringToFront", "Target.activateTarget"}
    assert all(part_of(method, {}).ends for method in ACTS if not method.startswith("Input."))
