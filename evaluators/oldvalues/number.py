"""Plain numbers: counts, ratings, sizes."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from typing import ClassVar

from . import numerals
from .base import NO_SETTING, Mention, Setting, Value

_FACTORS = {
    "k": 1000,
    "thousand": 1000,
    "m": 1_000_000,
    "mn": 1_000_000,
    "million": 1_000_000,
    "bn": 10**9,
    "billion": 10**9,
}
_NUMBER = re.compile(
    rf"(?:(?P<sign>(?<![\w)])[-+]|\bminus\s+|\bnegative\s+)|{numerals.LEFT})(?P<digits>{numerals.DIGITS})"
    r"(?:(?P<ordinal>st|nd|rd|th)\b|\s?(?P<factor>k|m|mn|bn|thousand|million|billion)\b|(?=\s?x\b)"
    r"|(?=[a-z]?%)|(?!\w))(?![.,]?\d)(?!-?\d)",
    re.I,
)
_WORDS = re.compile(
    rf"(?<![\w-])(?:(?P<sign>minus |negative ))?(?P<words>{numerals.WORDS})(?![\w-]|'s)", re.I
)
_RANGE = re.compile(rf"{numerals.LEFT}(\d+(?:[.,]\d+)*)\s?-\s?(\d+(?:[.,]\d+)*)(?![\w-])")
_ORDINAL = re.compile(rf"(?<![\w-])(?:{numerals.ORDINAL_WORDS})\b", re.I)
_NOTHING = re.compile(
    r"(?<!\w)(?:none|zero|nil|nought|there (?:is|are|were|was) no\b(?! longer)|there (?:isn't|aren't"
    r"|weren't|wasn't) (?:any|a)|"
    r"not (?:a single|any|one)|no (?!(?:longer|doubt|wait|more|fewer|less|later|problem|one)\b)[a-z]+(?= "
    r"|[.!]|$))",
    re.I,
)
_ONE = re.compile(r"\b(?:a single|only an?|once|exactly an?|just an?)\b", re.I)
_TWICE = re.compile(r"\b(?:twice|thrice)\b", re.I)


@dataclass(frozen=True)
class Number(Value):
    """A number without a unit.

    Examples:
        ``1234.5`` is ``1,234.50``, ``1.234,50`` and ``1 234.5``
        ``3`` is ``three``, ``3.0`` and ``3rd``; ``0`` is ``none``
        ``170`` is not in ``1705``, ``12.5`` not in ``112.50``
        ``5`` is not ``5%``, ``$5`` or ``5 km``
    """

    kind: ClassVar[str] = "number"
    number: Decimal

    @classmethod
    def find(cls, text: str, setting: Setting = NO_SETTING) -> list[Mention[Number]]:
        """All numbers in digits and words; ordinals, "one" and "no ..." are weak mentions."""
        found: list[Mention[Number]] = []
        for m in _NUMBER.finditer(text):
            amount = numerals.from_digits(m["digits"])
            if m["factor"]:
                amount *= _FACTORS[m["factor"].lower()]
            if m["sign"] and "+" not in m["sign"]:
                amount = -amount
            found.append(Mention(cls(amount), m.start(), m.end(), weak=bool(m["ordinal"])))
        for m in _RANGE.finditer(text):
            if any(x.start < m.end() and m.start() < x.end for x in found):
                continue
            found += [Mention(cls(numerals.from_digits(m[n])), m.start(n), m.end(n)) for n in (1, 2)]
        for m in _WORDS.finditer(text):
            amount = numerals.from_words(m["words"])
            alone = m[0].lower() == "one"
            if m["sign"]:
                amount = -amount
            found.append(Mention(cls(amount), m.start(), m.end(), weak=alone))
        for pattern, fixed in ((_ORDINAL, None), (_NOTHING, 0), (_ONE, 1), (_TWICE, 2)):
            for m in pattern.finditer(text):
                value = Decimal(numerals.from_ordinal(m[0]) if fixed is None else fixed)
                if m[0].lower() == "thrice":
                    value = Decimal(3)
                if not any(m.start() < x.end and x.start < m.end() for x in found):
                    found.append(Mention(cls(value), m.start(), m.end(), weak=True))
        return sorted(found, key=lambda x: x.start)

    def same(self, other: Number) -> bool:
        """Equal amounts."""
        return self.number == other.number

    def __str__(self) -> str:
        return numerals.plain(self.number)
