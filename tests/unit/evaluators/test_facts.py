"""Whether a text says what it must say."""

from __future__ import annotations

import unicodedata
from typing import Any

import pytest

from evaluators.checks.changes import fits
from evaluators.comparison import compare
from evaluators.facts import missing
from sites.errors import WebariumError
from tasks.rules import check_row
from tasks.specs import ApiSpec

DAY = {"type": "date", "value": "2026-03-16"}


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("The kettle leaks at the spout.", "leaks"),
        ("THE KÉTTLE\n leaks", "kettle leaks"),
        ("Two refunds are open.", "refund"),
        ("We meet on Monday, 16 March 2026, at the lake.", DAY),
        ("The meeting is on 16.03.2026.", DAY),
        ("It costs 12,50 € now.", {"type": "currency", "unit": "EUR", "value": "12.5"}),
        ("The jug is broken.", ["the kettle", "the jug"]),
        ("It is not new. The jug is broken.", "broken"),
        ("<p>The <b>jug</b> is&nbsp;broken</p>", "jug is broken"),
        ("It is not possible.", "not possible"),
        (unicodedata.normalize("NFD", "We met in Münster."), "Münster"),
        ("We met in Münster.", unicodedata.normalize("NFD", "Münster")),
        ("I gave it to Bob instead. Of Alice we know nothing.", "Alice"),
        ("I gave it to Alice instead of Bob.", "Alice"),
        ("It lasts from 14 March 2026 to 16 March 2026.", DAY),
    ],
)
def test_a_fact_that_is_stated(text: str, fact: Any) -> None:
    assert missing(text, [fact]) == []


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("The kettle is fine.", "leaks"),
        ("The kettle is not leaking.", "leaking"),
        ("We meet on 17 March 2026.", DAY),
        ("We do not meet on 16 March 2026.", DAY),
        ("We meet on 15 or 16 March 2026.", DAY),
        ("It hardly leaks.", "leaks"),
        ("It costs 80 to 12.50 €.", {"type": "currency", "unit": "EUR", "value": "12.5"}),
        ("Annual report", "ann"),
        ("The pan is broken.", ["the kettle", "the jug"]),
        ("170 pages", "17"),
        ("", "anything"),
        ("I gave it to Bob instead of Alice.", "Alice"),
        ("I gave it to Bob rather than to Alice.", "Alice"),
        ("It costs anything but 12.50 €.", {"type": "currency", "unit": "EUR", "value": "12.5"}),
    ],
)
def test_a_fact_that_is_not(text: str, fact: Any) -> None:
    assert len(missing(text, [fact])) == 1


def test_a_typed_fact_has_a_value_of_its_type() -> None:
    with pytest.raises(WebariumError, match="no value of the declared format"):
        missing("", [{"type": "date", "value": "soon"}])


@pytest.mark.parametrize("fact", ["++", "?", ["broken", "..."], ""])
def test_a_fact_has_a_word(fact: Any) -> None:
    with pytest.raises(WebariumError, match="has no word to look for"):
        missing("It is broken.", [fact])


def test_what_is_not_read_of_a_long_text_is_told() -> None:
    text = "word " * 4_000
    assert missing(f"broken {text}", ["broken"]) == []
    assert missing(text, ["broken"]) == ["broken"]
    assert missing(f"{text} broken", ["broken"]) == [
        "broken (in the first 20,000 characters, which alone are read)"
    ]


def test_a_column_is_judged_by_its_facts() -> None:
    rule = {"facts": ["broken", DAY]}
    assert fits(rule, "It came broken on March 16, 2026.")
    assert not fits(rule, "It came broken.")
    assert not fits(rule, None)


def test_a_comparison_is_judged_by_facts() -> None:
    spec = ApiSpec.model_validate({"site": "forum", "path": "/x", "facts": ["broken", "jug"]})
    assert compare(spec, "The jug is broken", [])[0]
    assert compare(spec, "The jug", [])[2] == "it does not say: broken"


@pytest.mark.parametrize(
    ("facts", "why"),
    [
        ("broken", "takes a list"),
        ([], "takes a list"),
        ([[]], "is empty"),
        ([""], "no phrase"),
        ([{"type": "date"}], "type: ..., value"),
        ([{"type": "text", "value": "x"}], "written as a phrase"),
        ([{"type": "currency", "value": 3}], "currency needs unit"),
    ],
)
def test_facts_that_no_text_can_state(facts: Any, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        check_row({"body": {"facts": facts}})
