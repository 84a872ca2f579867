"""Plain numbers and counts: ``1,234.5``, ``1.234,5``, ``12 reviews`` where reviews are asked for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from tasks.formats import Format

from . import numerals
from .date import spans
from .folding import folded, plain, stem
from .kind import Ask, Kind, Mention

_BARE = re.compile(
    rf"(?P<sign>[-+]|minus )?(?P<number>{numerals.NUMBER}|{numerals.WORD}\b)"
    r"(?: ?(?P<times>thousand|million|billion)|(?P<k>k))?(?:st|nd|rd|th|/5|/10|/100| (?:out )?of \d+)?"
    r"(?: ?(?P<unit>[^\d]{1,60}))?",
    re.I,
)
_IN_TEXT = re.compile(
    rf"{numerals.START}(?P<sign>(?<!\d )(?<!\d)-|\bminus )?(?P<number>{numerals.NUMBER}|\b{numerals.WORD}\b)"
    r"(?P<times> (?:thousand|million|billion)\b|k\b)?(?P<glued>[^\W\d_]|%| ?%|[°$€£/:-](?=\w)| ?[€$£°])?",
    re.I,
)
_AFTER = re.compile(r" ([^\W\d_][\w'-]*)")
_PARTS = re.compile(
    r"\d[ ]?(?:of|out of|of the|/)[ ]?(?:the )?$|[$€£#/:±]$|[-/:]$|\b(?:usd|eur|gbp|no|nr)\.? ?$", re.I
)
# A number after such a word is a name of a thing, unless the question asks for it.
_NUMBERED = {
    "page", "pages", "step", "chapter", "figure", "table", "section", "version", "row", "column", "issue",
    "room", "top", "result", "ticket", "option", "example", "line", "part", "phase", "level",
}  # fmt: skip
_COUNT = re.compile(r"\bhow many\b|\bnumber of\b|\bcount\b", re.I)
_COUNTED = re.compile(r"\b(?:how many|number of) ((?:[^\W\d_]+ ?){1,4})", re.I)
_NONE = re.compile(r"\bthere (?:is|are|was|were) no ((?:[^\W\d_]+ ?){1,4})", re.I)
_NOUN = re.compile(r"[^\W\d_]{3,20}(?: [^\W\d_]{2,20}){0,2}")
# Nouns that make another value of a number.
_MEASURES = {
    "percent", "euro", "dollar", "pound", "minute", "hour", "day", "week", "month", "year", "second", "metre",
    "meter", "mile", "kilometre", "kilometer", "dozen", "hundred", "maybe", "perhaps", "probably", "not",
}  # fmt: skip
_SHORT = {
    "m": "metre", "meter": "metre", "km": "kilometre", "kilometer": "kilometre", "cm": "centimetre",
    "kg": "kilogram", "g": "gram", "h": "hour", "hr": "hour", "min": "minute", "sec": "second", "l": "litre",
    "w": "watt", "mb": "megabyte", "gb": "gigabyte", "%": "percent", "€": "euro", "eur": "euro",
    "pcs": "piece",
}  # fmt: skip
# Words that are no noun: behind them stands nothing that is counted.
_LITTLE = frozenset(
    re.findall(
        r"\w+",
        "of in on at by for with and or the a an is are was were be been to from out that which who per "
        "than as but so if when while where total altogether overall currently now here there have has "
        "had will would can this these those it they he she we i you all each more only also times "
        "according listed found shown left ",
    )
)
_YEAR = re.compile(r"\b(?:in|since|of|from|year|until|before|after|to|late|early)\s+$", re.I)


class Number(Kind):
    """A number, or a count of what ``unit`` says."""

    name = "number"

    def parse(self, given: Any, ask: Ask) -> Any | None:
        if not isinstance(given, str):
            number = numerals.exact(given)
            return None if number is None else numerals.canonical(number)
        m = _BARE.fullmatch(plain(given).strip())
        if m is None or not self._counted(m["unit"] or "", ask, strict=True):
            return None
        return _value(m)

    def find(self, text: str, ask: Ask) -> list[Mention]:
        taken = spans(text)
        found = []
        for m in _IN_TEXT.finditer(text):
            if any(start <= m.start("number") < end for start, end in taken):
                continue
            if (
                m["glued"]
                or m["number"].startswith("00")
                or _PARTS.search(text[max(0, m.start() - 12) : m.start()])
            ):
                continue
            if not self._of_the_type(text, m, ask):
                continue
            value = _value(m)
            if value is not None:
                found.append(Mention(value, m.start(), m.end()))
        counted = _COUNTED.search(ask.question)
        for m in _NONE.finditer(text) if counted else ():
            if _stems(m[1]) & (_stems(counted[1]) - _LITTLE):  # type: ignore[index]
                found.append(Mention(0, m.start(), m.end()))
        return found

    def _of_the_type(self, text: str, m: re.Match[str], ask: Ask) -> bool:
        before = text[max(0, m.start() - 30) : m.start()]
        asked = _stems(ask.question)
        last = re.search(r"([^\W\d_]+)\.? ?#?$", before)
        if last and folded(last[1]) in _NUMBERED and stem(last[1]) not in asked:
            return False
        if re.fullmatch(r"(19|20)\d\d", m["number"]) and _YEAR.search(before) and "year" not in asked:
            return False
        after: list[str] = []
        place = m.end()
        while (word := _AFTER.match(text, place)) and len(after) < 4:
            if folded(word[1]) in _LITTLE:
                break
            after.append(word[1])
            place = word.end()
        if not after:
            return not m["number"].isalpha() or m["number"].casefold() != "one"
        return self._counted(" ".join(after), ask, strict=False)

    @staticmethod
    def _counted(unit: str, ask: Ask, *, strict: bool) -> bool:
        """Whether what stands behind a number is what is counted."""
        if not unit:
            return True
        named = _stems(unit) - _LITTLE
        wanted = _stems(ask.format.unit or "") | (_stems(ask.question) - _LITTLE)
        if strict and not ask.format.unit and _COUNT.search(ask.question) and _NOUN.fullmatch(unit):
            return not named & _MEASURES  # a noun of the answer's own
        return bool(named & wanted) or unit.strip() == ask.format.unit

    def same(self, value: Any, reference: Any, format: Format) -> bool:
        return numerals.rounded(value, format) == numerals.rounded(reference, format)

    def sentence(self, format: Format) -> str:
        unit = f" of {format.unit}" if format.unit else ""
        digits = numerals.digits(format)
        return (
            f"one number{unit}{f', {digits},' if digits else ','} for example {numerals.example(12, format)}"
        )

    def schema(self, format: Format) -> dict[str, Any]:
        return {"type": "number"}

    def nearby(self, value: Any, format: Format) -> Iterator[tuple[str, Any]]:
        yield from numerals.near(value, format)


@lru_cache(maxsize=256)
def _stems(text: str) -> frozenset[str]:
    stems = (stem(word) for word in re.findall(r"[^\W\d_]+|[%€]", text))
    return frozenset(_SHORT.get(one, one) for one in stems)


def _value(m: re.Match[str]) -> int | float | None:
    number = numerals.decimal(m["number"])
    if number is None:
        return None
    times = (m["times"] or m.groupdict().get("k") or "").strip().casefold()
    number = number.scaleb(numerals.TIMES[times]) if times else number
    return numerals.canonical(-number if (m["sign"] or "").strip() in ("-", "minus") else number)


NUMBER = Number()
