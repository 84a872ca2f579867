"""Spans of days: rows thought out by hand."""

import pytest

from evaluators.oldvalues import match

KINDS = ("date_range", "exact")

ASKED = "When is the fair?"

RIGHT = [
    ("2026-03-01 to 2026-03-16", "2026-03-01 to 2026-03-16", ASKED),
    ("2026-03-01 to 2026-03-16", "1-16 March 2026", ASKED),
    ("2026-03-01 to 2026-03-16", "1–16 March 2026", ASKED),
    ("2026-03-01 to 2026-03-16", "March 1 - 16, 2026", ASKED),
    ("2026-03-01 to 2026-03-16", "from 1 March 2026 until 16 March 2026", ASKED),
    ("2026-03-01 to 2026-03-16", "March 1 to March 16, 2026", ASKED),
    ("2026-03-01 to 2026-03-16", "The fair is from March 1, 2026 through March 16, 2026.", ASKED),
    ("2026-03-01 to 2026-03-16", "01.03.2026 - 16.03.2026", ASKED),
    ("2026-03-01 to 2026-03-16", "between 1 March and 16 March 2026", ASKED),
    ("March 2026 to May 2026", "March - May 2026", ASKED),
]

WRONG = [
    ("2026-03-01 to 2026-03-16", "2026-03-01 to 2026-03-15", ASKED),
    ("2026-03-01 to 2026-03-16", "2026-03-01", ASKED),
    ("2026-03-01 to 2026-03-16", "2-16 March 2026", ASKED),
    ("2026-03-01 to 2026-03-16", "1-16 April 2026", ASKED),
    ("2026-03-01 to 2026-03-16", "2026-03-16 to 2026-03-01", ASKED),
    ("2026-03-01 to 2026-03-16", "", ASKED),
    ("2026-03-01 to 2026-03-16", "not from 1 March 2026 to 16 March 2026", ASKED),
    ("2026-03-01 to 2026-03-16", "1-16 March 2026 or 1-16 April 2026", ASKED),
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
