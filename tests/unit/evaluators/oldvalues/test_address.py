"""Postal addresses: rows thought out by hand."""

import pytest

from evaluators.oldvalues import infer, match

KINDS = ("address", "exact")

ASKED = "What is the address of the town hall?"

RIGHT = [
    ("Marktplatz 1, 17033 Neubrandenburg", "Marktplatz 1, 17033 Neubrandenburg", ASKED),
    ("Marktplatz 1, 17033 Neubrandenburg", "Marktplatz 1, 17033 Neubrandenburg, Germany", ASKED),
    ("Marktplatz 1, 17033 Neubrandenburg", "The address is Marktplatz 1 in 17033 Neubrandenburg.", ASKED),
    ("Marktplatz 1, 17033 Neubrandenburg", "Marktplatz 1\n17033 Neubrandenburg", ASKED),
    ("Marktplatz 1, 17033 Neubrandenburg, Germany", "Marktplatz 1, 17033 Neubrandenburg", ASKED),
    ("Lange Straße 12a, 17033 Neubrandenburg", "Lange Str. 12 A, 17033 Neubrandenburg", ASKED),
    ("Lange Straße 12a, 17033 Neubrandenburg", "lange strasse 12a, 17033 neubrandenburg", ASKED),
    ("12 Main Street, Springfield", "12 Main St., Springfield", ASKED),
    (
        "Friedrich-Engels-Ring 53, 17033 Neubrandenburg",
        "Friedrich Engels Ring 53, 17033 Neubrandenburg",
        ASKED,
    ),
    ("Marktplatz 1, 17033 Neubrandenburg", "Town hall, Marktplatz 1, 17033 Neubrandenburg", ASKED),
]

WRONG = [
    ("Marktplatz 1, 17033 Neubrandenburg", "Marktplatz 11, 17033 Neubrandenburg", ASKED),
    ("Marktplatz 1, 17033 Neubrandenburg", "Marktplatz 1, 17034 Neubrandenburg", ASKED),
    ("Marktplatz 1, 17033 Neubrandenburg", "Marktstraße 1, 17033 Neubrandenburg", ASKED),
    ("Marktplatz 1, 17033 Neubrandenburg", "Neubrandenburg", ASKED),
    ("Marktplatz 1, 17033 Neubrandenburg", "Marktplatz, 17033 Neubrandenburg", ASKED),
    (
        "Marktplatz 1, 17033 Neubrandenburg",
        "Marktplatz 1, 17033 Neubrandenburg or Ringstraße 5, 17033 Neubrandenburg",
        ASKED,
    ),
    ("Marktplatz 1, 17033 Neubrandenburg", "", ASKED),
    ("Marktplatz 1, 17033 Neubrandenburg", "not Marktplatz 1, 17033 Neubrandenburg", ASKED),
    ("12 Main Street, Springfield", "21 Main Street, Springfield", ASKED),
    ("Lange Straße 12a, 17033 Neubrandenburg", "Lange Straße 12b, 17033 Neubrandenburg", ASKED),
    ("Marktplatz 1, 17033 Neubrandenburg", "Marktplatz 1, 17033 Neustrelitz", ASKED),
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


def test_a_product_with_a_five_digit_number_is_no_address() -> None:
    assert infer("Zapfield Slab 20000 power bank 30 W").kind == "text"
    assert infer("Am Markt 3, 17033 Neubrandenburg").kind == "address"
