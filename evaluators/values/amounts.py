"""Amounts in a unit: percentages, money, durations and distances; what they share with plain numbers.

``45,5 %`` · ``12,50 €``, ``EUR 12.5`` · ``2 h 34 min``, ``2:34 h`` · ``5200 m``. A bare number is in the unit
that is asked for; another currency is another value.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_UP, Decimal
from fractions import Fraction
from typing import Any

from sites.errors import WebariumError
from tasks.formats import Format

from . import numerals
from .folding import plain
from .kind import Ask, Kind, Mention

_ONE = rf"(?:{numerals.NUMBER}|{numerals.WORD}\b|an?\b|half an?\b)"
_BARE = re.compile(
    rf"(?P<sign>[-+])?(?P<number>{numerals.NUMBER}|{numerals.WORD})(?:e(?P<exponent>[-+]?\d{{1,2}}))?", re.I
)
_ROUNDINGS = {None: ROUND_HALF_UP, "half_up": ROUND_HALF_UP, "down": ROUND_FLOOR, "up": ROUND_CEILING}
_EXACT = 6  # digits that are compared where nothing is said of them


class Amount(Kind):
    """A number, in a unit or not."""

    def parse(self, given: Any, ask: Ask) -> Any | None:
        if isinstance(given, str):
            text = plain(given).strip()
            m = _BARE.fullmatch(text)
            return numerals.matched(m) if m else self.written(text, ask)
        number = isinstance(given, int | float | Decimal) and not isinstance(given, bool)
        return numerals.canonical(Decimal(str(given))) if number else None

    def written(self, text: str, ask: Ask) -> Any | None:
        """A whole text, more than a number, as one value."""
        raise NotImplementedError

    def noun(self, format: Format) -> str:
        """What is asked for: ``amount in euros``."""
        return self.name

    def places(self, format: Format) -> int | None:
        """Digits that are usual where the format does not say; None: as many as there are."""
        return format.decimals

    def same(self, value: Any, reference: Any, format: Format) -> bool:
        places = self.places(format)
        step = Decimal(1).scaleb(-(_EXACT if places is None else places))
        one, other = (Decimal(str(v)).quantize(step, _ROUNDINGS[format.rounding]) for v in (value, reference))
        return one == other

    def sentence(self, format: Format) -> str:
        places = self.places(format) or 0
        sample = f"{12.5 if places else 12:.{places}f}"
        return f"one {self.noun(format)},{digits(format)} for example {sample}"

    def schema(self, format: Format) -> dict[str, Any]:
        return {"type": "number", "description": self.noun(format)}

    def nearby(self, value: Any, format: Format) -> Iterator[tuple[str, Any]]:
        number = Decimal(str(value))
        step = Decimal(1).scaleb(-(self.places(format) or 0))
        near = [("last digit changed", number + step), ("last digit changed", number - step)]
        near += [("ten times", number * 10), ("sign changed", -number), ("one more", number + 1)]
        turned = re.sub(r"(\d)(?!\1)(\d)", r"\2\1", str(abs(number)), count=1)
        near.append(("digits swapped", Decimal(turned).copy_sign(number)))
        yield from ((what, numerals.canonical(other)) for what, other in near if other != number)


def digits(format: Format) -> str:
    """How many digits are asked for, in words; empty where nothing is said."""
    if format.decimals is None:
        return ""
    how = {"down": "rounded down", "up": "rounded up"}.get(format.rounding or "", "rounded")
    if format.decimals == 0:
        return f" {how} to a whole number,"
    return f" {how} to {format.decimals} decimal{'s' if format.decimals > 1 else ''},"


def _names(**units: str) -> dict[str, str]:
    return {name: unit for unit, names in units.items() for name in names.split()}


class Measure(Amount):
    """Numbers with units of one dimension, the sizes of which are known."""

    sizes: dict[str, int]
    names: dict[str, str]
    clock: re.Pattern[str] | None = None

    def __init__(self) -> None:
        unit = "|".join(sorted(map(re.escape, self.names), key=len, reverse=True))
        one = rf"(?P<number>{_ONE}) ?-?(?P<unit>{unit})(?![^\W\d_])\.?(?P<half> and a half)?"
        part = re.sub(r"\?P<\w+>", "?:", one)
        self._part = re.compile(one, re.I)
        self._all = re.compile(
            rf"{numerals.START}(?P<sign>(?<!\d )(?<!\d)-)?\b{part}(?:(?:,? and |, | )?{part})*", re.I
        )

    def written(self, text: str, ask: Ask) -> Any | None:
        if self.clock and (m := self.clock.fullmatch(text)):
            return self._clocked(m, ask)
        m = self._all.fullmatch(text.removeprefix("+"))
        return self._value(m, ask) if m else None

    def find(self, text: str, ask: Ask) -> list[Mention]:
        found = []
        if self.clock:
            pattern = re.compile(rf"(?<![\w:.,-])(?:{self.clock.pattern})(?![\w:])", re.I)
            found = [Mention(self._clocked(m, ask), m.start(), m.end()) for m in pattern.finditer(text)]
        clocked = {place for one in found for place in range(one.start, one.end)}
        for m in self._all.finditer(text):  # one side of "140 x 200 cm" is no distance
            if m.start() not in clocked and not re.search(r"\d ?[x×] ?$", text[: m.start()][-4:]):
                found.append(Mention(self._value(m, ask), m.start(), m.end()))
        return sorted((one for one in found if one.value is not None), key=lambda one: one.start)

    def _value(self, m: re.Match[str], ask: Ask) -> Any | None:
        total, last = Fraction(0), None
        for part in self._part.finditer(m[0]):
            size = self.sizes[self.names[part["unit"].casefold()]]
            if last is not None and size >= last:
                return None  # "5 min 2 h" is no one duration
            low = part["number"].casefold()
            half = low.startswith("half")
            amount = Decimal(1) if half or low in ("a", "an") else numerals.decimal(low)
            total += (Fraction(amount) / (1 + half) + Fraction(part["half"] is not None, 2)) * size
            last = size
        return self._asked(-total if m["sign"] else total, ask)

    def _clocked(self, m: re.Match[str], ask: Ask) -> Any | None:
        hours, minutes, seconds = int(m["hours"]), int(m["minutes"]), int(m["seconds"] or 0)
        return self._asked(Fraction(hours * 3600 + minutes * 60 + seconds), ask)

    def _asked(self, total: Fraction, ask: Ask) -> Any | None:
        value = total / self.sizes[self.unit(ask.format)]
        return numerals.canonical(Decimal(value.numerator) / Decimal(value.denominator))

    def unit(self, format: Format) -> str:
        """The unit that is asked for."""
        unit = self.names.get(str(format.unit or "").strip().casefold())
        if unit is None:
            raise WebariumError(
                f"'{format.unit}' is no unit of a {self.name}", remedy=f"there are {', '.join(self.sizes)}"
            )
        return unit

    def noun(self, format: Format) -> str:
        return f"{self.name} in {self.unit(format)}"

    def nearby(self, value: Any, format: Format) -> Iterator[tuple[str, Any]]:
        yield from super().nearby(value, format)
        others = {"minutes": "hours", "hours": "minutes", "days": "hours", "m": "km", "km": "m"}
        if value and (other := others.get(self.unit(format))):
            yield "another unit", f"{value} {other}"


class Percentage(Measure):
    """A share of a hundred; 0.45 is another number than 45 %."""

    name = "percentage"
    sizes = {"%": 1}
    names = dict.fromkeys(("%", "percent", "per cent", "pct", "percentage points", "percentage point"), "%")

    def unit(self, format: Format) -> str:
        return "%"


class Duration(Measure):
    """How long something takes, in the ``unit`` that is asked for."""

    name = "duration"
    sizes = {"seconds": 1, "minutes": 60, "hours": 3600, "days": 86_400, "weeks": 604_800}
    names = _names(
        seconds="s sec secs second seconds", minutes="min mins minute minutes",
        hours="h hr hrs hour hours", days="d day days", weeks="week weeks",
    )  # fmt: skip
    clock = re.compile(
        r"(?P<hours>\d{1,3}):(?P<minutes>[0-5]\d)(?::(?P<seconds>[0-5]\d)(?: ?h(?:ours?|rs?)?)?"
        r"|(?<=:\d\d) ?h(?:ours?|rs?)?\b)",
        re.I,
    )

    def written(self, text: str, ask: Ask) -> Any | None:
        # "m" is metres, but behind hours and before seconds; "2h34"
        text = re.sub(r"(\d ?h(?:rs?|ours?)?,? ?\d{1,2})(?: ?m\b| ?m(?=\d)|$)", r"\1 min ", text, flags=re.I)
        text = re.sub(r"(\d) ?m ?(?=\d{1,2} ?s)", r"\1 min ", text, flags=re.I)
        return super().written(text.strip(), ask)


class Distance(Measure):
    """How far something is, in the ``unit`` that is asked for; miles and feet are not converted."""

    name = "distance"
    sizes = {"cm": 1, "m": 100, "km": 100_000}
    names = _names(
        cm="cm centimetres centimeters", m="m metre metres meter meters",
        km="km kms kilometre kilometres kilometer kilometers",
    )  # fmt: skip


# Each currency's name, and the marks that stand for it.
CURRENCIES: dict[str, tuple[str, ...]] = {
    "EUR": ("euros", "€", "euro", "eur"), "USD": ("US dollars", "us$", "$", "dollar", "dollars", "usd"),
    "GBP": ("pounds", "£", "pound", "gbp"), "CHF": ("Swiss francs", "chf", "francs", "fr."),
    "JPY": ("yen", "¥", "jpy"), "PLN": ("zloty", "zł", "pln"), "SEK": ("Swedish kronor", "sek", "kr"),
    "DKK": ("Danish kroner", "dkk"), "NOK": ("Norwegian kroner", "nok"), "CZK": ("Czech koruna", "kč", "czk"),
    "CAD": ("Canadian dollars", "ca$", "c$", "cad"), "AUD": ("Australian dollars", "a$", "aud"),
    "NZD": ("New Zealand dollars", "nz$", "nzd"), "INR": ("rupees", "₹", "inr"), "CNY": ("yuan", "cny"),
    "HUF": ("forints", "huf"),
}  # fmt: skip
_CODES = {mark.casefold(): code for code, marks in CURRENCIES.items() for mark in marks}
_MARK = "|".join(
    (r"(?<![^\W\d_])" if mark[0].isalpha() else "")
    + re.escape(mark)
    + (r"(?![^\W_])" if mark[-1].isalpha() else "")
    for mark in sorted(_CODES, key=len, reverse=True)
)
_MONEY = re.compile(
    rf"(?P<sign1>(?<![\w.,\d])-)?(?:(?P<before>{_MARK}) ?)?(?P<sign2>(?<=[^\w.,])-|^-)?"
    rf"(?<![\w.,·٫․。±])(?P<number>{numerals.NUMBER})(?P<times> ?(?:thousand|million|billion|k)\b)?"
    rf"(?:,-)?(?: ?(?P<after>{_MARK})(?! ?\d))?",
    re.I,
)
_OTHER = re.compile(r" ?[%°]|[^\W\d_]")


class Currency(Amount):
    """Money in the currency that ``unit`` names."""

    name = "currency"

    def written(self, text: str, ask: Ask) -> Any | None:
        text = re.sub(r"^- ", "-", text).removeprefix("+")
        m = _MONEY.fullmatch(text)
        return numerals.matched(m) if m and _marks(m) <= {_code(ask.format)} else None

    def find(self, text: str, ask: Ask) -> list[Mention]:
        """Amounts with a mark, and without one what is written with digits for the cents."""
        marked, others = [], []
        for m in _MONEY.finditer(text):
            value, marks = numerals.matched(m), _marks(m)
            mention = Mention(value, m.start(), m.end())
            cents = re.search(r"\d[.,]\d\d?$", m["number"])
            if value is not None and marks == {_code(ask.format)}:
                marked.append(mention)
            elif value is not None and cents and not marks and not _OTHER.match(text, m.end()):
                others.append(mention)
        return marked or others

    def noun(self, format: Format) -> str:
        return f"amount in {CURRENCIES[_code(format)][0]}"

    def places(self, format: Format) -> int:
        return 2 if format.decimals is None else format.decimals

    def nearby(self, value: Any, format: Format) -> Iterator[tuple[str, Any]]:
        yield from super().nearby(value, format)
        yield "another currency", f"{'$' if _code(format) != 'USD' else '€'}{value}"


def _code(format: Format) -> str:
    code = str(format.unit or "").strip()
    code = code.upper() if code.upper() in CURRENCIES else _CODES.get(code.casefold(), "")
    if not code:
        raise WebariumError(
            f"'{format.unit}' is no currency that is read", remedy=f"there are {', '.join(CURRENCIES)}"
        )
    return code


def _marks(m: re.Match[str]) -> set[str]:
    return {_CODES[mark.casefold()] for mark in (m["before"], m["after"]) if mark}
