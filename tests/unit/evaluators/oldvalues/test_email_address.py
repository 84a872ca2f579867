"""E-mail addresses: rows thought out by hand."""

import pytest

from evaluators.oldvalues import match

KINDS = ("email", "exact")

ASKED = "What is the e-mail address of the owner?"

RIGHT = [
    ("emma@example.org", "emma@example.org", ASKED),
    ("emma@example.org", "Emma@Example.ORG", ASKED),
    ("emma@example.org", "The address is emma@example.org.", ASKED),
    ("emma@example.org", "<emma@example.org>", ASKED),
    ("emma@example.org", "[emma@example.org](mailto:emma@example.org)", ASKED),
    ("emma@example.org", "mailto:emma@example.org", ASKED),
    ("emma@example.org", "`emma@example.org`", ASKED),
    ("emma@example.org", "emma [at] example [dot] org", ASKED),
    ("emma@example.org", "not info@example.org but emma@example.org", ASKED),
]

WRONG = [
    ("emma@example.org", "emma@example.com", ASKED),
    ("emma@example.org", "jemma@example.org", ASKED),
    ("emma@example.org", "emma@example.org.uk", ASKED),
    ("emma@example.org", "emma@example.org, info@example.org", ASKED),
    ("emma@example.org", "emma@example.org or info@example.org", ASKED),
    ("emma@example.org", "not emma@example.org", ASKED),
    ("emma@example.org", "emma example.org", ASKED),
    ("emma@example.org", "", ASKED),
    ("emma@example.org", "emma.t@example.org", ASKED),
    ("emma@example.org", "possibly emma@example.org", ASKED),
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
