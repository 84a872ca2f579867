"""What BrowserGym's agents write, in the service's actions."""

from __future__ import annotations

from typing import Any

import pytest
from browsergym.utils.obs import flatten_axtree_to_str, flatten_dom_to_str
from browsergym.webarium.sight import of_page
from browsergym.webarium.words import NoSuchAction, translated
from webarium_client import Observation

MIDDLE = (640, 360)
SEEN = {
    "step": 0,
    "url": "http://home.webarium.test/",
    "tabs": [{"index": 0, "title": "Home", "url": "http://home.webarium.test/", "active": True}],
    "html": "<html><body><p>Rent <b>850</b></p></body></html>",
    "elements": {
        "1": {"role": "RootWebArea", "name": "Home", "box": [0, 0, 1280, 720]},
        "2": {"role": "textbox", "name": "Sum", "value": "7", "parent": 1, "states": {"focused": True}},
        "3": {"role": "StaticText", "name": "Rent", "parent": 1},
    },
}


def words(action: str, checked: bool = False) -> list[dict[str, Any]]:
    return translated(action, lambda bid: checked, MIDDLE)


@pytest.mark.parametrize(
    ("action", "expected"),
    [
        ("click('12')", [{"name": "click", "element": 12}]),
        ("dblclick('12', button='right')", [{"name": "click", "element": 12, "button": "right", "count": 2}]),
        ("fill('3', 'a')", [{"name": "type", "element": 3, "text": "a"}]),
        (
            "fill('3', 'a')\nkeyboard_press('Enter')",
            [{"name": "type", "element": 3, "text": "a", "enter": True}],
        ),
        ("select_option('4', 'Red')", [{"name": "select", "element": 4, "options": ["Red"]}]),
        ("scroll(0, 200)", [{"name": "wheel", "x": 640, "y": 360, "dx": 0, "dy": 200}]),
        ("noop()", [{"name": "noop"}]),
        ("noop(500)", [{"name": "wait", "seconds": 0.5}]),
        ("tab_focus(1)", [{"name": "tab_focus", "index": 1}]),
        ("tab_close()", [{"name": "close_tab"}]),
        ("send_msg_to_user('12')", [{"name": "stop", "answer": "12"}]),
        ('send_msg_to_user(\'{"status": "failed"}\')', [{"name": "stop", "status": "failed"}]),
        (
            "report_infeasible('not permitted')",
            [
                {
                    "name": "stop",
                    "answer": "not permitted",
                    "status": "not_achievable",
                    "reason": "not_permitted",
                }
            ],
        ),
        (
            "click('1', modifiers=['Shift'])",
            [
                {"name": "key_down", "key": "Shift"},
                {"name": "click", "element": 1},
                {"name": "key_up", "key": "Shift"},
            ],
        ),
    ],
)
def test_actions(action: str, expected: list[dict[str, Any]]) -> None:
    assert words(action) == expected


def test_a_box_that_is_checked_stays_so() -> None:
    assert words("check('7')", checked=True) == [{"name": "noop"}]
    assert words("uncheck('7')", checked=True) == [{"name": "click", "element": 7}]


@pytest.mark.parametrize(
    "action",
    ["page.goto('http://home.webarium.test/')", "upload_file('1', 'x')", "click(12", "fly()", "click('a')"],
)
def test_what_cannot_be_said_is_told(action: str) -> None:
    with pytest.raises(NoSuchAction):
        words(action)


def test_browsergyms_functions_read_what_is_shown() -> None:
    seen = of_page(Observation(SEEN))
    tree = flatten_axtree_to_str(seen["axtree_object"], seen["extra_element_properties"], with_visible=True)
    assert "[2] textbox 'Sum' value='7', focused" in tree
    assert "StaticText 'Rent'" in tree
    assert "[3]" not in tree
    assert seen["focused_element_bid"] == "2"
    assert "850" in flatten_dom_to_str(seen["dom_object"])
    assert "screenshot" not in seen
