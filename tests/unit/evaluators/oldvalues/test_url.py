"""Web addresses: rows thought out by hand."""

import pytest

from evaluators.oldvalues import match

KINDS = ("url", "exact")

ASKED = "What is the link to the product?"

RIGHT = [
    ("http://shop.test/a/b", "http://shop.test/a/b", ASKED),
    ("http://shop.test/a/b", "http://shop.test/a/b/", ASKED),
    ("http://shop.test/a/b", "HTTP://SHOP.test:80/a/b", ASKED),
    ("http://shop.test/a/b", "shop.test/a/b", ASKED),
    ("http://shop.test/a/b", "The link is http://shop.test/a/b.", ASKED),
    ("http://shop.test/a/b", "[here](http://shop.test/a/b)", ASKED),
    ("http://shop.test/a/b", "<http://shop.test/a/b>", ASKED),
    ("http://shop.test/a?x=1&y=2", "http://shop.test/a?y=2&x=1", ASKED),
    ("http://shop.test/a/b", "http://shop.test/a/b#reviews", ASKED),
    ("http://shop.test/a%20b", "http://shop.test/a%20b", ASKED),
]

WRONG = [
    ("http://shop.test/a/b", "http://shop.test/a/b/c", ASKED),
    ("http://shop.test/a/b", "http://shop.test/a", ASKED),
    ("http://shop.test/a/b", "http://forum.test/a/b", ASKED),
    ("http://shop.test/a?page=1", "http://shop.test/a?page=12", ASKED),
    ("http://shop.test/a?page=1", "http://shop.test/a", ASKED),
    ("http://shop.test/a/b", "https://shop.test/a/b", ASKED),
    ("http://shop.test/a/b", "http://shop.test/a/b or http://shop.test/a/c", ASKED),
    ("http://shop.test/a/b", "", ASKED),
    ("http://shop.test/a/b", "not http://shop.test/a/b", ASKED),
    ("http://shop.test/a/b", "http://shop.test:8080/a/b", ASKED),
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
