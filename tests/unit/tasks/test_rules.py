"""What a template writes for counts, rows, keys and directions is tried when it is read."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import playwright
import pytest
from pydantic import ValidationError

from sites.errors import WebariumError
from tasks.model import CheckEntry
from tasks.rules import KEYS
from tasks.steps import parse_steps
from tasks.templates import TemplateErrors, load_template

PAGE = {"url": "last", "css": "p"}


@pytest.mark.parametrize(
    ("check", "words"),
    [
        ({"request": {"url": "/*", "method": "FETCH"}}, "there is no method FETCH"),
        ({"request": {"url": "/*", "count": {"min": 5, "max": 1}}}, "min 5 is above max 1"),
        ({"request": {"url": "/*", "count": {"least": 5}}}, "with min, max or both"),
        ({"request": {"url": "/*", "count": -1}}, "a whole number from 0, not -1"),
        ({"page": {**PAGE, "count": "many"}}, "a whole number from 0, not many"),
        ({"page": {**PAGE, "count": 2.5}}, "a whole number from 0, not 2.5"),
        ({"page": {**PAGE, "number": "banana"}}, "banana is no number"),
        ({"page": {**PAGE, "number": {"most": 3}}}, "number knows is, min, max, above, below, not most"),
        ({"page": {**PAGE, "number": {"above": 3, "below": 2}}}, "above 3 is above below 2"),
        ({"node": {"role": "link", "value": "/(/"}}, "is no regular expression"),
        (
            {"changes": {"home": {"note": {"added": -1}}}},
            "write a number from 0, any, or a list of rows, not -1",
        ),
        ({"changes": {"home": {"note": {"added": "-2"}}}}, "not -2"),
        (
            {"changes": {"home": {"note": {"added": [{"id": {"between": [3, 1]}}]}}}},
            "id: low 3 is above high 1",
        ),
        (
            {"changes": {"home": {"note": {"changed": [{"before": {"id": {"beetween": [1]}}}]}}}},
            "not 'beetween'",
        ),
        (
            {"changes": {"home": {"note": {"added": [{"id": {"not": {"between": 3}}}]}}}},
            r"takes \[low, high\]",
        ),
        *(
            (
                {"changes": {"home": {"note": {"changed": [{"id": 1, "before": before}]}}}},
                "before: takes a mapping of columns and values, not",
            )
            for before in ("any", ["id"], 3, None)
        ),
        *(
            (
                {"changes": {"home": {"note": {"changed": [{"id": 1, "only": only}]}}}},
                "only: takes a list of columns, or any, not",
            )
            for only in (3, "id", {"id": 1}, [{"id": 1}], None)
        ),
    ],
)
def test_what_can_never_hold_is_told(check: dict[str, Any], words: str) -> None:
    with pytest.raises(ValidationError, match=words):
        CheckEntry.model_validate(check)


@pytest.mark.parametrize(
    "check",
    [
        {"request": {"url": "/*", "method": "get", "count": {"min": "{{ low }}", "max": 1}}},
        {"request": {"url": "/*", "method": "{{ method }}", "count": {"min": 0}}},
        {"page": {**PAGE, "count": "3", "number": {"above": "-1.5", "below": 2}}},
        {"node": {"role": "link", "value": "/[a-z]+/"}},
        {"node": {"role": "link", "value": 3}},
        *(
            {"changes": {"home": {"note": {"changed": [{"id": 1, "only": only, "before": {"id": 2}}]}}}}
            for only in ("any", ["text"], [], "{{ columns }}")
        ),
        {
            "changes": {"home": {"note": {"added": [{"before": "noon", "only": 3}]}}}
        },  # where these are columns
        {
            "changes": {
                "home": {
                    "note": {"added": "{{ n }}", "removed": [{"at": {"between": ["2026-01", "2026-02"]}}]}
                }
            }
        },
    ],
)
def test_what_can_hold_or_is_yet_to_be_rendered_is_not(check: dict[str, Any]) -> None:
    CheckEntry.model_validate(check)


@pytest.mark.parametrize(
    ("step", "words"),
    [
        ({"press": "Contrl+A"}, "there is no key 'Contrl'"),
        ({"press": "ctrl"}, "there is no key 'ctrl'"),
        (
            {"scroll": "sideways"},
            "there is no direction 'sideways'; the directions are up, down, left, right",
        ),
        ({"tab": -1}, "a whole number from 0"),
    ],
)
def test_a_step_that_no_browser_can_take_is_told(step: dict[str, Any], words: str) -> None:
    with pytest.raises(ValidationError, match=words):
        parse_steps([step])


def test_steps_that_a_browser_can_take_are_not() -> None:
    keys = (
        "Enter",
        "Control+A",
        "Shift+Home",
        "+",
        "Control++",
        "a",
        "?",
        "ControlOrMeta+c",
        "F5",
        "{{ key }}",
    )
    parse_steps(
        [*({"press": key} for key in keys), {"scroll": "down"}, {"tab": 1}, {"scroll": "{{ where }}"}]
    )


def test_the_keys_are_those_of_playwright() -> None:
    driver = Path(playwright.__file__).parent / "driver" / "package" / "lib"
    code = (driver / "coreBundle.js").read_text(encoding="utf-8")
    end = code.index("NumpadMultiply")
    layout = code[code.rindex("USKeyboardLayout = {", 0, end) : code.index("\n    };", end)]
    names = {*re.findall(r'^\s*"(\w+)": \{', layout, re.M)}
    typed = {*re.findall(r'"(?:shiftKey|key)": "([^"]+)"', layout)} - {"\\\\", "\\"}
    assert KEYS - {"\\", '"', "ControlOrMeta"} == (names | typed) - {"\\", '"'}


def test_params_say_what_they_may_be(root: Path) -> None:
    path = root / "shopping" / "order_total.yaml"
    path.write_text(re.sub(r"(?m)^params:\n(?:  .*\n)+", "params: 7\n", path.read_text()))
    with pytest.raises(
        TemplateErrors, match="params is a list of mappings, or a mapping with site:, sql: and limit:"
    ):
        load_template(path)


def test_the_name_of_a_file_is_told_as_such(root: Path) -> None:
    path = root / "shopping" / "Bad Name.yaml"
    path.write_text((root / "shopping" / "order_total.yaml").read_text())
    with pytest.raises(WebariumError, match=r"Bad Name\.yaml: the name of the file is no name of a template"):
        load_template(path)
