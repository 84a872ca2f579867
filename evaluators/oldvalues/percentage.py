"""Percentages."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from typing import ClassVar

from . import numerals
from .base import NO_SETTING, Mention, Setting, Value

_PERCENT = re.compile(
    rf"(?:(?P<sign>(?<![\w)])[-+]|\bminus\s+)|{numerals.LEFT})(?P<number>{numerals.DIGITS}"
    rf"|{numerals.WORDS}(?P<half> and a half)?)\s*-?\s*"
    r"(?P<unit>%|per\s?cent\b|percent\b|pct\b\.?)(?!\s*(?:age\s+)?points?)(?!\w)",
    re.I,
)
_HALF = re.compile(r"\bhalf of (?:the|all|them)\b", re.I)

_FELL = re.compile(
    r"\b(?:drop|fall|fell|decreas|declin|reduc|shr[aiu]nk|discount|cheaper|lower|less|cut|off\b|sink|sank|lost|lose)",
    re.I,
)


@dataclass(frozen=True)
class Percentage(Value):
    """A share in percent.

    Examples:
        ``45%`` is ``45 percent``, ``45 per cent`` and ``45.0 %``
        ``12.5%`` is ``12,5 %``
        ``5%`` is ``five percent``
        ``45%`` is not ``0.45``, ``4.5%`` or ``45 percentage points``
    """

    kind: ClassVar[str] = "percentage"
    number: Decimal

    @classmethod
    def find(cls, text: str, setting: Setting = NO_SETTING) -> list[Mention[Percentage]]:
        """All numbers with a percent sign or word."""
        if "%" not in text and "per" not in text.lower() and "pct" not in text.lower():
            return []
        found = []
        for m in _PERCENT.finditer(text):
            amount = numerals.read(m["number"].removesuffix(m["half"] or ""))
            amount += Decimal("0.5") if m["half"] else 0
            found.append(
                Mention(cls(-amount if m["sign"] and "+" not in m["sign"] else amount), m.start(), m.end())
            )
        return found

    def same(self, other: Percentage) -> bool:
        """Equal amounts."""
        return self.number == other.number

    def written_as(self, other: Percentage, setting: Setting) -> bool:
        """As ``same``; asked by how much something fell, -5% is 5%."""
        fell = other.number < 0 < self.number and bool(_FELL.search(setting.intent))
        return self.number == (-other.number if fell else other.number)

    def __str__(self) -> str:
        return f"{numerals.plain(self.number)}%"
