"""What a field held on the way, put together from what was typed and pressed."""

from __future__ import annotations

from typing import Any

import pytest

from tests.unit.evaluators.checks_world import verdict_on

pytestmark = pytest.mark.usefixtures("shop_noise")
SHOP = "http://shopping.webarium.test"
FIELD = {"role": "textbox", "name": "City", "css": "#city", "value": ""}


def _type(text: str, *, clear: bool = True, value: str = "") -> dict[str, Any]:
    action = {"name": "type", "element": 4, "text": text, "clear": clear}
    return {"url": f"{SHOP}/a/", "action": action, "target": {**FIELD, "value": value}}


def _blind(text: str, *, clear: bool = True) -> dict[str, Any]:
    """Typed into a field of which nobody noted what it held."""
    return {**_type(text, clear=clear), "target": {name: FIELD[name] for name in ("role", "name", "css")}}


def _press(*keys: str) -> list[dict[str, Any]]:
    return [{"url": f"{SHOP}/a/", "action": {"name": "press", "keys": key}, "target": None} for key in keys]


def _paste(text: str, *, value: str = "") -> dict[str, Any]:
    action = {"name": "paste", "element": 4}
    return {"url": f"{SHOP}/a/", "action": action, "target": {**FIELD, "value": value, "text": text}}


AT_CURSOR = {"url": f"{SHOP}/a/", "action": {"name": "paste", "element": None}, "target": {"text": "n"}}
CLICK = {"url": f"{SHOP}/a/", "action": {"name": "click", "element": 4}, "target": FIELD}
OTHER = {**CLICK, "target": {"role": "button", "name": "Save", "value": ""}}


@pytest.mark.parametrize(
    ("steps", "value", "passed"),
    [
        ([_type("Neu"), _type("strelitz", clear=False, value="Neu")], "Neustrelitz", True),
        ([_type("Neu"), _type("strelitz", clear=False, value="Neu")], "strelitz", False),
        ([_type("Neu"), _type("strelitz")], "Neustrelitz", False),
        ([_type("strelitz", clear=False, value="Neu")], "Neustrelitz", True),
        ([CLICK, *_press("W", "a", "Shift+R", "Backspace", "r", "e", "n")], "Waren", True),
        ([CLICK, *_press("W", "a", "r", "e", "n")], "Ware", True),  # it stood there on the way
        ([CLICK, *_press("W", "a", "r", "e", "n")], "aren", False),
        ([_type("Ware"), *_press("n")], "Waren", True),
        ([_type("Berlin"), *_press("Control+A", "W", "a")], "Wa", True),
        ([_type("Berlin"), *_press("Control+A", "Delete", "W", "a")], "Wa", True),
        ([_type("abc"), *_press("Control+A", "End", "x")], "abcx", True),
        ([_type("abc"), *_press("Control+A", "Control+End", "x")], "x", False),
        ([_type("abc"), *_press("Control+A", "Shift", "x")], "x", True),
        ([_blind("abc"), _blind("d", clear=False)], "abcd", True),
        ([_blind("d", clear=False)], "d", True),
        ([*_press("Tab"), _blind("d", clear=False)], "d", True),
        ([_blind("abc"), *_press("Tab"), _blind("d", clear=False)], "d", False),
        ([_blind("abc"), *_press("Home"), _blind("d", clear=False)], "abcd", False),
        ([_type("a"), *_press("Space", "b")], "a b", True),
        ([_paste("Waren")], "Waren", True),
        ([_paste("strelitz", value="Neu")], "Neustrelitz", True),
        ([_paste("strelitz", value="Neu")], "strelitz", False),
        ([_paste("Ware"), *_press("n")], "Waren", True),
        ([_type("Ware"), AT_CURSOR, *_press("n")], "Warenn", False),  # nobody knows where the cursor was
        ([_type("Ware"), *_press("Home", "n")], "Waren", False),  # nobody knows where the n went
        ([_type("Ware"), *_press("Tab", "n")], "Waren", False),
        ([_type("Ware"), OTHER, *_press("n")], "Waren", False),
        ([{**CLICK, "target": {**FIELD, "value": "Ware"}}, *_press("n")], "Waren", False),
    ],
)
def test_text_that_is_typed_in_pieces(steps: list[dict[str, Any]], value: str, passed: bool) -> None:
    assert verdict_on({"node": {"name": "City", "value": value}}, steps=steps).passed == passed
