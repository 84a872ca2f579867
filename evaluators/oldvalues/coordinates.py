"""Geographical coordinates."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from typing import ClassVar

from .base import NO_SETTING, Mention, Setting, Value

_DEGREES = r"[-+]?\d{1,3}(?:\.\d+)?\s?°?"
_PAIR = re.compile(
    r"(?<![\w.,-])(?:lat(?:itude)?\.?\s*(?:is|of)?\s*[:=]?\s*)?"
    r"(?P<a>[-+]?\d{1,3}\.\d{2,})(?:\s?°)?(?:\s?(?P<ah>[NS])\b)?(?!\w)"
    r"\s*(?:[,;/&]|and|\s)\s*\(?(?:and\s+)?(?:(?:its\s+)?l(?:on(?:g(?:itude)?)?|ng)\.?\s*(?:is|of)?\s*[:=]?\s*)?"
    r"(?P<b>[-+]?\d{1,3}\.\d{2,})\s?°?\s?(?P<bh>[EW])?(?![\w])(?!\.\d)",
    re.I,
)
_NS_FIRST = re.compile(
    r"(?<!\w)(?P<ah>[NS])\s?(?P<a>\d{1,2}\.\d{2,})\s?°?\s*,?\s*(?P<bh>[EW])\s?(?P<b>\d{1,3}\.\d{2,})(?!\w)",
    re.I,
)
_REVERSED = re.compile(
    r"\bl(?:on(?:g(?:itude)?)?|ng)\.?\s*(?:is|of)?\s*[:=]?\s*(?P<b>[-+]?\d{1,3}\.\d{2,})\s?°?\s?(?P<bh>[EW])?\s*(?:[,;/&]|and|\s)\s*(?:and\s+)?"
    r"lat(?:itude)?\.?\s*(?:is|of)?\s*[:=]?\s*(?P<a>[-+]?\d{1,3}\.\d{2,})\s?°?\s?(?P<ah>[NS])?(?!\w)",
    re.I,
)
_SEXAGESIMAL = re.compile(
    r"(?<![\w.])(\d{1,2})\s?°\s?(\d{1,2})\s?'\s?(?:(\d{1,2}(?:\.\d+)?)\s?(?:\"|''))?\s?([NS])\s*[,;/]?\s*"
    r"(\d{1,3})\s?°\s?(\d{1,2})\s?'\s?(?:(\d{1,2}(?:\.\d+)?)\s?(?:\"|''))?\s?([EW])(?!\w)",
    re.I,
)


@dataclass(frozen=True)
class Coordinates(Value):
    """Latitude and longitude in degrees; compared at the precision of the coarser one, at least four
    decimals (11 m) unless the reference itself has fewer.

    Examples:
        ``53.5575, 13.2610`` is ``53.5575° N, 13.2610° E``
        ``53.5575, 13.2610`` is ``latitude 53.55751 and longitude 13.26102``
        ``53°33'27"N 13°15'39.6"E`` is ``53.5575, 13.2610``
        ``53.5575, 13.2610`` is not ``13.2610, 53.5575``
    """

    kind: ClassVar[str] = "coordinates"
    latitude: Decimal
    longitude: Decimal

    @classmethod
    def find(cls, text: str, setting: Setting = NO_SETTING) -> list[Mention[Coordinates]]:
        """All pairs, decimal or in degrees, minutes and seconds."""
        if not re.search(r"\d\.\d\d|°", text):
            return []
        found: list[Mention[Coordinates]] = []
        for m in _SEXAGESIMAL.finditer(text):
            lat = _from_sexagesimal(m[1], m[2], m[3], m[4])
            lon = _from_sexagesimal(m[5], m[6], m[7], m[8])
            cls._add(found, lat, lon, m)
        for pattern in (_REVERSED, _NS_FIRST, _PAIR):
            for m in pattern.finditer(text):
                if any(m.start() < x.end and x.start < m.end() for x in found):
                    continue
                lat = _signed(m["a"], m["ah"])
                lon = _signed(m["b"], m["bh"])
                cls._add(found, lat, lon, m)
        return sorted(found, key=lambda x: x.start)

    @classmethod
    def _add(cls, found: list[Mention[Coordinates]], lat: Decimal, lon: Decimal, m: re.Match[str]) -> None:
        if abs(lat) <= 90 and abs(lon) <= 180:
            found.append(Mention(cls(lat, lon), m.start(), m.end()))

    def same(self, other: Coordinates) -> bool:
        """Equal within half a unit of the coarser precision."""
        return _close(self.latitude, other.latitude) and _close(self.longitude, other.longitude)

    def __str__(self) -> str:
        return f"{self.latitude}, {self.longitude}"


def _signed(text: str, hemisphere: str | None) -> Decimal:
    number = Decimal(text)
    return -number if hemisphere and hemisphere.upper() in "SW" else number


def _from_sexagesimal(degrees: str, minutes: str, seconds: str | None, hemisphere: str) -> Decimal:
    number = Decimal(degrees) + Decimal(minutes) / 60 + Decimal(seconds or 0) / 3600
    return round(-number if hemisphere.upper() in "SW" else number, 4)


def _close(a: Decimal, b: Decimal) -> bool:
    places = [-int(x.as_tuple().exponent) for x in (a, b)]
    coarse = min(places)
    if coarse < 4 and max(places) > coarse:
        # A coarser writing is only the same where nothing but zeros was left out.
        return a == b
    return abs(a - b) <= Decimal(1).scaleb(-coarse) * Decimal("0.5000001")
