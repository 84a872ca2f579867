"""Numbers of orders: rows thought out by hand."""

import pytest

from evaluators.oldvalues import match

KINDS = ("order_number", "exact")

ASKED = "What is the order number of my most recent order?"

RIGHT = [
    ("#000000170", "#000000170", ASKED),
    ("#000000170", "170", ASKED),
    ("#000000170", "000000170", ASKED),
    ("#000000170", "Order #170", ASKED),
    ("#000000170", "Your most recent order is number 170.", ASKED),
    ("#000000170", "No. 170", ASKED),
    ("#100234", "100234", ASKED),
    ("#100234", "The order number is 100234.", ASKED),
    ("#100234", "Order 100234, placed on 2026-03-01 for €12.50.", ASKED),
    ("WB-100234", "wb-100234", ASKED),
    ("WB-100234", "#WB-100234", ASKED),
    ("#100234", "not 100233 but 100234", ASKED),
]

WRONG = [
    ("#000000170", "1705", ASKED),
    ("#000000170", "#171", ASKED),
    ("#000000170", "17", ASKED),
    ("#000000170", "1170", ASKED),
    ("#100234", "100243", ASKED),
    ("#100234", "100234 or 100235", ASKED),
    ("#100234", "100233, 100234, 100235", ASKED),
    ("#100234", "WB-100234-2", ASKED),
    ("#100234", "not 100234", ASKED),
    ("#100234", "", ASKED),
    ("#100234", "N/A", ASKED),
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
