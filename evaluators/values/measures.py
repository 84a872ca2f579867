"""Durations and distances, in the unit that is asked for: ``2 h 34 min``, ``154 minutes``, ``5.2 km``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from typing import Any

from sites.errors import WebariumError
from tasks.formats import Format

from . import numerals
from .folding import plain
from .kind import Ask, Kind, Mention

_ONE = rf"(?:{numerals.NUMBER}|{numerals.WORD}\b|an?\b|half an?\b)"


class Measure(Kind):
    """Numbers with units of one dimension."""

    units: dict[str, int]
    names: dict[str, str]
    clock: re.Pattern[str] | None = None

    def __init__(self) -> None:
        unit = "|".join(sorted(self.names, key=len, reverse=True))
        part = rf"(?:{_ONE}) ?-?(?:{unit})(?![^\W\d_])\.?(?: and a half)?"
        self._part = re.compile(
            rf"(?P<number>{_ONE}) ?-?(?P<unit>{unit})(?![^\W\d_])\.?(?P<half> and a half)?", re.I
        )
        self._all = re.compile(
            rf"{numerals.START}(?P<sign>(?<!\d )(?<!\d)-)?\b(?:{part})(?:(?:,? and |, | )?(?:{part}))*", re.I
        )

    def parse(self, given: Any, ask: Ask) -> Any | None:
        if not isinstance(given, str):
            number = numerals.exact(given)
            return None if number is None else numerals.canonical(number)
        text = plain(given).strip()
        if bare := re.fullmatch(rf"([-+])?({numerals.NUMBER}|{numerals.WORD})", text, re.I):
            value = numerals.decimal(bare[2])
            return None if value is None else numerals.canonical(-value if bare[1] == "-" else value)
        if self.clock and (m := self.clock.fullmatch(text)):
            return self._clocked(m, ask)
        m = self._all.fullmatch(text.removeprefix("+"))
        return self._value(m, ask) if m else None

    def find(self, text: str, ask: Ask) -> list[Mention]:
        found = []
        if self.clock:
            pattern = re.compile(rf"(?<![\w:.,-])(?:{self.clock.pattern})(?![\w:])", re.I)
            found = [Mention(self._clocked(m, ask), m.start(), m.end()) for m in pattern.finditer(text)]
        taken = list(found)
        for m in self._all.finditer(text):  # one side of "140 x 200 cm" is no distance
            side = re.search(r"\d ?[x×] ?$", text[max(0, m.start() - 4) : m.start()])
            if not side and not any(one.start <= m.start() < one.end for one in taken):
                found.append(Mention(self._value(m, ask), m.start(), m.end()))
        return sorted((one for one in found if one.value is not None), key=lambda one: one.start)

    def _value(self, m: re.Match[str], ask: Ask) -> Any | None:
        total, last = Fraction(0), None
        for part in self._part.finditer(m[0]):
            size = self.units[self.names[re.sub(r"\s+", " ", part["unit"].casefold())]]
            if last is not None and size >= last:
                return None  # "5 min 2 h" is no one duration
            low = part["number"].casefold()
            half = low.startswith("half")
            amount = Decimal(1) if low in ("a", "an") or half else numerals.decimal(part["number"])
            if amount is None:
                return None
            one = Fraction(amount) / (2 if half else 1) + (Fraction(1, 2) if part["half"] else 0)
            total, last = total + one * size, size
        return self._asked(-total if m["sign"] else total, ask)

    def _clocked(self, m: re.Match[str], ask: Ask) -> Any | None:
        hours, minutes, seconds = m["hours"], int(m["minutes"]), int(m["seconds"] or 0)
        return self._asked(Fraction(int(hours) * 3600 + minutes * 60 + seconds), ask)

    def _asked(self, total: Fraction, ask: Ask) -> Any | None:
        value = total / self.units[self._unit(ask.format)]
        number = Decimal(value.numerator) / Decimal(value.denominator)
        return numerals.canonical(number) if abs(number) < numerals.LARGEST else None

    def same(self, value: Any, reference: Any, format: Format) -> bool:
        return numerals.rounded(value, format, 6) == numerals.rounded(reference, format, 6)

    def _unit(self, format: Format) -> str:
        unit = self.names.get(str(format.unit or "").strip().casefold())
        if unit is None:
            raise WebariumError(
                f"'{format.unit}' is no unit of a {self.name}", remedy=f"there are {', '.join(self.units)}"
            )
        return unit

    def named(self, text: str) -> list[str]:
        """The units that a text gives amounts in, in its order."""
        return [self.names[m["unit"].casefold()] for m in self._part.finditer(text)]

    def sentence(self, format: Format) -> str:
        digits = numerals.digits(format)
        sample = numerals.example(12, format)
        unit = self._unit(format)
        return f"one {self.name} in {unit}{f', {digits},' if digits else ','} for example {sample}"

    def schema(self, format: Format) -> dict[str, Any]:
        return {"type": "number", "description": self._unit(format)}

    def nearby(self, value: Any, format: Format) -> Iterator[tuple[str, Any]]:
        yield from numerals.near(value, format)
        others = {"minutes": "hours", "hours": "minutes", "days": "hours", "m": "km", "km": "m"}
        if value and (other := others.get(self._unit(format))):
            yield "another unit", f"{value} {other}"


class Duration(Measure):
    """How long something takes, in the ``unit`` that is asked for."""

    name = "duration"
    units = {"seconds": 1, "minutes": 60, "hours": 3600, "days": 86_400, "weeks": 604_800}
    names = {
        **dict.fromkeys(("s", "sec", "secs", "second", "seconds"), "seconds"),
        **dict.fromkeys(("min", "mins", "minute", "minutes"), "minutes"),
        **dict.fromkeys(("h", "hr", "hrs", "hour", "hours"), "hours"),
        **dict.fromkeys(("d", "day", "days"), "days"),
        **dict.fromkeys(("week", "weeks"), "weeks"),
    }
    clock = re.compile(
        r"(?P<hours>\d{1,3}):(?P<minutes>[0-5]\d)(?::(?P<seconds>[0-5]\d)(?: ?h(?:ours?|rs?)?)?"
        r"|(?<=:\d\d) ?h(?:ours?|rs?)?\b)",
        re.I,
    )

    def parse(self, given: Any, ask: Ask) -> Any | None:
        if isinstance(given, str) and (m := re.fullmatch(r"(\d{1,3}) ?h ?([0-5]\d)", given.strip(), re.I)):
            given = f"{m[1]} h {m[2]} min"
        if isinstance(given, str):  # "m" is metres, but behind hours
            given = re.sub(r"(\d ?h(?:rs?|ours?)?,? ?\d{1,2}) ?m\b", r"\1 min", given, flags=re.I)
            given = re.sub(r"(\d) ?m ?(?=\d{1,2} ?s)", r"\1 min ", given, flags=re.I)
            given = (
                re.sub(r"^PT(?=\d)|(?<=\d[HM])(?=\d)", "", given).replace("M", "min")
                if given[:2] == "PT"
                else given
            )
        return super().parse(given, ask)


class Distance(Measure):
    """How far something is, in the ``unit`` that is asked for; miles and feet are not converted."""

    name = "distance"
    units = {"cm": 1, "m": 100, "km": 100_000}
    names = {
        **dict.fromkeys(("cm", "centimetres", "centimeters"), "cm"),
        **dict.fromkeys(("m", "metre", "metres", "meter", "meters"), "m"),
        **dict.fromkeys(("km", "kilometre", "kilometres", "kilometer", "kilometers", "kms"), "km"),
    }


DURATION, DISTANCE = Duration(), Distance()
