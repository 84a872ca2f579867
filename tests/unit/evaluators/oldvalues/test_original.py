"""WebArena's string rules, worked by hand from its paper, section 3.2."""

import pytest

from evaluators.oldvalues import match

ROWS = [
    ("exact", "$28,000", "$28,000", 1.0),
    ("exact", "Quest Lumaflex", "  quest lumaflex ", 1.0),
    ("exact", "Quest Lumaflex", '"Quest Lumaflex"', 1.0),
    ("exact", "Quest Lumaflex", "It is Quest Lumaflex", 0.0),
    ("exact", "5", "5.", 0.0),
    ("must_include", ["170"], "1705", 1.0),
    ("must_include", ["Ann"], "the ANNUAL report", 1.0),
    ("must_include", ["5"], "15", 0.0),
    ("must_include", ["5"], "There are 5.", 1.0),
    ("must_include", ["red", "blue"], "Red, green and blue", 1.0),
    ("must_include", ["red", "blue"], "Red", 0.0),
    ("must_include", ["red"], "not red", 1.0),
    ("fuzzy", "2h58min", "2H58min", 1.0),
    ("fuzzy", "2h58min", "178 minutes", 0.0),
]


@pytest.mark.parametrize(("kind", "reference", "answer", "score"), ROWS)
def test_original(kind, reference, answer, score):
    assert match(kind, reference, answer, options={"original": True}).score == score


def test_original_fuzzy_asks_the_judge():
    result = match("fuzzy", "2h58min", "178 minutes", options={"original": True, "judge": lambda *_: True})
    assert result.score == 1.0
    assert match("fuzzy", "2h58min", "178 minutes", options={"original": True}).undecided
