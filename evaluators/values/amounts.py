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

from .cues import LITTLE
from .folding import plain
from .kind import Ask, Kind, Mention

# 1,234.50 · 1.234,50 · 1 234 · 12.5 · 12,5; the sign stands apart, for it may be a dash.
NUMBER = (
    r"(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d{1,3}(?:\.\d{3})+,\d+|\d{1,3}(?:\.\d{3}){2,}"
    r"|(?<!\d )\d{1,3}(?: \d{3})+(?:[.,]\d+)?|\d{1,3}(?:'\d{3})+(?:\.\d+)?|\d+(?:[.,]\d+)?)(?![.,·٫․。]?\d)"
)
START = r"(?<![\w.,·٫․。±])(?<![\w.,/:#]-)"
_SMALL = re.findall(r"\w+", """zero one two three four five six seven eight nine ten eleven twelve thirteen
    fourteen fifteen sixteen seventeen eighteen nineteen""")  # fmt: skip
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_WORDS = {"a hundred": 100, "one hundred": 100, "hundred": 100}
_WORDS |= {word: number for number, word in enumerate(_SMALL)}
_WORDS |= {ten: 20 + 10 * number for number, ten in enumerate(_TENS)}
_WORDS |= {f"{ten}{mark}{_SMALL[n]}": _WORDS[ten] + n for ten in _TENS for n in range(1, 10) for mark in "- "}
WORD = rf"(?:{'|'.join(sorted(_WORDS, key=len, reverse=True))})"
SIGN = r"(?:(?<!\d )(?<!\d)(?:-|\b(?:minus|negative) ))"
_TIMES = {"thousand": 3, "million": 6, "billion": 9, "k": 3}
_LARGEST = 10**15
_ONE = rf"(?:{NUMBER}|{WORD}\b|an?\b|half an?\b)"
_BARE = re.compile(rf"(?P<sign>[-+])?(?P<number>{NUMBER}|{WORD})(?:e(?P<exponent>[-+]?\d{{1,2}}))?", re.I)
_ROUNDINGS = {None: ROUND_HALF_UP, "half_up": ROUND_HALF_UP, "down": ROUND_FLOOR, "up": ROUND_CEILING}
_EXACT = 6  # digits that are compared where nothing is said of them
_MANY = r"thousand|[mb]illion|dozen|lakhs?|crores?|mio|mrd|ml?n|bn"
# What a value is the end of: "5 to 6 min", "1/2 hour", "half past 2 pm"; and the beginning: "2 h 34", "105+".
_FROM = re.compile(
    r"(?is)(?:(?P<digit>\d)(?: (?:and|&|to|or|bis) | ?[-/] ?(?=\d)| ?(?=h)|(?=[^\w\s]))|\bof (?=a)"
    rf"|\b(?:{WORD}|{_MANY}|half|quarter)(?:[ -](?:and|to|or|bis))?[ -]"
    r"|\b(?:min(?:ute)?s? to|(?<!the )past|minus|negative|plus|times) ).\Z"
)
_NO_UNIT = "|".join(sorted(LITTLE))
_ENDS = rf"(?:[±€$£]? ?|[-+−])\d+(?:[.,:]\d+)*(?:st|nd|rd|th)?(?:[.,;:)!?](?!\d)|\s*\Z|\s+(?:{_NO_UNIT})\b)"
ON = re.compile(
    rf"(?i) ?\+|/?[^\W\d_]|(?:(?: (?:and|&) | ?[-/] ?)(?={_ENDS})| (?:to|bis|minus|plus|times) | ?)"
    rf"(?P<digit>(?:[±€$£]? ?|[-+−])\d)|[ -](?:(?:and|minus|plus|times) )?(?:{WORD}|{_MANY})\b"
)


def decimal(text: str, places: int | None = None) -> Decimal:
    """What ``NUMBER`` or ``WORD`` matched, as a number.

    The digits that are asked for tell what ``5.829`` is; where none are known, only a comma is for thousands.
    """
    low = text.casefold()
    if low in _WORDS:
        return Decimal(_WORDS[low])
    text = re.sub("[ ']", "", text)
    *whole, last = re.split("[.,]", text)
    grouped = len(whole) > 1 and len(set(re.findall("[.,]", text))) == 1  # 1,234,567
    if re.fullmatch(r"[1-9]\d{0,2}[.,]\d{3}", text):
        grouped = places == 0 or (places != 3 and "," in text)
    return Decimal("".join(whole) + ("" if grouped or not whole else ".") + last)


