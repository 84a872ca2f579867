# ruff: noqa: E501 - a line is a group of abbreviations
"""Postal addresses."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from . import scan
from .base import NO_SETTING, MatchResult, Mention, Setting, Value
from .claims import is_page
from .statement import Stance, Statement
from .surface import blank, fold, fold_german, tokens

_SHORT = {
    "st": "street", "str": "strasse", "ave": "avenue", "av": "avenue", "rd": "road", "blvd": "boulevard", "dr": "drive",
    "ln": "lane", "ct": "court", "sq": "square", "pl": "platz", "apt": "apartment", "hwy": "highway", "pkwy": "parkway",
    "n": "north", "s": "south", "e": "east", "w": "west", "nr": "", "no": "", "usa": "", "us": "", "germany": "", "deutschland": "",
    "uk": "", "united": "", "kingdom": "", "states": "", "de": "", "d": "", "bldg": "building", "fl": "floor", "ste": "suite",
    "pa": "pennsylvania", "ny": "newyork",
}  # fmt: skip
_OPTIONAL = frozenset(
    {"", "and", "of", "the", "in", "at", "mecklenburg", "vorpommern", "western", "pomerania"}
)
_NUMBERED = re.compile(r"\d{1,4}\s?[a-z]?\b|\d{5}", re.I)


def _normal(word: str) -> str:
    low = fold_german(word).rstrip(".")
    if low in _SHORT:
        return _SHORT[low]
    return re.sub(r"str$", "strasse", low) if len(low) > 5 else low


@dataclass(frozen=True)
class Address(Value):
    """A postal address: every part but the country must be there, in any usual order.

    Examples:
        ``Marktplatz 1, 17033 Neubrandenburg`` is ``Marktplatz 1, 17033 Neubrandenburg, Germany``
        ``Lange Straße 12a`` is ``Lange Str. 12 A``
        ``12 Main Street`` is ``12 Main St.``
        ``Marktplatz 1`` is not ``Marktplatz 11``, nor is an address without its postcode one that has it
    """

    kind: ClassVar[str] = "address"
    text: str

    @classmethod
    def find(cls, text: str, setting: Setting = NO_SETTING) -> list[Mention[Address]]:
        """The whole text: addresses have no shape of their own."""
        value = cls.parse(text)
        return [Mention(value, 0, len(text))] if value else []

    @classmethod
    def parse(cls, text: str, setting: Setting = NO_SETTING) -> Address | None:
        """At least one word and one number."""
        return (
            cls(" ".join(text.split())) if re.search(r"\d", text) and re.search(r"[^\W\d]{2}", text) else None
        )

    @cached_property
    def parts(self) -> tuple[str, ...]:
        """The words and numbers that must be there, folded, abbreviations written out."""
        return tuple(p for p in _parts(self.text) if p not in _OPTIONAL)

    def same(self, other: Address) -> bool:
        """The same parts, whatever their order."""
        return sorted(self.parts) == sorted(other.parts)

    def __str__(self) -> str:
        return self.text


def _parts(text: str) -> list[str]:
    joined = re.sub(r"(?<![\w])(\d{1,4}) ([a-f])\b(?!\.)", r"\1\2", text, flags=re.I)
    joined = re.sub(
        r"\b(\w+)(?:-|\s)(stra(?:ss|ß)e|str\b\.?|platz|weg|allee|ring|gasse)", r"\1\2", joined, flags=re.I
    )
    joined = re.sub(r"(?<=\d)(?:st|nd|rd|th)\b", "", joined)
    joined = re.sub(r"(\w)str\b\.?", r"\1strasse", joined, flags=re.I)
    return [n for t in tokens(joined) for n in (_normal(t.text),) if n]


def judge_address(value: Address, statement: Statement, setting: Setting) -> MatchResult:
    """Every part is claimed close together, and no other house number or postcode is."""
    expected = str(value)
    text = statement.text
    if is_page(statement):
        return MatchResult(0.0, "the answer is a whole page", expected=expected)
    said = _parts(_without_details(_of_the_role(statement)))
    missing = [p for p in value.parts if p not in said and not _glued(p, said)]
    if missing:
        return MatchResult(0.0, f"the answer lacks {', '.join(missing)}", expected=expected)
    asked = set(_parts(statement.intent))
    first_word = next(
        (t for t in tokens(text) if _normal(t.text) == value.parts[0] or fold(t.text) in value.parts[0]), None
    )
    if first_word:
        stance = statement.stance(first_word.start, first_word.end, quantity=False, later=True)
        if stance is not Stance.CLAIMED:
            return MatchResult(0.0, f"the address is {stance.value} in the answer", expected=expected)
    postcode = any(re.fullmatch(r"\d{5}", p) for p in value.parts)
    numbers = [p for p in said if p[0].isdigit() and p not in value.parts and p not in asked]
    numbers = [p for p in numbers if postcode or not re.fullmatch(r"\d{5}", p)]
    if numbers:
        return MatchResult(
            0.0,
            f"the answer gives {', '.join(numbers)} besides the address",
            expected=expected,
            found=text[:120],
        )
    extra = [
        p
        for p in said
        if re.search(r"(?:strasse|platz|allee|gasse|street|avenue|road)$", p)
        and p not in value.parts
        and p not in asked
        and p != "street"
    ]
    if extra:
        return MatchResult(
            0.0,
            f"the answer names {', '.join(extra)} besides the address",
            expected=expected,
            found=text[:120],
        )
    if not _near(value.parts, said):
        return MatchResult(
            0.0, "the parts of the address stand far apart in the answer", expected=expected, found=text[:120]
        )
    if any(p[0].isdigit() for p in value.parts) and _disordered(value.parts, said):
        return MatchResult(
            0.0, "the numbers of the address are exchanged", expected=expected, found=text[:120]
        )
    return MatchResult(1.0, "the address is the one claim", expected=expected, found=expected)


_ROLES = (
    re.compile(r"\b(?:billing|bill(?:ed)? to|invoice)\b", re.I),
    re.compile(r"\b(?:shipping|shipped|ship to|deliver\w*|sent to)\b", re.I),
    re.compile(r"\b(?:pick-?up|collect\w*)\b", re.I),
    re.compile(r"\b(?:old|former|previous)\b", re.I),
)


def _of_the_role(statement: Statement) -> str:
    """The text without clauses about an address in another role than the question's, when one has that role."""
    asked = [role for role in _ROLES if role.search(statement.intent)]
    if len(asked) != 1:
        return statement.text
    pieces = re.split(r"(;|\n|\bbut\b|\bwhile\b|\bwhereas\b|(?<=\w\w\w)\.\s)", statement.text)
    if not any(asked[0].search(p) for p in pieces):
        return statement.text
    return " ".join(p for p in pieces if asked[0].search(p) or not any(role.search(p) for role in _ROLES))


