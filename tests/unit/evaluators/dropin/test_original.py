"""WebArena's own verdicts. What stands in each row was read off the authors' published evaluators by hand.

Their ``clean_answer`` strips blanks, takes off one pair of quotes (single ones first, never both) and lowers
the case. The answer goes through it once, and each rule then puts reference and answer through it once more.
"""

from __future__ import annotations

from typing import Any

import pytest

from evaluators.dropin import original, tokens
from evaluators.dropin.original import Found, strings

EXACT = [
    ("$28,000", "$28,000", True),
    ("Quest Lumaflex", "  quest lumaflex ", True),
    ("Quest Lumaflex", '"Quest Lumaflex"', True),
    ("Quest Lumaflex", "'Quest Lumaflex'", True),
    ("Quest Lumaflex", "'\"Quest Lumaflex\"'", True),  # cleaned twice, one pair each time
    ("Quest Lumaflex", "\"'Quest Lumaflex'\"", True),
    ("Quest Lumaflex", '"\'"Quest Lumaflex"\'"', False),  # three pairs are one too many
    ("Quest Lumaflex", "' Quest Lumaflex '", True),  # the blanks inside go the second time
    ("Quest Lumaflex", "'  \"Quest Lumaflex\"'", True),
    ("Quest Lumaflex", "\" 'Quest Lumaflex' \"", True),
    ("Quest Lumaflex", "' \" Quest Lumaflex\" '", False),  # a blank stays behind the second pair
    ("Quest Lumaflex", "“Quest Lumaflex”", False),  # curly ones are no quotes there
    ("Quest Lumaflex", "'Quest Lumaflex\"", False),
    ("Quest Lumaflex", "It is Quest Lumaflex", False),
    ("Quest Lumaflex", "Quest  Lumaflex", False),
    ("Quest Lumaflex", "Quest Lumaflex.", False),
    ('"5"', "5", True),  # the reference is cleaned as well
    (" 5 ", "5", True),
    ("'", '"', True),  # nothing is left of either
    ("'", "", True),
    ("5", "5.0", False),
    ("Straße", "STRASSE", False),  # lower case, not folded case
    ("İ", "i̇", True),
    ("yes", "YES\n", True),
]

INCLUDED = [
    (["170"], "1705", True),
    (["Ann"], "the ANNUAL report", True),
    (["red", "blue"], "Red, green and blue", True),
    (["red", "blue"], "Red", False),
    (["red"], "not red", True),
    ([], "anything", True),
    (['"Sir" said'], "he was 'sir' said", False),
    (['"lamp"'], "a lamp", True),  # quotes around the reference go
    ([" lamp "], "alamplight", True),  # and its blanks
    # one reference of one character has to be a token
    (["5"], "15", False),
    (["5"], "5", True),
    (["5"], "There are 5.", True),  # the last full stop is cut off
    (["5"], "There are 5. It is so.", False),  # lowered, "5. it" reads as an ordinal, not as an end
    (["5"], "There are 5. 3 are red.", True),  # before a figure it ends a sentence
    (["5"], "There are 5! It is so", True),
    (["5"], "5, no more", True),
    (["5"], "1,5", False),
    (["5"], "5,000", False),
    (["5"], "5.0", False),
    (["5"], "$5", True),
    (["5"], "5%", True),
    (["5"], "#5", True),
    (["5"], "€5", False),  # the euro is no mark there
    (["5"], "5€", False),
    (["5"], "5/10", False),
    (["5"], "5-star", False),
    (["5"], "5:30", False),
    (["5"], "total: 5", True),
    (["5"], "total:5", False),  # a colon before a figure stays
    (["5"], "(5)", True),
    (["5"], "**5**", True),
    (["5"], "'5' of them", True),
    (["5"], 'rated "5" by', True),
    (["5"], "the 5's", True),
    (["5"], "5th", False),
    (["a"], "plan a", True),
    (["a"], "plan b", False),
    (["a"], "Plan A.", True),
    (["a"], "banana", False),
    (["%"], "5%", True),
    (["."], "5.0", False),
    (["."], "It is 5.", True),
    (["'"], "5", True),  # nothing is left of it, and nothing is in everything
    ([" 5 "], "15", False),  # counted once it is cleaned
    (["'5'"], "15", False),
    # of two references neither has to be one
    (["5", "6"], "15 and 16", True),
    (["5", "5"], "15", True),
    (["12"], "3124", True),
]

NEVER = "a model was asked"
TASK = {"intent": "How long?", "note": "There is no such thing"}

#: What a model is asked for, and what it says: True, False, None (unreadable), or that it may not be asked.
FUZZY = [
    ({"fuzzy_match": ["2h58min"]}, "2H58min", None, True),  # equality needs no model
    ({"fuzzy_match": ["2h58min"]}, "178 minutes", None, None),
    ({"fuzzy_match": ["2h58min"]}, "178 minutes", True, True),
    ({"fuzzy_match": ["2h58min"]}, "178 minutes", False, False),
    ({"fuzzy_match": ["2h58min"]}, "", NEVER, False),
    ({"fuzzy_match": [""]}, "", NEVER, True),
    ({"fuzzy_match": ["one", "two"]}, "three", False, False),
    ({"fuzzy_match": "N/A"}, "N/A", NEVER, True),
    ({"fuzzy_match": "N/A"}, "'n/a'", NEVER, True),
    ({"fuzzy_match": "N/A"}, "n/a.", None, None),
    ({"fuzzy_match": "N/A"}, "It does not exist", True, True),
    ({"fuzzy_match": "N/A"}, "It does not exist", False, False),
    ({"fuzzy_match": "N/A"}, "", False, False),
    ({"fuzzy_match": ["N/A"]}, "not possible", True, True),  # in a list it is a reference as any other
    # the reason takes the place of what was found before, not only of itself
    ({"exact_match": "x", "fuzzy_match": "N/A"}, "N/A", True, True),
    ({"exact_match": "x", "fuzzy_match": "N/A"}, "N/A", False, False),
    ({"fuzzy_match": "N/A", "exact_match": "x"}, "N/A", NEVER, False),
    ({"exact_match": "Lamp", "must_include": ["la", "mp"]}, "lamp", NEVER, True),
    ({"exact_match": "Lamp", "must_include": ["la", "x"]}, "lamp", NEVER, False),
    ({}, "anything", NEVER, True),
]