def matched(m: re.Match[str], places: int | None = None) -> int | float | None:
    """The value of a match with ``number``, and maybe ``times``, an ``exponent`` and a ``sign``."""
    groups = m.groupdict()
    times = _TIMES.get((groups.get("times") or groups.get("k") or "").strip().casefold(), 0)
    times += int(groups.get("exponent") or 0)
    number = decimal(m["number"], None if times else places).scaleb(times)
    signs = [(groups.get(name) or "").strip().casefold() for name in ("sign", "sign1", "sign2")]
    return canonical(-number if {"-", "minus", "negative"} & {*signs} else number)


def canonical(value: Decimal) -> int | float | None:
    """A number of JSON; None where it is too large to be meant."""
    if not value.is_finite() or abs(value) >= _LARGEST:
        return None
    return int(value) if value == value.to_integral_value() else float(value)


def whole(text: str, found: list[Mention]) -> list[Mention]:
    """Values in a text; what is only a part of something larger has none: "2 h" in "2 h 34"."""
    starts, ends, read = {one.start for one in found}, {one.end for one in found}, []
    for one in sorted(found, key=lambda one: one.start):
        before, behind = _FROM.search(text, max(0, one.start - 14), one.start + 1), ON.match(text, one.end)
        cut = before and before.end("digit") not in ends  # "12 and 15": a value of its own
        cut = cut or (behind and behind.start("digit") not in starts)
        read.append(Mention(None, one.start, one.end) if cut else one)
    return read


def rounded(value: Any, places: int | None, rounding: str | None = None) -> Decimal:
    """A number with as many digits as are compared."""
    step = Decimal(1).scaleb(-(_EXACT if places is None else places))
    return Decimal(str(value)).quantize(step, _ROUNDINGS[rounding])


class Amount(Kind):
    """A number, in a unit or not."""

    def parse(self, given: Any, ask: Ask) -> Any | None:
        if isinstance(given, str):
            text = plain(given).strip()
            m = _BARE.fullmatch(text)
            return matched(m, self.exact(ask)) if m else self.written(text, ask)
        number = isinstance(given, int | float | Decimal) and not isinstance(given, bool)
        return canonical(Decimal(str(given))) if number else None

    def written(self, text: str, ask: Ask) -> Any | None:
        """A whole text, more than a number, as one value."""
        raise NotImplementedError

    def exact(self, ask: Ask) -> int | None:
        """Digits behind the point that every answer has; None where it may be told more exactly."""
        return ask.format.decimals or None

    def noun(self, format: Format) -> str:
        """What is asked for: ``amount in euros``."""
        return self.name

    def places(self, format: Format) -> int | None:
        """Digits that are usual where the format does not say; None: as many as there are."""
        return format.decimals

    def same(self, value: Any, reference: Any, format: Format) -> bool:
        one, other = (rounded(v, self.places(format), format.rounding) for v in (value, reference))
        return one == other

    def sentence(self, format: Format) -> str:
        places = self.places(format) or 0
        return f"one {self.noun(format)},{digits(format)} for example {12.5 if places else 12:.{places}f}"

    def schema(self, format: Format) -> dict[str, Any]:
        return {"type": "number", "description": self.noun(format)}

    def nearby(self, value: Any, format: Format) -> Iterator[tuple[str, Any]]:
        number = Decimal(str(value))
        step = Decimal(1).scaleb(-(self.places(format) or 0))
        near = [("last digit changed", number + step), ("last digit changed", number - step)]
        near += [("ten times", number * 10), ("sign changed", -number), ("one more", number + 1)]
        turned = re.sub(r"(\d)(?!\1)(\d)", r"\2\1", str(abs(number)), count=1)
        near.append(("digits swapped", Decimal(turned).copy_sign(number)))
        yield from ((what, canonical(other)) for what, other in near if other != number)


def digits(format: Format) -> str:
    """How many digits are asked for, in words; empty where nothing is said."""
    if format.decimals is None:
        return ""
    how = {"down": "rounded down", "up": "rounded up"}.get(format.rounding or "", "rounded")
    some = f"{format.decimals} decimal{'s' if format.decimals > 1 else ''}"
    return f" {how} to {some if format.decimals else 'a whole number'},"


