"""Distances and lengths."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from decimal import Decimal
from typing import ClassVar

from . import numerals
from .base import NO_SETTING, Mention, Setting, Value
from .units import factor

_UNITS = {
    "meter": r"m|meters?|metres?",
    "kilometer": r"km|kms|kilometers?|kilometres?",
    "centimeter": r"cm|centimeters?|centimetres?",
    "millimeter": r"mm|millimeters?|millimetres?",
    "mile": r"mi|miles?",
    "yard": r"yd|yds|yards?",
    "foot": r"ft|foot|feet",
    "inch": r"in(?=[.,;)]|$)|inch|inches",
}
_UNIT = "|".join(f"(?P<{name}>{pattern})" for name, pattern in _UNITS.items())
_DISTANCE = re.compile(
    rf"(?:{numerals.LEFT}(?P<number>{numerals.DIGITS})\s?-?|(?<![\w-])(?P<words>half an?|an?"
    rf"|{numerals.WORDS}(?: and a half)?)\s)"
    rf"\s?(?:{_UNIT})(?!\w)(?!\s?/\s?h)(?!\^?[23²³])",
    re.I,
)
# "200 x 140 cm": the unit of the last side is that of all.
_SIDE = re.compile(
    rf"{numerals.LEFT}(?P<number>{numerals.DIGITS})"
    rf"(?= x (?:\d+(?:[.,]\d+)? x )*{numerals.DIGITS}\s?(?:{_UNIT})(?!\w))",
    re.I,
)
_METRIC = {"meter", "kilometer", "centimeter", "millimeter"}


@dataclass(frozen=True)
class Distance(Value):
    """A length, in metres inside.

    Examples:
        ``1.2 km`` is ``1200 m`` and ``1,200 metres``
        ``5 km`` is ``5 kilometers`` and ``five km``
        ``5 km`` is ``3.107 miles`` (between systems within 0.1 percent)
        ``5 km`` is not ``5 miles``, ``5 m`` or ``3 miles``
    """

    kind: ClassVar[str] = "distance"
    meters: Decimal
    metric: bool = True
    slack: Decimal = field(default=Decimal(0), compare=False)

    @classmethod
    def find(cls, text: str, setting: Setting = NO_SETTING) -> list[Mention[Distance]]:
        """All numbers with a unit of length; "5 feet 3 inches" is one."""
        found: list[Mention[Distance]] = []
        for m in sorted([*_SIDE.finditer(text), *_DISTANCE.finditer(text)], key=lambda m: m.start()):
            unit = next(name for name in _UNITS if m[name])
            if unit == "inch" and m[unit].lower() == "in" and not m["number"]:
                continue
            meters = _count(m) * factor(unit, "meter")
            value = cls(meters.normalize(), unit in _METRIC, _precision(m["number"]) * factor(unit, "meter"))
            last = found[-1] if found else None
            gap = text[last.end : m.start()] if last else ""
            if (
                last
                and re.fullmatch(r",?\s*(?:and\s+)?", gap)
                and meters < last.value.meters
                and _goes_on(last, unit, text, found)
            ):
                found[-1] = Mention(
                    cls((last.value.meters + meters).normalize(), value.metric), last.start, m.end()
                )
            else:
                found.append(Mention(value, m.start(), m.end()))
        return found

    def same(self, other: Distance) -> bool:
        """Equal lengths; between metric and imperial within 0.1 percent, for the rounding."""
        if self.metric == other.metric:
            return abs(self.meters - other.meters) <= abs(self.meters) * Decimal("1e-9")
        return abs(self.meters - other.meters) <= max(abs(self.meters), abs(other.meters)) / 1000

    def echoed_by(self, other: Distance) -> bool:
        """5.2 km is repeated by "3.2 miles"."""
        return self.same(other) or (
            self.metric != other.metric and abs(self.meters - other.meters) <= other.slack
        )

    def __str__(self) -> str:
        return f"{numerals.plain(self.meters)} m"


def _goes_on(last: Mention[Distance], unit: str, text: str, found: list[Mention[Distance]]) -> bool:
    before = re.sub(r"[\d\W]", "", text[last.start : last.end]).lower()
    pairs = {
        ("km", "meter"),
        ("kilometers", "meter"),
        ("kilometres", "meter"),
        ("ft", "inch"),
        ("feet", "inch"),
        ("foot", "inch"),
        ("m", "centimeter"),
    }
    return (before, unit) in pairs


def _precision(number: str | None) -> Decimal:
    """Half a unit of the last place."""
    places = len(re.split(r"[.,]", number)[-1]) if number and re.search(r"[.,]\d{1,2}$", number) else 0
    return Decimal("0.5").scaleb(-places)


def _count(m: re.Match[str]) -> Decimal:
    if m["number"]:
        return numerals.from_digits(m["number"])
    low = m["words"].lower()
    if low.startswith("half"):
        return Decimal("0.5")
    half = low.endswith(" and a half")
    low = low.removesuffix(" and a half")
    return (Decimal(1) if low in ("a", "an") else numerals.from_words(low)) + (Decimal("0.5") if half else 0)
