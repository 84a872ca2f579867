"""Names of people: rows thought out by hand."""

import pytest

from evaluators.oldvalues import match

KINDS = ("name", "exact")

ASKED = "Who is the customer with the most orders?"

RIGHT = [
    ("Emma Thompson", "Emma Thompson", ASKED),
    ("Emma Thompson", "emma thompson", ASKED),
    ("Emma Thompson", "EMMA THOMPSON", ASKED),
    ("Emma Thompson", "Thompson, Emma", ASKED),
    ("Emma Thompson", "Ms. Emma Thompson", ASKED),
    ("Emma Thompson", "The customer with the most orders is Emma Thompson.", ASKED),
    ("Emma Thompson", "Emma Thompson has the most orders (14).", ASKED),
    ("Emma Thompson", "It's Emma Thompson, not Jack Smith.", ASKED),
    ("Emma Thompson", "Emma Thompson, with 14 orders", ASKED),
    ("Emma Thompson", "Emma Thompson (emma@example.org)", ASKED),
    ("Jürgen Groß", "Juergen Gross", ASKED),
    ("Jürgen Groß", "Jurgen Gross", ASKED),
    ("Emma Thompson", "Emma Thompson's account has the most orders.", ASKED),
    ("Emma Thompson", "The customer is Emma Thompson from Neubrandenburg.", ASKED),
    ("Emma Thompson", "According to the Customers page, Emma Thompson has the most orders.", ASKED),
    ("Emma", "Emma", ASKED),
    ("Emma Thompson", "I initially thought it was Jack Smith, but it is Emma Thompson.", ASKED),
    ("Emma Thompson", "Rather than Jack Smith, it is Emma Thompson.", ASKED),
]

WRONG = [
    ("Emma Thompson", "Emma", ASKED),
    ("Emma Thompson", "Thompson", ASKED),
    ("Emma Thompson", "Emma Thomson", ASKED),
    ("Emma Thompson", "Emma Jane Thompson", ASKED),
    ("Emma Thompson", "Emma Thompson-Smith", ASKED),
    ("Emma Thompson", "Jack Smith", ASKED),
    ("Emma Thompson", "Emma Thompson and Jack Smith", ASKED),
    ("Emma Thompson", "Emma Thompson, Jack Smith", ASKED),
    ("Emma Thompson", "Jack Smith or Emma Thompson", ASKED),
    ("Emma Thompson", "It isn't Emma Thompson.", ASKED),
    ("Emma Thompson", "Not Emma Thompson, Jack Smith.", ASKED),
    ("Emma Thompson", "Everybody except Emma Thompson", ASKED),
    ("Emma Thompson", "Neither Emma Thompson nor Jack Smith", ASKED),
    ("Emma Thompson", "It used to be Emma Thompson.", ASKED),
    ("Emma Thompson", "Possibly Emma Thompson", ASKED),
    ("Emma Thompson", "Emma Thompson?", ASKED),
    ("Emma Thompson", "", ASKED),
    ("Emma Thompson", "N/A", ASKED),
    ("Ann", "Anna", ASKED),
    ("Ann", "Annual", ASKED),
    ("Ann", "Mary-Ann", ASKED),
    ("Ann", "Ann Miller", ASKED),
    ("Emma Thompson", "I think it might be Emma Thompson", ASKED),
    ("Emma Thompson", "1. Emma Thompson\n2. Jack Smith\n3. Ann Lee", ASKED),
    ("Emma Thompson", "Emma Thompson is not the customer; it is Jack Smith.", ASKED),
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
