"""Yes or no: rows thought out by hand."""

import pytest

from evaluators.oldvalues import match

KINDS = ("yes_no", "exact")

ASKED = "Does the Aurora lamp have a battery?"
STOCK = "Is the Aurora lamp in stock?"

RIGHT = [
    ("yes", "Yes", ASKED),
    ("yes", "yes.", ASKED),
    ("yes", "Yes, it does.", ASKED),
    ("yes", "Yes, the Aurora lamp has a battery.", ASKED),
    ("yes", "YES!", ASKED),
    ("yes", "Yep", ASKED),
    ("yes", "True", ASKED),
    ("yes", "Correct, it has a battery.", ASKED),
    ("yes", "The answer is yes.", ASKED),
    ("yes", "The Aurora lamp has a battery.", ASKED),
    ("yes", "It does.", ASKED),
    ("no", "No", ASKED),
    ("no", "No, it doesn't.", ASKED),
    ("no", "Nope.", ASKED),
    ("no", "The Aurora lamp does not have a battery.", ASKED),
    ("no", "It doesn't.", ASKED),
    ("no", "False", ASKED),
    ("no", "The answer is no.", ASKED),
    ("no", "Yes... no wait, no", ASKED),
    ("yes", "The Aurora lamp is in stock.", STOCK),
    ("no", "The Aurora lamp is out of stock.", STOCK),
    ("no", "No, there is no battery.", ASKED),
    ("yes", "**Yes**", ASKED),
    ("Yes", "yes", ASKED),
]

WRONG = [
    ("yes", "No", ASKED),
    ("no", "Yes", ASKED),
    ("yes", "maybe", ASKED),
    ("yes", "yes and no", ASKED),
    ("yes", "I think so", ASKED),
    ("yes", "Yes... no wait, no", ASKED),
    ("yes", "", ASKED),
    ("yes", "N/A", ASKED),
    ("no", "N/A", ASKED),
    ("yes", "The Aurora lamp does not have a battery.", ASKED),
    ("no", "The Aurora lamp has a battery.", ASKED),
    ("yes", "Not sure", ASKED),
    ("yes", "probably yes", ASKED),
    ("no", "Not sure", ASKED),
    ("yes", "Yes or no", ASKED),
    ("yes", "Eyes", ASKED),
    ("no", "November", ASKED),
    ("no", "I don't know", ASKED),
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
