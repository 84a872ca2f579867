"""What was typed, read and written comes back from a recorded template as it was, whatever it looks like."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from unit.harness.test_authoring import SHOP, begun, recorded

from harness.agents.oracle.page import fits
from harness.agents.protocol import Element
from harness.authoring.demonstration import (
    exactly,
    generic,
    literal,
    oracle_steps,
    propose,
    target_of,
    written_rows,
)
from harness.authoring.review import candidates
from tasks.rendering import render
from tasks.steps import parse_steps

STUB = "{{Stub|a={{{1}}}}} {% if x %} {# no comment #}"
TEXTS = [
    STUB, "{{", "{%", "{#", "{# x #}", "{{{{", "{{{%", "{{-x-}}", "{% raw %}", "}} %}", "{{x}}\r\nand\n",
    "plain\n", "'{{'", '"{{"', "\\{{", "{", "/a/", "",
]  # fmt: skip


@pytest.mark.parametrize("text", TEXTS)
def test_rendering_gives_a_text_back(text: str) -> None:
    assert render(literal(text), {}) == text
    assert render(literal({"a": [text, 1, None]}), {}) == {"a": [text, 1, None]}


def test_all_that_was_recorded_comes_back(tmp_path: Path) -> None:
    shown = recorded(
        tmp_path / "e",
        [
            {"name": "goto", "url": f"{SHOP}/search/?q={{{{Stub}}}}#top"},
            {"name": "say", "text": STUB},
            {"name": "type", "element": 5, "text": STUB},
            {"name": "type", "text": STUB},
            {"name": "select", "element": 6, "options": [STUB]},
            {"name": "dialog", "accept": True, "text": STUB},
            {"name": "upload", "element": 5, "filename": "{{a}}.txt", "content": STUB},
            {"name": "stop", "answer": STUB},
        ],
    )
    into = {"textbox": None}
    steps = oracle_steps(shown)
    parse_steps(steps)
    assert render(steps, {"shopping": SHOP}) == [
        {"goto": f"{SHOP}/search/?q={{{{Stub}}}}"},
        {"say": STUB},
        {"type": {"into": into, "text": STUB}},
        {"type": {"text": STUB}},
        {"select": {"in": {"combobox": "Country"}, "option": STUB}},
        {"dialog": {"accept": True, "text": STUB}},
        {"upload": {"into": into, "filename": "{{a}}.txt", "content": STUB}},
        {"stop": STUB},
    ]
    assert render(generic(f"{SHOP}/?q={{{{x}}}}"), {"shopping": SHOP}) == f"{SHOP}/?q={{{{x}}}}"


def test_rows_and_answers_come_back(tmp_path: Path) -> None:
    tables = {"note": {"added": [{"id": 1, "text": STUB}], "removed": [], "changed": []}}
    shown = recorded(tmp_path / "e", [{"name": "stop", "answer": STUB}], answer=STUB, tables=tables)
    assert render(written_rows(shown), {}) == {"shopping": {"note": {"added": [{"text": STUB}]}}}
    draft = propose(shown, begun("page"))
    assert render(draft.checks[0], {}) == {"answer": {"exact": STUB}}
    assert render(draft.oracle, {}) == [{"stop": STUB}]


@pytest.mark.parametrize("name", ["/f/food/", "//", "/", "/[/", "/f/{{food}}/", "/f/  {% food/"])
def test_a_name_between_slashes_is_no_pattern(name: str) -> None:
    element = Element(id=3, role="link", name=name)
    line = {"step": 0, "action": {"name": "click", "element": 3}, "target": {"role": "link"}}
    target = target_of(line, {3: element}, {3: element})
    parse_steps([{"click": target}])
    wanted = render(target, {})["link"]
    assert fits(wanted, name)
    assert not fits(wanted, f"x{name}")
    assert not fits(wanted, f"{name}x")
    assert fits(exactly(name, part=True), f"see {name} there", part=True)


def test_key_nodes_of_such_names_hold_and_come_back(tmp_path: Path) -> None:
    shown = recorded(
        tmp_path / "e", [{"name": "type", "element": 5, "text": "/[{{/"}, {"name": "stop", "answer": ""}]
    )
    (line, last) = ({**one, "url": f"{SHOP}/"} for one in shown.lines)
    line["target"] = {"role": "link", "name": "/[/", "css": "a"}
    steps = [{key: line[key] for key in ("step", "url", "action", "target")}]
    outcome = shown.outcome | {"final_url": f"{SHOP}/", "urls": [f"{SHOP}/"], "steps": steps}
    found = candidates(replace(shown, lines=[line, last], outcome=outcome))
    values: list[Any] = [render(one.spec, {}) for one in found if "value" in one.spec or "name" in one.spec]
    assert [one.passed for one in found] == [True] * len(found), json.dumps(values)
    assert values[0] == {"role": "link", "name": r"/^/\[/$/"}
