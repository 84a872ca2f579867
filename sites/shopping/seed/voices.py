"""How people write: the habits of a person, and words for a span of time."""

from __future__ import annotations

import re
from functools import cache
from random import Random

STYLES = ("terse", "normal", "chatty", "lower", "shout", "list", "letter", "foreign", "young", "measured")
SHARES = (19, 33, 16, 5, 4, 4, 5, 5, 5, 4)
_ARTICLES = re.compile(r"\b(?:the|a|an) (?=[a-z])")
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
    return Random(f"style:{email}").choices(STYLES, SHARES)[0]


def lower_first(text: str) -> str:
    """First letter small, unless the first word is an abbreviation, a name or I."""
    word = text.split(" ", 1)[0]
    if (len(word) > 1 and word[1:] != word[1:].lower()) or word in ("I", "I'm", "English", "USB-C"):
        return text
    return text[:1].lower() + text[1:]


def _drop_articles(text: str) -> str:
    """Every other article left out, as those do whose own language has none."""
    parts = _ARTICLES.split(text)
    kept = _ARTICLES.findall(text)
    joined = parts[0]
    for number, (article, part) in enumerate(zip(kept, parts[1:], strict=True)):
        joined += (article if number % 2 else "") + part
    return joined


def dress(text: str, style: str, stars: int) -> str:
    """The habits of a person: no capitals, exclamation marks, articles left out."""
    if style == "lower":
        return text.lower().removesuffix(".")
    if style == "young":
        return text.replace("I'm", "i'm").replace(" I ", " i ")
    if style == "foreign":
        return _drop_articles(text)
    if style == "shout" and stars in (1, 5):
        return re.sub(r"\.$", "!!", text)
    return text
