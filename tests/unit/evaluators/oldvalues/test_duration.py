"""Lengths of time: rows thought out by hand."""

import pytest

from evaluators.oldvalues import match

KINDS = ("duration", "exact", "fuzzy")

ASKED = "How long does it take to walk from the station to the castle?"

RIGHT = [
    ("2h58min", "2h58min", ASKED),
    ("2h58min", "2h 58min", ASKED),
    ("2h58min", "2 hours and 58 minutes", ASKED),
    ("2h58min", "2:58", ASKED),
    ("2h58min", "178 minutes", ASKED),
    ("2h58min", "2 hour 58 minutes", ASKED),
    ("2h58min", "It takes 2 hours 58 minutes to walk there.", ASKED),
    ("2h58min", "two hours and fifty-eight minutes", ASKED),
    ("2h58min", "2 h 58 m", ASKED),
    ("2h58min", "PT2H58M", ASKED),
    ("2h58min", "178 min", ASKED),
    ("2h58min", "02:58:00", ASKED),
    ("2h58min", "The walk takes 178 minutes (2h58min).", ASKED),
    ("34 min", "34 minutes", ASKED),
    ("34 min", "0:34", ASKED),
    ("34 min", "34min.", ASKED),
    ("34 min", "**34 min**", ASKED),
    ("34 min", "thirty-four minutes", ASKED),
    ("34 min", "Walking takes 34 minutes for 2.8 km.", ASKED),
    ("34 min", "not 8 but 34 minutes", ASKED),
    ("34 min", "8 min... no wait, 34 min", ASKED),
    ("1.5 hours", "90 minutes", ASKED),
    ("1.5 hours", "an hour and a half", ASKED),
    ("1.5 hours", "1h30", ASKED),
    ("90 minutes", "1 hour 30 minutes", ASKED),
    ("30 min", "half an hour", ASKED),
    ("3 days", "3 days", ASKED),
    ("3 days", "three days", ASKED),
    ("3 days", "72 hours", ASKED),
    ("2 weeks", "14 days", ASKED),
    ("45 seconds", "45s", ASKED),
    ("1 h", "60 minutes", ASKED),
    ("1 h", "one hour", ASKED),
    ("1 h", "an hour", ASKED),
]

WRONG = [
    ("2h58min", "just under three hours", ASKED),
    ("2h58min", "3 hours", ASKED),
    ("2h58min", "2.58 hours", ASKED),
    ("2h58min", "258 minutes", ASKED),
    ("2h58min", "2 hours", ASKED),
    ("2h58min", "58 minutes", ASKED),
    ("2h58min", "2h59min", ASKED),
    ("2h58min", "12h58min", ASKED),
    ("2h58min", "2 minutes 58 seconds", ASKED),
    ("2h58min", "almost 2h58min or 3 hours", ASKED),
    ("2h58min", "178 hours", ASKED),
    ("2h58min", "", ASKED),
    ("2h58min", "N/A", ASKED),
    ("34 min", "34 hours", ASKED),
    ("34 min", "34 km", ASKED),
    ("34 min", "between 30 and 34 minutes", ASKED),
    ("34 min", "34 or 36 minutes", ASKED),
    ("34 min", "more than 34 minutes", ASKED),
    ("34 min", "30-34 minutes", ASKED),
    ("34 min", "not 34 minutes", ASKED),
    ("34 min", "134 min", ASKED),
    ("34 min", "34 min by bus or 8 min by car", ASKED),
    ("1.5 hours", "1:05", ASKED),
    ("3 days", "3 hours", ASKED),
    ("34 min", "34 min? 43 min?", ASKED),
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
