"""The person who gave the task: facts on request, one a message, and changes of mind."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from harness.episode.person import LONGEST, SAYS, Person
from tasks.dialogue import Script
from tests.unit.evaluators.checks_world import task_with

SHOP = "http://shopping.webarium.test"
COLOUR = {"topic": "the colour", "about": ["colour", "which one"], "says": "The green one."}
ADDRESS = {"topic": "the address", "about": ["address", "deliver"], "says": "To Lea, please."}
CARD = {"topic": "my card", "about": ["card"], "says": "I will not tell you my card."}
TWO = {"at": f"{SHOP}/basket/", "says": "Make it two."}
SCRIPT: dict[str, Any] = {"facts": [COLOUR, ADDRESS, CARD], "turns": [TWO], "otherwise": "What do you mean?"}


def person(script: dict[str, Any] | None = SCRIPT) -> Person:
    """Somebody with a script."""
    return Person(task_with({"changes": "none"}, user=script))


@pytest.mark.parametrize(
    ("message", "reply"),
    [
        ("What colour should it be?", "The green one."),
        ("WHICH ONE do you want", "The green one."),
        ("To which addresses?", "To Lea, please."),
        ("Your card number?", "I will not tell you my card."),
        ("Colour and address?", "The green one. One thing at a time, please."),
        ("Tell me everything.", "What do you mean? Ask me about: the colour, the address, my card."),
        ("Is it colourful?", "What do you mean? Ask me about: the colour, the address, my card."),
        ("", "What do you mean? Ask me about: the colour, the address, my card."),
        ("colour " * LONGEST, "That is too long for me to read. Ask me one thing, please."),
    ],
)
def test_a_fact_is_told_when_it_is_asked_for(message: str, reply: str) -> None:
    assert person().hears(message, 3) == SAYS + reply


def test_who_asks_again_hears_it_again_and_all_of_it_is_kept() -> None:
    somebody = person()
    assert somebody.hears("colour?", 1) == somebody.hears("the colour?", 4)
    assert [(one.who, one.text, one.step) for one in somebody.dialogue] == [
        ("agent", "colour?", 1),
        ("person", "The green one.", 1),
        ("agent", "the colour?", 4),
        ("person", "The green one.", 4),
    ]


def test_what_was_told_gives_way_to_what_was_not() -> None:
    size = {"topic": "the size", "about": ["size"], "says": "In M."}
    number = {"topic": "how many", "about": ["how many"], "says": "Two of them."}
    somebody = person(SCRIPT | {"facts": [size, number]})
    assert somebody.hears("Which size?", 1) == f"{SAYS}In M."
    assert somebody.hears("How many of the navy jackets in size M?", 2) == f"{SAYS}Two of them."
    assert somebody.hears("Which size?", 3) == f"{SAYS}In M.", "asked alone, it is told again"
    both = f"{SAYS}In M. One thing at a time, please."
    assert somebody.hears("How many, and in which size?", 4) == both, "all is told: as if nothing were"


def test_a_change_of_mind_comes_once_and_on_its_page() -> None:
    somebody = person()
    assert somebody.sees(f"{SHOP}/", 1) is None
    assert somebody.sees(f"{SHOP}/basket/", 2) == f"{SAYS}Make it two."
    assert somebody.sees(f"{SHOP}/basket/", 3) is None


def test_where_nobody_is_there_nobody_answers() -> None:
    nobody = person(None)
    assert nobody.hears("Hello?", 1) is None
    assert nobody.sees(f"{SHOP}/basket/", 2) is None
    assert [one.text for one in nobody.dialogue] == ["Hello?"]


@pytest.mark.parametrize(
    "bad", [{"facts": []}, {"facts": [COLOUR | {"about": ["?"]}]}, {"facts": [COLOUR], "turn": []}]
)
def test_a_script_that_nobody_could_play_is_refused(bad: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        Script.model_validate(bad)