def verdict(found: list[Found]) -> bool | None:
    said = [one.passed for one in found]
    return False if False in said else None if None in said else True


@pytest.mark.parametrize(("reference", "answer", "right"), EXACT)
def test_exact_match(reference: str, answer: str, right: bool) -> None:
    assert verdict(strings({"exact_match": reference}, answer)) is right


@pytest.mark.parametrize(("items", "answer", "right"), INCLUDED)
def test_must_include(items: list[str], answer: str, right: bool) -> None:
    assert verdict(strings({"must_include": items}, answer)) is right


@pytest.mark.parametrize(("references", "answer", "says", "right"), FUZZY)
def test_fuzzy_match(references: dict[str, Any], answer: str, says: Any, right: bool | None) -> None:
    def judge(question: str, reference: str, given: str) -> bool | None:
        assert says is not NEVER, NEVER
        assert question == TASK["intent"]
        assert given == original.tidy(answer)
        return says

    asked = None if says is None else judge
    assert verdict(strings(references, answer, **TASK, judge=asked, same_reason=asked)) is right


def test_an_unreadable_reply_is_undecided() -> None:
    found = strings({"fuzzy_match": ["2h"]}, "two hours", judge=lambda *_: None)
    assert verdict(found) is None
    says = {"2h": None, "x": False}
    both = strings({"fuzzy_match": ["2h", "x"]}, "two hours", judge=lambda _, reference, __: says[reference])
    assert verdict(both) is False


ADDRESSES = [
    (["http://a.com/x"], "http://a.com/x", True),
    (["http://a.com/x/"], "http://a.com/x", True),
    (["http://a.com/x"], "http://a.com/x///", True),
    (["http://a.com/x/?q=1"], "http://a.com/x?q=1", False),  # slashes go at the end of the whole alone
    (["http://a.com/x/?q=1"], "http://a.com/xy?q=1", False),
    (["http://a.com/x"], "http://[broken/x", False),
    (["http://[broken/x"], "http://a.com/x", False),
    (["http://a.com/x"], "https://a.com/x", True),  # the scheme is not looked at
    (["http://a.com/x"], "http://a.com/xy/z", True),
    (["http://a.com/x"], "http://b.com/a.com/x", True),
    (["http://a.com/x"], "http://b.com/?u=a.com/x", False),
    (["http://a.com/X"], "http://a.com/x", False),
    (["http://a.com/x"], "http://a.com/x?q=1", True),
    (["http://a.com/x?q=1"], "http://a.com/x", False),
    (["http://a.com/x?q=1"], "http://a.com/x?q=2", False),
    (["http://a.com/x?q=1"], "http://a.com/x?p=3&q=2&q=1", True),
    (["http://a.com/x?q="], "http://a.com/x", True),  # an empty term is no term
    (["http://a.com/x?q=a+b"], "http://a.com/x?q=a%20b", True),
    (["http://a.com/x#one"], "http://a.com/x#two", True),
    (["http://a.com/x;v=1"], "http://a.com/x;v=2", True),  # parameters of the last step are cut off
    (["http://a.com/x", "http://a.com/y"], "http://a.com/y", True),
    (["http://a.com/x?q=1", "http://a.com/y?q=2"], "http://a.com/x?q=2", True),  # terms of any, base of any
    (["http://a.com/x?q=1", "http://a.com/y?p=2"], "http://a.com/x?q=1", False),  # every term of all
    ([""], "http://a.com", True),
]


@pytest.mark.parametrize(("gold", "found", "right"), ADDRESSES)
def test_gold_in_pred(gold: list[str], found: str, right: bool) -> None:
    assert (original.gold_in_pred(gold, found) is None) is right


def test_contents_are_cleaned_once() -> None:
    """Nothing cleans what stands on a page before the rule does, so one pair of quotes goes and no more."""
    assert original.exact("lamp", "'lamp'")
    assert not original.exact("lamp", "'\"lamp\"'")
    assert original.included("5", "15")  # and no tokens are asked for there


@pytest.mark.parametrize(
    ("character", "text", "alone"),
    [
        ("3", "it has 3 of them", True),
        ("3", "no. it has 3", True),
        ("3", "3... or 4", True),
        ("3", "3--4", True),
        ("3", "3-4", False),
        ("3", "'3 of them", True),
        ("3", "version 3.", True),
        ("3", 'he said "version 3."', True),
        ("b", "option b. it is cheaper", False),  # an initial
        ("b", "option b) is cheaper", True),
        ("b", "b's", True),
        ("d", "i'd", False),
        ("x", "x@example.com", True),
        ("x", "x & y", True),
        ('"', 'a "b"', False),  # written in another way there
    ],
)
def test_tokens(character: str, text: str, alone: bool) -> None:
    assert tokens.is_token(character, text) is alone
