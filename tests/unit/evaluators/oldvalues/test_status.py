"""States: rows thought out by hand."""

import pytest

from evaluators.oldvalues import match

KINDS = ("status", "exact")

ASKED = "What is the status of my most recent order?"

RIGHT = [
    ("Complete", "Complete", ASKED),
    ("Complete", "completed", ASKED),
    ("Complete", "The status of your order is Complete.", ASKED),
    ("Canceled", "cancelled", ASKED),
    ("Canceled", "Your order was cancelled.", ASKED),
    ("On Hold", "on-hold", ASKED),
    ("On Hold", "The order is on hold.", ASKED),
    ("Pending", "Pending", ASKED),
    ("Pending", "It is still pending, not processing.", ASKED),
    ("Processing", "It's being processed.", ASKED),
    ("Out of stock", "sold out", ASKED),
    ("Shipped", "dispatched", ASKED),
]

WRONG = [
    ("Complete", "incomplete", ASKED),
    ("Complete", "Pending", ASKED),
    ("Complete", "not complete", ASKED),
    ("Complete", "Complete or pending", ASKED),
    ("Complete", "completing", ASKED),
    ("Canceled", "complete", ASKED),
    ("Pending", "pending, processing, complete", ASKED),
    ("Pending", "It is no longer pending.", ASKED),
    ("Pending", "It was pending but is now complete.", ASKED),
    ("In stock", "out of stock", ASKED),
    ("Shipped", "not shipped", ASKED),
    ("Shipped", "delivered", ASKED),
    ("Pending", "", ASKED),
    ("Pending", "maybe pending", ASKED),
    ("Delivered", "undelivered", ASKED),
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
