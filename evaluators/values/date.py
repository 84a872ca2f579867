"""Dates and times of day: ``16 March 2026``, ``2:30 pm``; 03/04/2026 is two dates and so none."""

from __future__ import annotations

import calendar
import re
from collections.abc import Callable
from datetime import date
from typing import Any, ClassVar

from tasks.formats import Format

from .amounts import whole
from .folding import folded, plain
from .kind import Ask, Kind, Mention

THIS_YEAR = 2026
"""The year of every world's clock: what is meant where no year is named."""

MONTHS = tuple(name.casefold() for name in calendar.month_name[1:])
_NUMBERS = {name[:3]: number for number, name in enumerate(MONTHS, 1)}
_DAYS = tuple(name.casefold() for name in calendar.day_name)
_MONTH = rf"(?P<{{}}>{'|'.join(f'{m}|{m[:3]}' for m in MONTHS)}|sept)\b\.?"
_WEEKDAY = rf"(?:(?P<weekday>{'|'.join(f'{d}|{d[:3]}' for d in _DAYS)}|tues|thur|thurs)\b\.?,? )?"
_BEHIND = (
    _WEEKDAY.replace("weekday>", "behind>").replace("(?:(", r"(?: \((", 1).replace(r"\b\.?,? )?", r"\))?")
)
_CLOCK = r"(?:(?:T|,? (?:at )?)\d{1,2}:\d\d(?::\d\d)?(?:\.\d+)?(?: ?[ap]\.?m\.?)?(?:Z| ?UTC|[+-]\d\d:\d\d)?)?"
_YEAR = r"(?P<{}>(?:19|20)\d\d)"
DATE = (
    rf"{_WEEKDAY}(?:(?P<iso>(?:19|20)\d\d(?P<mark>[-/.])\d{{1,2}}(?P=mark)\d{{1,2}})"
    rf"|(?:the )?(?P<d1>\d{{1,2}})(?:st|nd|rd|th|\.)?(?: of)?[ -]{_MONTH.format('m1')}"
    rf"(?:,?[ -]{_YEAR.format('y1')})?"
    rf"|{_MONTH.format('m2')} (?:the )?(?P<d2>\d{{1,2}})(?:st|nd|rd|th)?(?!\d|[.,:]\d)"
    rf"(?:,? {_YEAR.format('y2')})?"
    r"|(?P<dotted>\d{1,2}\. ?\d{1,2}\. ?(?:(?:19|20)\d\d|\d\d(?![\d.])))"
    r"|(?P<slashed>\d{1,2}[/-]\d{1,2}[/-](?:19|20)\d\d))"
    rf"(?![^\WT]|[/-]\d){_BEHIND}{_CLOCK}"
)
_MONTH_ONLY = (
    rf"(?:{_MONTH.format('m3')},?(?: of)? {_YEAR.format('y3')}|(?P<iso2>(?:19|20)\d\d[-/](?:0[1-9]|1[0-2]))"
    rf"|(?P<slashed2>(?:0?[1-9]|1[0-2])[/.](?:19|20)\d\d)|{_MONTH.format('m4')})(?![\w]|[/-]\d)"
)
_BEFORE = r"(?<![\w/.:€$£-])"
_FULL = re.compile(_BEFORE + DATE, re.I)
_PART = re.compile(_BEFORE + _MONTH_ONLY, re.I)
_YEARS = re.compile(r"(?<![\w/.,:€$£#-])(?:19|20)\d\d(?![\w]|[.,/:-]\d| ?[€$£%])")


class Date(Kind):
    """A day, or a month or a year where ``precision`` says so."""

    name = "date"

    def parse(self, given: Any, ask: Ask) -> Any | None:
        precision = ask.format.precision or "day"
        given = given.isoformat() if isinstance(given, date) else given
        if isinstance(given, int) and not isinstance(given, bool) and precision == "year":
            given = str(given)
        if not isinstance(given, str):
            return None
        text = " ".join(plain(given).split())
        text = re.sub(r"^on (?=.)", "", text, flags=re.I)
        fitting = ((pattern.fullmatch(text), value) for pattern, value in _LEVELS[precision])
        return next((_cut(value(m, ask), precision) for m, value in fitting if m), None)

    def find(self, text: str, ask: Ask) -> list[Mention]:
        precision = ask.format.precision or "day"
        found: list[Mention] = []
        for pattern, value in _LEVELS[precision]:
            for m in pattern.finditer(text):
                if m[0] != "may" and not any(one.start <= m.start() < one.end for one in found):
                    # what is no one date (03/04/2026) leaves no one value to read
                    found.append(Mention(_cut(value(m, ask), precision), m.start(), m.end()))
        return whole(text, found)

    def sentence(self, format: Format) -> str:
        precision = format.precision or "day"
        shape = {"day": "date as YYYY-MM-DD", "month": "month as YYYY-MM", "year": "year"}[precision]
        return f"one {shape}, for example {_cut('2001-02-03', precision)}"

    def schema(self, format: Format) -> dict[str, Any]:
        if format.precision in (None, "day"):
            return {"type": "string", "format": "date"}
        return {"type": "string", "pattern": r"^\d{4}-\d{2}$" if format.precision == "month" else r"^\d{4}$"}


