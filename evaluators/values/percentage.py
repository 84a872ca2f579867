"""Percentages: ``45%``, ``45,5 %``, ``45 percent``; 0.45 is another number."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from tasks.formats import Format

from . import numerals
from .folding import plain
from .kind import Ask, Kind, Mention

_SIGN = r"(?:%|percent\b|per cent\b|pct\b|percentage points?\b)"
_LESS = re.compile(
    r"\b(?:dropp?|f[ae]ll|reduc|discount|decreas|lower|less|off\b|sav)", re.I
)  # "-39 %" of them is 39
_BARE = re.compile(rf"(?P<sign>[-+])?(?P<number>{numerals.NUMBER}|{numerals.WORD}\b) ?{_SIGN}?", re.I)
_IN_TEXT = re.compile(
    rf"{numerals.START}(?P<sign>(?<!\d )-)?(?P<number>{numerals.NUMBER}|\b{numerals.WORD}\b) ?{_SIGN}", re.I
)


class Percentage(Kind):
    """A share of a hundred."""

    name = "percentage"

    def parse(self, given: Any, ask: Ask) -> Any | None:
        if not isinstance(given, str):
            number = numerals.exact(given)
            return None if number is None else numerals.canonical(number)
        m = _BARE.fullmatch(plain(given).strip())
        value = _value(m) if m else None
        return abs(value) if value is not None and _LESS.search(ask.question) else value

    def find(self, text: str, ask: Ask) -> list[Mention]:
        found = [(_value(m), m) for m in _IN_TEXT.finditer(text)]
        return [Mention(value, m.start(), m.end()) for value, m in found if value is not None]

    def same(self, value: Any, reference: Any, format: Format) -> bool:
        return numerals.rounded(value, format) == numerals.rounded(reference, format)

    def sentence(self, format: Format) -> str:
        digits = numerals.digits(format)
        return (
            f"one percentage{f', {digits},' if digits else ','} for example {numerals.example(12, format)}%"
        )

    def schema(self, format: Format) -> dict[str, Any]:
        return {"type": "number", "description": "per cent"}

    def nearby(self, value: Any, format: Format) -> Iterator[tuple[str, Any]]:
        yield from numerals.near(value, format)


def _value(m: re.Match[str]) -> int | float | None:
    number = numerals.decimal(m["number"])
    return None if number is None else numerals.canonical(-number if m["sign"] == "-" else number)


PERCENTAGE = Percentage()
