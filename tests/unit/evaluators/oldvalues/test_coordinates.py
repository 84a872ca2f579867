"""Coordinates: rows thought out by hand."""

import pytest

from evaluators.oldvalues import match

KINDS = ("coordinates", "exact")

ASKED = "What are the coordinates of the castle?"

RIGHT = [
    ("53.5575, 13.2610", "53.5575, 13.2610", ASKED),
    ("53.5575, 13.2610", "53.5575,13.2610", ASKED),
    ("53.5575, 13.2610", "(53.5575, 13.2610)", ASKED),
    ("53.5575, 13.2610", "53.5575° N, 13.2610° E", ASKED),
    ("53.5575, 13.2610", "Latitude 53.5575, longitude 13.2610.", ASKED),
    ("53.5575, 13.2610", "lat: 53.5575, lon: 13.2610", ASKED),
    ("53.5575, 13.2610", "longitude 13.2610, latitude 53.5575", ASKED),
    ("53.5575, 13.2610", "53.55751, 13.26102", ASKED),
    ("53.5575, 13.2610", "The castle is at 53.5575 13.2610", ASKED),
    ("53.5575, 13.2610", "53°33'27\"N 13°15'39.6\"E", ASKED),
    ("53.5575, 13.261", "53.5575, 13.2610", ASKED),
]

WRONG = [
    ("53.5575, 13.2610", "13.2610, 53.5575", ASKED),
    ("53.5575, 13.2610", "53.5585, 13.2610", ASKED),
    ("53.5575, 13.2610", "53.56, 13.26", ASKED),
    ("53.5575, 13.2610", "-53.5575, 13.2610", ASKED),
    ("53.5575, 13.2610", "53.5575 S, 13.2610 E", ASKED),
    ("53.5575, 13.2610", "53.5575", ASKED),
    ("53.5575, 13.2610", "", ASKED),
    ("53.5575, 13.2610", "53.5575, 13.2610 or 53.6001, 13.3001", ASKED),
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
