"""How people write: the habits of a person, and words for a span of time."""

from __future__ import annotations

import re
from functools import cache
from random import Random

_SPANS = (
    (9, ("a few days", "a week")),
    (24, ("two weeks", "a fortnight", "two weeks")),
    (50, ("a month", "four weeks", "five weeks")),
    (80, ("two months", "eight weeks")),
    (130, ("three months", "a quarter of a year")),
    (230, ("half a year", "six months", "five months")),
    (400, ("nine months", "most of a year")),
    (9999, ("a year", "more than a year")),
)


def span(days: int, rng: Random) -> str:
    """A length of time as people say it: "a fortnight", "half a year"."""
    return rng.choice(next(words for limit, words in _SPANS if days <= limit))


@cache
def style_of(email: str) -> str:
    """How a person writes, always the same way."""
    return Random(f"style:{email}").choices(
        ("terse", "normal", "chatty", "lower", "shout", "list"), (24, 42, 18, 6, 5, 5)
    )[0]


def lower_first(text: str) -> str:
    """First letter small, unless the first word is an abbreviation, a name or I."""
    word = text.split(" ", 1)[0]
    if (len(word) > 1 and word[1:] != word[1:].lower()) or word in ("I", "I'm", "English", "USB-C"):
        return text
    return text[:1].lower() + text[1:]


def dress(text: str, style: str, stars: int) -> str:
    """The habits of a person: no capitals, or exclamation marks."""
    if style == "lower":
        return text.lower().removesuffix(".")
    if style == "shout" and stars in (1, 5):
        return re.sub(r"\.$", "!!", text)
    return text
