"""Counts by month: rows thought out by hand."""

import pytest

from evaluators.oldvalues import match

ASKED = "How many orders were placed in each month from January to March 2026?"

RIGHT = [
    ("Jan: 5, Feb: 6, Mar: 0", "Jan: 5, Feb: 6, Mar: 0"),
    ("Jan: 5, Feb: 6, Mar: 0", "January: 5\nFebruary: 6\nMarch: 0"),
    ("Jan: 5, Feb: 6, Mar: 0", "January 5, February 6, March 0"),
    ("Jan: 5, Feb: 6, Mar: 0", "5 in January, 6 in February and none in March"),
    ("Jan: 5, Feb: 6, Mar: 0", "January 2026: 5 orders, February 2026: 6 orders, March 2026: 0 orders"),
    ("Jan: 5, Feb: 6, Mar: 0", "2026-01: 5, 2026-02: 6, 2026-03: 0"),
    ("Jan: 5, Feb: 6, Mar: 0", "Feb: 6, Jan: 5, Mar: 0"),
    ("Jan: 5, Feb: 6", "There were 5 orders in January and 6 orders in February."),
    ("Jan: 5, Feb: 6", "| Month | Orders |\n|---|---|\n| January | 5 |\n| February | 6 |"),
    ("Jan: 5, Feb: 6", "Jan: five, Feb: six"),
    ("Jan: 5, Feb: 6", "Jan: 5, Feb: 6, total 11"),
    ({"January": 5, "February": 6}, "January: 5, February: 6"),
]
WRONG = [
    ("Jan: 5, Feb: 6", "Jan: 6, Feb: 5"),
    ("Jan: 5, Feb: 6", "Jan: 5"),
    ("Jan: 5, Feb: 6", "Jan: 5, Feb: 6, Mar: 7"),
    ("Jan: 5, Feb: 6", "Jan: 5, Mar: 6"),
    ("Jan: 5, Feb: 6", "Jan: 15, Feb: 6"),
    ("Jan: 5, Feb: 6", "5 and 6"),
    ("Jan: 5, Feb: 6", ""),
    ("Jan: 5, Feb: 6", "6 in January, 5 in February"),
    ("Jan 2026: 5, Feb 2026: 6", "Jan 2025: 5, Feb 2025: 6"),
]


@pytest.mark.parametrize(("reference", "answer"), RIGHT)
def test_right(reference, answer):
    for kind in ("month_counts", "exact"):
        result = match(kind, reference, answer, intent=ASKED)
        assert result.score == 1.0, (kind, result.why)


@pytest.mark.parametrize(("reference", "answer"), WRONG)
def test_wrong(reference, answer):
    for kind in ("month_counts", "exact"):
        result = match(kind, reference, answer, intent=ASKED)
        assert result.score == 0.0, (kind, result.why)
