"""Telephone numbers: rows thought out by hand."""

import pytest

from evaluators.oldvalues import match

KINDS = ("phone", "exact")

ASKED = "What is the phone number of the owner?"

RIGHT = [
    ("+49 395 1234567", "+49 395 1234567", ASKED),
    ("+49 395 1234567", "+493951234567", ASKED),
    ("+49 395 1234567", "0395 1234567", ASKED),
    ("+49 395 1234567", "0395/1234567", ASKED),
    ("+49 395 1234567", "+49 (0)395 1234567", ASKED),
    ("+49 395 1234567", "0049 395 1234567", ASKED),
    ("+49 395 1234567", "The number is +49 395 123 45 67.", ASKED),
    ("+49 395 1234567", "(0395) 1234567", ASKED),
    ("(412) 555-0123", "412-555-0123", ASKED),
    ("(412) 555-0123", "412.555.0123", ASKED),
    ("(412) 555-0123", "+1 412 555 0123", ASKED),
    ("(412) 555-0123", "4125550123", ASKED),
    ("555-0123", "555 0123", ASKED),
    ("0395 1234567", "You can call 0395 1234567.", ASKED),
]

WRONG = [
    ("+49 395 1234567", "+49 395 1234568", ASKED),
    ("+49 395 1234567", "1234567", ASKED),
    ("+49 395 1234567", "+48 395 1234567", ASKED),
    ("+49 395 1234567", "+49 395 12345678", ASKED),
    ("+49 395 1234567", "+49 395 1234567 or +49 395 7654321", ASKED),
    ("+49 395 1234567", "not +49 395 1234567", ASKED),
    ("(412) 555-0123", "412-555-0132", ASKED),
    ("(412) 555-0123", "555-0123", ASKED),
    ("+49 395 1234567", "", ASKED),
    ("+49 395 1234567", "N/A", ASKED),
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
