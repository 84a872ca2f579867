"""Calendar dates: rows thought out by hand."""

import pytest

from evaluators.oldvalues import match

KINDS = ("date", "exact")

ASKED = "When was order 17 delivered?"

RIGHT = [
    ("2026-03-16", "2026-03-16", ASKED),
    ("2026-03-16", "16 March 2026", ASKED),
    ("2026-03-16", "March 16, 2026", ASKED),
    ("2026-03-16", "Mar 16th, 2026", ASKED),
    ("2026-03-16", "16th of March, 2026", ASKED),
    ("2026-03-16", "16/03/2026", ASKED),
    ("2026-03-16", "03/16/2026", ASKED),
    ("2026-03-16", "3/16/26", ASKED),
    ("2026-03-16", "16.03.2026", ASKED),
    ("2026-03-16", "16.3.2026", ASKED),
    ("2026-03-16", "Monday, March 16, 2026", ASKED),
    ("2026-03-16", "Mon 16 Mar 2026", ASKED),
    ("2026-03-16", "Order 17 was delivered on 16 March 2026.", ASKED),
    ("2026-03-16", "It was delivered on March 16, 2026 at 14:30.", ASKED),
    ("2026-03-16", "2026/03/16", ASKED),
    ("2026-03-16", "16-Mar-2026", ASKED),
    ("2026-03-16", "March 16", ASKED),
    ("2026-03-16", "today", ASKED),
    ("2026-03-16", "not on 15 March 2026 but on 16 March 2026", ASKED),
    ("2026-03-16", "15 March 2026. Correction: 16 March 2026", ASKED),
    ("March 16, 2026", "2026-03-16", ASKED),
    ("2026-03-16", "2026-03-16T14:30:00Z", ASKED),
    ("2026-03-16", "MARCH 16 2026", ASKED),
    ("March 2026", "03/2026", ASKED),
    ("March 2026", "2026-03", ASKED),
    ("March 2026", "in March 2026", ASKED),
    ("March 2026", "Mar 2026", ASKED),
    ("2026-03-03", "03/03/2026", ASKED),
    ("2026-03-04", "4 March 2026", ASKED),
    ("2025-12-24", "24 December 2025", ASKED),
    ("2026-03-16 14:30", "16 March 2026, 2:30 pm", ASKED),
]

WRONG = [
    ("2026-03-16", "2026-03-17", ASKED),
    ("2026-03-16", "16 March 2025", ASKED),
    ("2026-03-16", "March 2026", ASKED),
    ("2026-03-16", "2026", ASKED),
    ("2026-03-16", "16 May 2026", ASKED),
    ("2026-03-16", "March 16, 2026 or March 17, 2026", ASKED),
    ("2026-03-16", "Tuesday, 16 March 2026", ASKED),
    ("2026-03-16", "around 16 March 2026", ASKED),
    ("2026-03-16", "not on 16 March 2026", ASKED),
    ("2026-03-16", "2026-03-15 and 2026-03-16", ASKED),
    ("2026-03-16", "16 March 2026, no wait, 17 March 2026", ASKED),
    ("2026-03-16", "I first thought 16 March 2026 but it is 17 March 2026.", ASKED),
    ("2026-03-04", "03/04/2026", ASKED),
    ("2026-03-04", "04/03/2026", ASKED),
    ("March 2026", "March 16, 2026", ASKED),
    ("March 2026", "April 2026", ASKED),
    ("2025-12-24", "December 24", ASKED),
    ("2026-03-16", "", ASKED),
    ("2026-03-16", "N/A", ASKED),
    ("2026-03-16 14:30", "16 March 2026", ASKED),
    ("2026-03-16 14:30", "16 March 2026, 2:30 am", ASKED),
    ("2026-03-16", "1 March 2026, 16 March 2026, 3 April 2026", ASKED),
    ("2026-01-06", "2026-01-16", ASKED),
    ("2026-03-16", "before 16 March 2026? maybe", ASKED),
    ("2026-03-16", "between 15 and 16 March 2026", ASKED),
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


def test_day_first_option():
    assert match("date", "2026-03-04", "04/03/2026", options={"day_first": True}).score == 1.0
    assert match("date", "2026-03-04", "03/04/2026", options={"day_first": True}).score == 0.0
    assert match("date", "2026-03-04", "03/04/2026", options={"day_first": False}).score == 1.0


def test_a_day_as_a_database_writes_it():
    assert match("date", "2026-03-16 00:00:00", "16 March 2026").score == 1.0