_FAR = re.compile(r"\s*(?:away\b|from\b|to\b|on foot\b|walk\b|by\b|\))|$", re.I)


def _without_details(text: str) -> str:
    """The answer without opening hours, telephone numbers, dates, prices, links and how far it is."""
    spans = [
        (m.start, m.end)
        for kind, m in scan.everything(text)
        if kind in ("time", "date", "phone", "currency", "url", "email", "coordinates")
        or (kind in ("distance", "duration") and _FAR.match(text[m.end :]))
    ]
    spans += [
        m.span() for m in re.finditer(r"(?<![\w.,])(?:\d{1,3}(?= [a-z]{4,}s\b)|\d[.,]\d(?![\w.,]))", text)
    ]
    return blank(text, spans).replace("▒", " ")


def _glued(part: str, said: list[str]) -> bool:
    """ "Lange Strasse" and "Langestrasse" are the same street."""
    joined = "|".join(said)
    return not part[0].isdigit() and len(part) > 5 and part in joined.replace("|", "") and part not in joined


def _near(parts: tuple[str, ...], said: list[str]) -> bool:
    places = [said.index(p) for p in parts if p in said]
    return not places or max(places) - min(places) <= len(parts) + 12


def _disordered(parts: tuple[str, ...], said: list[str]) -> bool:
    """Two numbers of four digits or fewer that stand at each other's word."""
    numbers = [p for p in parts if p.isdigit() and len(p) < 5]
    return (
        len(numbers) > 1
        and [p for p in said if p in numbers][: len(numbers)] != numbers
        and len(set(numbers)) > 1
    )
