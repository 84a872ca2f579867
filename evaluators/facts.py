"""Whether a text says what it must say: phrases, or values in whatever notation."""

from __future__ import annotations

import html
import re
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from sites.errors import WebariumError
from tasks.formats import Format

from .values.cues import NO
from .values.folding import TOKEN, folded, plain, stem
from .values.kind import Ask
from .values.kinds import kind_of
from .values.reading import value_of

LONGEST = 20_000
"""Characters of a text that are read."""

_TAG = re.compile(r"</?[a-z][^<>]{0,200}>", re.I)
_DENIES = re.compile(NO, re.I)
_SHORT = re.compile(r"\b(\w+?)n't\b", re.I)  # "isn't" says "is not"
_BESIDE = 3
"""Words before a phrase among which a "not" denies it."""


def missing(text: str, facts: Sequence[Any], question: str = "") -> list[str]:
    """The facts that a text does not state.

    Args:
        text: what somebody wrote.
        facts: each a phrase, a list of phrases of which one will do, or a typed value
            (``{type: date, value: 2026-03-16}``, with the options of its format).
        question: what was asked; the year of a date without one may stand there.

    Returns:
        The facts in words; of a text longer than is read, each with how much of it was.

    Raises:
        WebariumError: a typed fact's value is none of its type, or a phrase has no word.
    """
    options = [one if isinstance(one, list) else [one] for one in facts]
    for one in (one for some in options for one in some):
        if not isinstance(one, Mapping) and not _words(one):
            raise WebariumError(f"the fact '{one}' has no word to look for", remedy="write what must be said")
    said = _Said(text[:LONGEST], question, denying=any(_denial(one) for some in options for one in some))
    part = f" (in the first {LONGEST:,} characters, which alone are read)" if len(text) > LONGEST else ""
    left_out = [some for some in options if not any(said.states(one) for one in some)]
    return [" or ".join(map(show, some)) + part for some in left_out]


def show(fact: Any) -> str:
    """A fact in words."""
    return f"{fact.get('value')} ({fact.get('type')})" if isinstance(fact, Mapping) else str(fact)


def _words(phrase: Any) -> list[str]:
    return [stem(word) for word in TOKEN.findall(_SHORT.sub(r"\1 not", folded(str(phrase))))]


def _denial(fact: Any) -> bool:
    return isinstance(fact, str) and all(map(_DENIES.fullmatch, fact.split()))


class _Said:
    """A text, and the words of it that are compared.

    Where a "not" is among what it must say (``denying``), none of its own takes a fact back.
    """

    def __init__(self, text: str, question: str, *, denying: bool) -> None:
        text = html.unescape(_TAG.sub(" ", text)) if "<" in text or "&" in text else text
        self.text, self.question, self.denying = _SHORT.sub(r"\1 not", plain(text)), question, denying
        places = list(TOKEN.finditer(self.text))
        self.starts = [m.start() for m in places]
        self.words = [stem(m[0]) for m in places]
        # what stands before each word; behind a sentence's end, a "not" denies nothing
        self.gaps = [self.text[a.end() : b.start()] for a, b in pairwise(places)]

    def states(self, fact: Any) -> bool:
        if isinstance(fact, Mapping):
            format = Format.model_validate({key: value for key, value in fact.items() if key != "value"})
            kind, value = kind_of(format), value_of(fact["value"], format)
            found = kind.find(self.text, Ask(format, self.question))
            alike = [one for one in found if one.value is not None and kind.same(one.value, value, format)]
            return any(not self._denied(bisect_left(self.starts, one.start)) for one in alike)
        wanted = _words(fact)
        places = range(len(self.words) - len(wanted) + 1)
        said = [place for place in places if self.words[place : place + len(wanted)] == wanted]
        return any(any(map(_DENIES.fullmatch, wanted)) or not self._denied(place) for place in said)

    def _denied(self, place: int) -> bool:
        if self.denying:
            return False
        for before in range(place - 1, max(-1, place - 1 - _BESIDE), -1):
            if before < len(self.gaps) and re.search(r"[.;!?\n]", self.gaps[before]):
                return False
            if any(map(_DENIES.fullmatch, (self.words[before], self._pair(before)))):
                return True
        return False

    def _pair(self, place: int) -> str:
        """A word with the one before it, and what stands between: "instead of"."""
        before = self.words[place - 1] + self.gaps[place - 1] if place else ""
        return " ".join(f"{before}{self.words[place]}".split())