def spans(text: str) -> list[tuple[int, int]]:
    """Where dates stand, for those who look for numbers."""
    parts = (m for m in _PART.finditer(text) if any(one.isdigit() for one in m[0]))
    return [m.span() for m in (*_FULL.finditer(text), *parts)]


def _cut(value: str | None, precision: str) -> str | None:
    return value and value[: {"day": 10, "month": 7, "year": 4}[precision]]


def _year(written: str | None, ask: Ask) -> int | None:
    """The year that is named: in the date, else in the question, else that of the clock."""
    if written:
        return int(written)
    asked = {m[0] for m in re.finditer(r"(?<!\d)(?:19|20)\d\d(?!\d)", ask.question)}
    return int(asked.pop()) if len(asked) == 1 else None if asked else THIS_YEAR


def _day(m: re.Match[str], ask: Ask) -> str | None:
    if m["iso"]:
        year, month, day = (int(part) for part in re.split("[-/.]", m["iso"]))
    elif m["dotted"]:
        day, month, year = (int(part) for part in m["dotted"].split("."))
        year += 2000 if year < 100 else 0
    elif m["slashed"]:
        first, second, year = (int(part) for part in re.split("[-/]", m["slashed"]))
        if first != second and max(first, second) <= 12:
            return None
        day, month = (first, second) if second <= 12 else (second, first)
    else:
        named = _year(m["y1"] or m["y2"], ask)
        if named is None:
            return None
        year, month, day = named, _NUMBERS[folded(m["m1"] or m["m2"])[:3]], int(m["d1"] or m["d2"])
    try:
        value = date(year, month, day)
    except ValueError:
        return None
    weekdays = {folded(m[one])[:3] for one in ("weekday", "behind") if m[one]}
    return value.isoformat() if weekdays <= {_DAYS[value.weekday()][:3]} else None


def _month(m: re.Match[str], ask: Ask) -> str | None:
    if m["iso2"]:
        return m["iso2"].replace("/", "-")
    if m["slashed2"]:
        month, year = re.split(r"[/.]", m["slashed2"])
        return f"{year}-{int(month):02}"
    named = _year(m["y3"], ask)
    return None if named is None else f"{named}-{_NUMBERS[folded(m['m3'] or m['m4'])[:3]]:02}"


_LEVELS: dict[str, list[tuple[re.Pattern[str], Callable[[re.Match[str], Ask], str | None]]]] = {
    "day": [(_FULL, _day)],
    "month": [(_FULL, _day), (_PART, _month)],
    "year": [(_FULL, _day), (_PART, _month), (_YEARS, lambda m, _: m[0])],
}
"""What a date of a precision may be written as, and how that is read."""

_TIME = re.compile(
    r"(?i)(?<![\w:.,€$£])(?<![^\d]-)(?:(?P<hours>\d{1,2})[:.h](?P<minutes>[0-5]\d)(?::(?P<seconds>[0-5]\d))?"
    r"(?P<half> ?[ap]\.? ?m\b\.?)?"
    r"|(?P<full>\d{1,2})(?: ?(?P<noon>[ap]\.? ?m\b\.?)| ?(?:o'clock|uhr|h\b))"
    r"|(?:12 )?(?P<word>noon|midday|midnight)\b)"
    r"(?P<rest> ?(?:o'clock|uhr|hrs|h|utc)\b)?(?![:\d]|\w)"
)

_DOTTED = re.compile(r"\d\d?\.\d\d(?::\d\d)?")  # in a sentence it may be an amount


class Time(Kind):
    """A time of day, to the minute (to the second where seconds are given)."""

    name = "time"
    says = "one time of day from 00:00 to 23:59, for example 08:15"
    json: ClassVar = {"type": "string", "pattern": r"^\d{2}:\d{2}$"}

    def parse(self, given: Any, ask: Ask) -> Any | None:
        if not isinstance(given, str):
            return None
        m = _TIME.fullmatch(re.sub(r"^at ", "", plain(given).strip(), flags=re.I))
        return _time(m) if m else None

    def find(self, text: str, ask: Ask) -> list[Mention]:
        found = [(_time(m), m) for m in _TIME.finditer(text) if not _DOTTED.fullmatch(m[0])]
        return whole(text, [Mention(value, m.start(), m.end()) for value, m in found if value])


def _time(m: re.Match[str]) -> str | None:
    if m["word"]:
        return "00:00" if m["word"].casefold() == "midnight" else "12:00"
    hours, minutes, seconds = int(m["hours"] or m["full"]), m["minutes"] or "00", m["seconds"] or "00"
    half = (m["half"] or m["noon"] or "").strip().casefold()
    if hours > 23 or (half and not 1 <= hours <= 12):
        return None
    hours = hours % 12 + 12 * half.startswith("p") if half else hours
    return f"{hours:02}:{minutes}" + (f":{seconds}" if seconds != "00" else "")
