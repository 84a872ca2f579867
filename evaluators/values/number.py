"""Plain numbers and counts: ``1,234.5``, ``1.234,5``, ``12 reviews`` where reviews are asked for."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import takewhile
from typing import Any

from tasks.formats import Format

from . import cues, numerals
from .amounts import CURRENCIES, Amount, Distance, Duration, Percentage
from .date import spans
from .folding import folded, stem
from .kind import Ask, Mention

_BARE = re.compile(
    rf"(?:#|no\.? ?)?(?P<sign>[-+]|minus )?(?P<number>{numerals.NUMBER}|{numerals.WORD}\b)"
    r"(?: ?(?P<times>thousand|million|billion)|(?P<k>k))?(?:st|nd|rd|th|/5|/10|/100| (?:out )?of \d+)?"
    r"(?: ?(?P<unit>[^\d()]{1,60}))?",
    re.I,
)
_IN_TEXT = re.compile(
    rf"{numerals.START}(?P<sign>(?<!\d )(?<!\d)-|\bminus )?(?P<number>{numerals.NUMBER}|\b{numerals.WORD}\b)"
    r"(?P<times> (?:thousand|million|billion)\b|k\b)?(?P<glued>[^\W\d_]|%| ?%|[°$€£/:-](?=\w)| ?[€$£°])?",
    re.I,
)
_WORDS = re.compile(r"(?: [^\W\d_][\w'-]*){0,4}")
_PARTS = re.compile(
    r"\d[ ]?(?:of|out of|of the|/)[ ]?(?:the )?$"
    r"|[$€£#/:±]$|[-/:]$|\b(?:usd|eur|gbp|no|nr)\.? ?$",
    re.I,
)
_YEAR, _WHEN = re.compile(r"(?:19|20)\d\d"), re.compile(r"\b(?:in|since|until|by|from|year) $", re.I)
_NOUN = re.compile(r"[^\W\d_]{3,20}(?: [^\W\d_]{2,20}){0,2}")
# Units by the words for them, and nouns besides that make another value of a number.
_UNITS = {name: unit for kind in (Percentage, Duration, Distance) for name, unit in kind.names.items()}
_UNITS |= {mark.casefold(): code for code, marks in CURRENCIES.items() for mark in marks}
_UNITS |= {"kg": "kilogram", "g": "gram", "l": "litre", "w": "watt", "mb": "megabyte", "gb": "gigabyte"}
_MEASURES = {*_UNITS.values(), "month", "year", "mile", "dozen", "hundred"}
# Words that are no noun: behind them stands nothing that is counted.
_LITTLE = frozenset(re.findall(r"\w+", """
    of in on at by for with and or the a an is are was were be been to from out that which who per than as
    but so if when while where total altogether overall currently now here there have has had will would can
    this these those it they he she we i you all each more only also times according listed found shown
    left"""))  # fmt: skip


class Number(Amount):
    """A number, or a count of what ``unit`` says."""

    name = "number"

    def written(self, text: str, ask: Ask) -> Any | None:
        if text.casefold() in ("none", "nil"):
            return 0
        m = _BARE.fullmatch(text)
        return numerals.matched(m) if m and self._counted(m["unit"] or "", ask, strict=True) else None

    def find(self, text: str, ask: Ask) -> list[Mention]:
        taken, found = spans(text), []
        for m in _IN_TEXT.finditer(text):
            before = text[max(0, m.start() - 12) : m.start()]
            part = m["glued"] or m["number"].startswith("00") or _PARTS.search(before)
            year = _YEAR.fullmatch(m["number"]) and _WHEN.search(before)
            if part or year or any(start <= m.start("number") < end for start, end in taken):
                continue
            value = numerals.matched(m)
            if value is not None and self._of_the_type(text, m, ask):
                found.append(Mention(value, m.start(), m.end()))
        return found

    def _of_the_type(self, text: str, m: re.Match[str], ask: Ask) -> bool:
        behind = _WORDS.match(text, m.end())[0].split()  # type: ignore[index]
        after = list(takewhile(lambda word: folded(word) not in _LITTLE, behind))
        one = m["number"].casefold() == "one"
        return self._counted(" ".join(after), ask, strict=False) if after else not one

    @staticmethod
    def _counted(unit: str, ask: Ask, *, strict: bool) -> bool:
        """Whether what stands behind a number is what is counted."""
        if not unit:
            return True
        named = _stems(unit) - _LITTLE
        wanted = _stems(ask.format.unit or "") | (_stems(ask.question) - _LITTLE)
        if strict and not ask.format.unit and _NOUN.fullmatch(unit):
            return not named & _MEASURES - wanted and not cues.doubts(unit)  # a noun of the answer's own
        return bool(named & wanted) or unit.strip() == ask.format.unit

    def noun(self, format: Format) -> str:
        return f"number of {format.unit}" if format.unit else "number"


@lru_cache(maxsize=256)
def _stems(text: str) -> frozenset[str]:
    stems = (stem(word) for word in re.findall(r"[^\W\d_]+|[%€]", text))
    return frozenset(_UNITS.get(one, one) for one in stems)