class Measure(Amount):
    """Numbers with units of one dimension, the sizes of which are known."""

    sizes: dict[str, int]
    spelled: dict[str, str]
    clock: re.Pattern[str] | None = None

    def __init__(self) -> None:
        self.names = {name: unit for unit, names in self.spelled.items() for name in names.split("|")}
        unit = "|".join(sorted(map(re.escape, self.names), key=len, reverse=True))
        one = rf"(?P<number>{_ONE}) ?-?(?P<unit>{unit})(?![^\W\d_])\.?(?P<half> and a half)?"
        part = re.sub(r"\?P<\w+>", "?:", one)
        self._part = re.compile(one, re.I)
        self._all = re.compile(rf"{START}(?P<sign>{SIGN})?\b{part}(?:(?:,? and |, | )?{part})*", re.I)

    def written(self, text: str, ask: Ask) -> Any | None:
        if self.clock and (m := self.clock.fullmatch(text)):
            return self._clocked(m, ask)
        m = self._all.fullmatch(text.removeprefix("+"))
        return self._value(m, ask) if m else None

    def find(self, text: str, ask: Ask) -> list[Mention]:
        clock = rf"(?<![\w:.,-])(?:{self.clock.pattern})(?![\w:])" if self.clock else r"\A(?!)"
        found = [Mention(self._clocked(m, ask), m.start(), m.end()) for m in re.finditer(clock, text, re.I)]
        clocked = {place for one in found for place in range(one.start, one.end)}
        for m in self._all.finditer(text):  # one side of "140 x 200 cm" is no distance
            if m.start() not in clocked and not re.search(r"\d ?[x×] ?$", text[: m.start()][-4:]):
                found.append(Mention(self._value(m, ask), m.start(), m.end()))
        return whole(text, [one for one in found if one.value is not None])

    def _value(self, m: re.Match[str], ask: Ask) -> Any | None:
        total, last = Fraction(0), None
        for part in self._part.finditer(m[0]):
            size = self.sizes[self.names[part["unit"].casefold()]]
            if last is not None and size >= last:
                return None  # "5 min 2 h" is no one duration
            low = part["number"].casefold()
            half = low.startswith("half")
            amount = Decimal(1) if half or low in ("a", "an") else decimal(low)
            total += (Fraction(amount) / (1 + half) + Fraction(part["half"] is not None, 2)) * size
            last = size
        return self._asked(-total if m["sign"] else total, ask)

    def _clocked(self, m: re.Match[str], ask: Ask) -> Any | None:
        hours, minutes, seconds = int(m["hours"]), int(m["minutes"]), int(m["seconds"] or 0)
        return self._asked(Fraction(hours * 3600 + minutes * 60 + seconds), ask)

    def _asked(self, total: Fraction, ask: Ask) -> Any | None:
        value = total / self.sizes[self.unit(ask.format)]
        return canonical(Decimal(value.numerator) / Decimal(value.denominator))

    def unit(self, format: Format) -> str:
        """The unit that is asked for."""
        unit = self.names.get(str(format.unit or next(iter(self.sizes))).strip().casefold())
        if unit is None:
            known = ", ".join(self.sizes)
            raise WebariumError(f"'{format.unit}' is no unit of a {self.name}", remedy=f"there are {known}")
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
    spelled = {"%": "%|percent|per cent|pct|percentage points|percentage point"}


class Duration(Measure):
    """How long something takes, in the ``unit`` that is asked for."""

    name = "duration"
    sizes = {"seconds": 1, "minutes": 60, "hours": 3600, "days": 86_400, "weeks": 604_800}
    spelled = {
        "seconds": "s|sec|secs|second|seconds", "minutes": "min|mins|minute|minutes|m",
        "hours": "h|hr|hrs|hour|hours", "days": "d|day|days", "weeks": "week|weeks"}  # fmt: skip
    clock = re.compile(
        r"(?i:(?P<hours>\d{1,3}):(?P<minutes>[0-5]\d)(?::(?P<seconds>[0-5]\d)(?: ?h(?:ours?|rs?)?)?"
        r"|(?<=:\d\d) ?h(?:ours?|rs?)?\b))"
    )

    def written(self, text: str, ask: Ask) -> Any | None:
        return super().written(re.sub(r"(\d ?h(?:rs?|ours?)?,? ?\d{1,2})$", r"\1 min", text, flags=re.I), ask)

    def _value(self, m: re.Match[str], ask: Ask) -> Any | None:
        metres = re.fullmatch(rf"\W*{_ONE} ?-?m\.?", m[0], re.I)  # but behind hours or before seconds
        return None if metres else super()._value(m, ask)


class Distance(Measure):
    """How far something is, in the ``unit`` that is asked for; miles and feet are not converted."""

    name = "distance"
    sizes = {"cm": 1, "m": 100, "km": 100_000}
    spelled = {
        "cm": "cm|centimetres|centimeters", "m": "m|metre|metres|meter|meters",
        "km": "km|kms|kilometre|kilometres|kilometer|kilometers"}  # fmt: skip


