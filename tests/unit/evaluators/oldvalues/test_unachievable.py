"""That it cannot be done: rows thought out by hand."""

import pytest

from evaluators.oldvalues import match

CONTACT = "Tell me the contact number of the shop."

RIGHT = [
    ("N/A", CONTACT),
    ("n/a", CONTACT),
    ("N/A.", CONTACT),
    ("**N/A**", CONTACT),
    ("NA", CONTACT),
    ("Not applicable", CONTACT),
    ("Not available", CONTACT),
    ("This is not possible.", CONTACT),
    ("N/A - the shop does not list a contact number.", CONTACT),
    ("N/A (no phone number on the site)", CONTACT),
    ("The answer is N/A because the shop has no contact number.", CONTACT),
    ("The shop does not provide a contact number.", CONTACT),
    ("This cannot be done because the shop has no contact number.", CONTACT),
    ("There is no contact number on this website.", CONTACT),
    ("I could not find a contact number anywhere on the site.", CONTACT),
    ("I was unable to find any contact number.", CONTACT),
    ("No contact number is available.", CONTACT),
    ("The task is impossible: the site lists no phone number.", CONTACT),
    ("You do not have permission to delete this repository.", "Delete the repository webarium/notes."),
    ("Access denied: only the owner may delete it.", "Delete the repository webarium/notes."),
    ("The shop doesn't support gift wrapping.", "Add gift wrapping to my order."),
    ("I found no orders from 2019.", "How much did I spend in 2019?"),
    (
        "I checked all 12 pages and there is no such order.",
        "What is the status of the order of the red piano?",
    ),
    ("The product does not exist in this shop, but similar ones do.", "What does the red piano cost?"),
    ("There's no way to do this on the site.", "Change my user name."),
]

WRONG = [
    ("", CONTACT),
    ("555-0123", CONTACT),
    ("+49 395 1234567", CONTACT),
    ("The contact number is +49 395 1234567.", CONTACT),
    ("N/A, but it is probably +49 395 1234567", CONTACT),
    ("I could not find it, but my best guess is 0395 1234567.", CONTACT),
    ("I don't know.", CONTACT),
    ("I am not sure.", CONTACT),
    ("Done.", CONTACT),
    ("5", "How many?"),
    ("€12.50", "How much did I spend in 2019?"),
    ("You spent €12.50 in 2019.", "How much did I spend in 2019?"),
    ("0", "How much did I spend in 2019?"),
    ("Yes", "Is it?"),
    ("I have deleted the repository.", "Delete the repository webarium/notes."),
    ("Maybe it is not possible.", CONTACT),
    ("It is possible.", CONTACT),
    ("Emma Thompson", "Who?"),
    ("I need more information.", CONTACT),
]


@pytest.mark.parametrize(("answer", "intent"), RIGHT)
def test_right(answer, intent):
    for kind, reference in (
        ("unachievable", None),
        ("exact", "N/A"),
        ("must_include", ["N/A"]),
        ("fuzzy", "N/A"),
    ):
        result = match(kind, reference, answer, intent=intent)
        assert result.score == 1.0, (kind, result.why)


@pytest.mark.parametrize(("answer", "intent"), WRONG)
def test_wrong(answer, intent):
    for kind, reference in (
        ("unachievable", None),
        ("exact", "N/A"),
        ("must_include", ["N/A"]),
        ("fuzzy", "N/A"),
    ):
        result = match(kind, reference, answer, intent=intent)
        assert result.score == 0.0, (kind, result.why)


def test_reason():
    asked = {"reason_required": True}
    reference = {"reason": "not_permitted"}
    assert match("unachievable", reference, "N/A: you lack the permission.", options=asked).score == 1.0
    no_right = "N/A. This account may read reviews but has no right to publish them."
    assert match("unachievable", reference, no_right, options=asked).score == 1.0
    assert match("unachievable", reference, "N/A: the product was not found.", options=asked).score == 0.0
