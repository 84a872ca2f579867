"""Distances: rows thought out by hand."""

import pytest

from evaluators.oldvalues import match

KINDS = ("distance", "exact")

ASKED = "How far is it from the station to the castle?"

RIGHT = [
    ("5.2 km", "5.2 km", ASKED),
    ("5.2 km", "5.2km", ASKED),
    ("5.2 km", "5200 m", ASKED),
    ("5.2 km", "5,200 metres", ASKED),
    ("5.2 km", "5,2 km", ASKED),
    ("5.2 km", "5.2 kilometres", ASKED),
    ("5.2 km", "The distance is 5.2 kilometers.", ASKED),
    ("5.2 km", "It is 5.2 km (34 min on foot).", ASKED),
    ("5.2 km", "5.20 km", ASKED),
    ("850 m", "850 meters", ASKED),
    ("850 m", "0.85 km", ASKED),
    ("3 miles", "3 mi", ASKED),
    ("3 miles", "three miles", ASKED),
    ("5 km", "3.107 miles", ASKED),
    ("5.2 km", "not 3 km but 5.2 km", ASKED),
    ("6 ft", "6 feet", ASKED),
    ("6 ft", "six feet", ASKED),
]

WRONG = [
    ("5.2 km", "5.2 miles", ASKED),
    ("5.2 km", "5.2 m", ASKED),
    ("5.2 km", "52 km", ASKED),
    ("5.2 km", "15.2 km", ASKED),
    ("5.2 km", "5.3 km", ASKED),
    ("5.2 km", "about 5.2 km", ASKED),
    ("5.2 km", "5.2 km or 6 km", ASKED),
    ("5.2 km", "5 km", ASKED),
    ("5.2 km", "under 5.2 km", ASKED),
    ("5.2 km", "5.2 hours", ASKED),
    ("850 m", "850 km", ASKED),
    ("5 km", "3 miles", ASKED),
    ("5.2 km", "", ASKED),
    ("5.2 km", "N/A", ASKED),
    ("5.2 km", "3.1 km, 5.2 km and 6.4 km", ASKED),
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