# Each currency's name, and the marks that stand for it.
CURRENCIES: dict[str, tuple[str, ...]] = {
    "EUR": ("euros", "€", "eur"), "USD": ("US dollars", "us$", "$", "dollars", "usd"),
    "GBP": ("pounds", "£", "pounds sterling", "gbp"), "CHF": ("Swiss francs", "chf", "francs", "fr."),
    "JPY": ("yen", "¥", "jpy"), "PLN": ("zloty", "zł", "pln"), "SEK": ("Swedish kronor", "sek", "kr"),
    "DKK": ("Danish kroner", "dkk"), "NOK": ("Norwegian kroner", "nok"), "CZK": ("Czech koruna", "kč", "czk"),
    "CAD": ("Canadian dollars", "ca$", "c$", "cad"), "AUD": ("Australian dollars", "a$", "aud"),
    "NZD": ("New Zealand dollars", "nz$", "nzd"), "INR": ("rupees", "₹", "inr"), "CNY": ("yuan", "cny"),
    "HUF": ("forints", "huf")}  # fmt: skip
CODES = {mark.casefold().removesuffix("s"): code for code, marks in CURRENCIES.items() for mark in marks}
_MARK = "|".join(map(re.escape, sorted(CODES, key=len, reverse=True)))
_MARK = rf"(?:(?<![^\W\d_])|(?=\W))(?:{_MARK})(?:(?<=[^\W\d_])s?(?![^\W\d_])|(?<=\W))"
_MONEY = re.compile(
    rf"(?i)(?P<sign1>(?<![\w.,\d])-|\b(?:minus|negative) )?(?:(?P<before>{_MARK}) ?|(?<![\w.,·٫․。±]))"
    r"(?P<sign2>(?<=[^\w.,])-|^-)?(?<![.,·٫․。±])"
    rf"(?P<number>{NUMBER})(?P<times> ?(?:thousand|million|billion|k)\b)?"
    rf"(?:,-)?(?: ?(?P<after>{_MARK})(?! ?\d))?"
)
_MONEY_SIGN = r"[$¢-¥֏؋৲৳฿៛\u20a0-\u20cf]"
# What makes an amount without a mark another one: a unit, or a currency that is not known.
_OTHER = re.compile(rf"(?i) ?(?:[%°]|{_MONEY_SIGN}|(?!(?:{_NO_UNIT})\b)[^\W\d_])")
_BEFORE = re.compile(rf"(?:{_MONEY_SIGN}|\b[A-Z]{{3}}) ?\Z")


class Currency(Amount):
    """Money in the currency that ``unit`` names."""

    name = "currency"

    def written(self, text: str, ask: Ask) -> Any | None:
        text = re.sub(r"^- ", "-", text).removeprefix("+")
        m = _MONEY.fullmatch(text)
        return matched(m) if m and _marks(m) <= {code_of(ask.format.unit)} else None

    def find(self, text: str, ask: Ask) -> list[Mention]:
        """Amounts with a mark, and without one what is written with digits for the cents."""
        found: tuple[list[Mention], list[Mention]] = [], []
        matches = [*_MONEY.finditer(text)]
        for last, m in zip((None, *matches), matches, strict=False):
            value, marks = matched(m), _marks(m)
            behind = last and not _marks(last) and text[last.end() : m.start()] in ("", " ")  # "12 € 50"
            other = _OTHER.match(text, m.end()) or _BEFORE.search(text, max(0, m.start() - 5), m.start())
            cents = re.search(r"\d[.,]\d\d?$", m["number"]) and not marks and not other
            if value is not None and (cents or marks == {code_of(ask.format.unit)}):
                value = None if behind and m["before"] and len(m["number"]) == 2 else value
                found[not marks].append(Mention(value, m.start(), m.end()))
        return whole(text, found[0] or found[1])

    def noun(self, format: Format) -> str:
        return f"amount in {CURRENCIES[code_of(format.unit)][0]}"

    def places(self, format: Format) -> int:
        return 2 if format.decimals is None else format.decimals

    def nearby(self, value: Any, format: Format) -> Iterator[tuple[str, Any]]:
        yield from super().nearby(value, format)
        yield "another currency", f"{'$' if code_of(format.unit) != 'USD' else '€'}{value}"


def code_of(unit: Any) -> str:
    """The code of a currency, by that or by a mark of it.

    Raises:
        WebariumError: it is none that is read.
    """
    code = str(unit or "").strip()
    code = code.upper() if code.upper() in CURRENCIES else CODES.get(code.casefold().removesuffix("s"), "")
    if not code:
        known = ", ".join(CURRENCIES)
        raise WebariumError(f"'{unit}' is no currency that is read", remedy=f"there are {known}")
    return code


def _marks(m: re.Match[str]) -> set[str]:
    return {CODES[mark.casefold().removesuffix("s")] for mark in (m["before"], m["after"]) if mark}
