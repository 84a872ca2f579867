"""Percentages: rows thought out by hand."""

import pytest

from evaluators.oldvalues import match

KINDS = ("percentage", "exact")

ASKED = "What percentage of the reviews are positive?"

RIGHT = [
    ("45%", "45%", ASKED),
    ("45%", "45 %", ASKED),
    ("45%", "45 percent", ASKED),
    ("45%", "45 per cent", ASKED),
    ("45%", "45.0%", ASKED),
    ("45%", "forty-five percent", ASKED),
    ("45%", "45% of the reviews are positive.", ASKED),
    ("45%", "9 of 20 reviews, i.e. 45%, are positive.", ASKED),
    ("12.5%", "12,5 %", ASKED),
    ("45%", "not 40% but 45%", ASKED),
    ("45%", "45", ASKED),
]

WRONG = [
    ("45%", "0.45", ASKED),
    ("45%", "4.5%", ASKED),
    ("45%", "145%", ASKED),
    ("45%", "54%", ASKED),
    ("45%", "45% or 50%", ASKED),
    ("45%", "around 45%", ASKED),
    ("45%", "nearly 45%", ASKED),
    ("45%", "$45", ASKED),
    ("45%", "40-45%", ASKED),
    ("45%", "", ASKED),
    ("45%", "not 45%", ASKED),
    ("45%", "45% positive and 50% negative? 60%?", ASKED),
    ("12.5%", "2.5%", ASKED),
]


@pytest.mark.parametrize(("reference", "answer", "intent"), RIGHT)
def test_right(reference, answer, intent):
    for kind in KINDS:
        result = match(kind, reference, answer, intent=intent)
        assert result.score == 1.0, (kind, result.why)


@pytest.mark.parametrize(("reference", "answer", "intent"), WRONG)
def test_wrong(reference, answer, intent):
    for kind in KINDS:
        result = match(kind, reference, answer, intent=intent)
        assert result.score == 0.0, (kind, result.why)
