"""Times of day: rows thought out by hand."""

import pytest

from evaluators.oldvalues import match

KINDS = ("time", "exact")

ASKED = "At what time does the museum open?"

RIGHT = [
    ("14:30", "14:30", ASKED),
    ("14:30", "2:30 pm", ASKED),
    ("14:30", "2:30pm", ASKED),
    ("14:30", "2.30 p.m.", ASKED),
    ("14:30", "at 14:30", ASKED),
    ("14:30", "The museum opens at 2:30 PM.", ASKED),
    ("09:00", "9 am", ASKED),
    ("09:00", "9:00", ASKED),
    ("09:00", "9:00 AM", ASKED),
    ("09:00", "9 o'clock", ASKED),
    ("09:00", "09:00:00", ASKED),
    ("12:00", "noon", ASKED),
    ("12:00", "12 pm", ASKED),
    ("00:00", "midnight", ASKED),
    ("00:00", "12 am", ASKED),
    ("14:30", "half past two in the afternoon", ASKED),
    ("09:00", "It opens at 9:00, not at 10:00.", ASKED),
]

WRONG = [
    ("14:30", "2:30", ASKED),
    ("14:30", "14:03", ASKED),
    ("14:30", "2:30 am", ASKED),
    ("14:30", "14:30 or 15:00", ASKED),
    ("14:30", "around 14:30", ASKED),
    ("14:30", "not at 14:30", ASKED),
    ("09:00", "9 pm", ASKED),
    ("09:00", "09:00 - 17:00", ASKED),
    ("09:00", "19:00", ASKED),
    ("12:00", "midnight", ASKED),
    ("14:30", "", ASKED),
    ("14:30", "N/A", ASKED),
    ("14:30", "14:30? 15:30?", ASKED),
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
