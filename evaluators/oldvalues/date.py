# ruff: noqa: E501, SIM905 - patterns and word lists
"""Calendar dates, with as much of them as was said."""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import ClassVar

from babel.dates import get_day_names, get_month_names

from sites.facts import EPOCH

from .base import NO_SETTING, Mention, Setting, Value

TODAY = EPOCH.replace(tzinfo=None)
"""What "yesterday" and a missing year refer to, as dateparser wants it."""


def _table(kind: str) -> dict[str, int]:
    getter = get_month_names if kind == "month" else get_day_names
    names = {}
    for width in ("wide", "abbreviated"):
        for number, name in getter(width, locale="en_US").items():
            names[name.lower().rstrip(".")] = number
    return names


MONTHS = _table("month") | {
    "sept": 9,
    "januar": 1,
    "februar": 2,
    "märz": 3,
    "mai": 5,
    "juni": 6,
    "juli": 7,
    "oktober": 10,
    "dezember": 12,
}
DAYS = _table("day") | {"tues": 1, "wednes": 2, "thur": 3, "thurs": 3}
MONTH = "(?:" + "|".join(sorted(MONTHS, key=len, reverse=True)) + r")\b\.?"
_DAY_NAME = "(?:" + "|".join(sorted(DAYS, key=len, reverse=True)) + r")\b\.?"
_ORDINALS = {
    word: number
    for number, word in enumerate(
        "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth "
        "fifteenth sixteenth seventeenth eighteenth nineteenth twentieth".split(),
        1,
    )
} | {"thirtieth": 30, "thirty-first": 31, "thirty first": 31}
_ORDINALS |= {
    f"twenty{joint}{word}": number + 20
    for word, number in list(_ORDINALS.items())[:9]
    for joint in ("-", " ")
}
DAY_WORDS = r"\b(?:" + "|".join(sorted(_ORDINALS, key=len, reverse=True)) + r")\b"
_D = r"(?P<{0}>(?:3[01]|[12]\d|0?[1-9])(?:st|nd|rd|th)?(?![\d]))"
_Y = r"(?P<{0}>(?:19|20)\d\d|'\d\d)(?!\d)"
_WEEKDAY = rf"(?:(?P<wd>{_DAY_NAME}),?\s+(?:the\s+)?)?"
_TIME = (
    r"(?:(?:T|,?\s+(?:at\s+)?)(?P<hh>[01]?\d"
    r"|2[0-3]):(?P<mm>[0-5]\d)(?::[0-5]\d(?:\.\d+)?)?\s?(?P<ap>[ap]\.?\s?m\b\.?)?(?:\s?(?:Z|UTC|GMT)\b"
    r"|\+00:?00)?"
    r"|,?\s+(?:at\s+)?(?P<hh2>1[0-2]|0?[1-9])\s?(?P<ap2>[ap]\.?m\b\.?))?"
)
_PATTERNS = [
    rf"{_WEEKDAY}(?:(?<![\w./-])|(?<=-\d\d/))(?P<y>\d{{4}})(?P<s>[-/.])(?P<m>0?[1-9]"
    rf"|1[0-2])(?P=s)(?P<d>3[01]|[12]\d|0?[1-9])(?![\d-]){_TIME}",
    rf"{_WEEKDAY}(?:(?<![\w./,-])|(?<=/\d{{4}}-))(?P<a>\d{{1,2}})(?P<s>[-/.])(?P<b>\d{{1,2}})(?P=s)(?P<y>\d{{4}}"
    rf"|\d\d)(?![\w/])(?!-(?!\d{{1,2}}/\d{{1,2}}/\d))(?!\.\d){_TIME}",
    rf"(?<![\w-])(?P<y>(?:19|20)\d\d)[-/ ,]+(?P<mon>{MONTH})[-/ ]{_D.format('d')}(?!\w)",
    rf"{_WEEKDAY}(?<![\w.-]){_D.format('d')}\.?\s?(?:of\s+)?[-/ "
    rf"]?(?P<mon>{MONTH})[-/,]?(?:\s*(?:of\s+)?{_Y.format('y')})?{_TIME}",
    rf"{_WEEKDAY}(?P<d>{DAY_WORDS})\s+of\s+(?P<mon>{MONTH})(?:,?\s*(?:of\s+)?{_Y.format('y')})?{_TIME}",
    rf"{_WEEKDAY}\b(?P<mon>{MONTH})\s+(?:the\s+)?(?P<d>{DAY_WORDS})(?:,?\s*(?:of\s+)?{_Y.format('y')})?{_TIME}",
    rf"{_WEEKDAY}\b(?P<mon>{MONTH})[-/ ]?(?:the\s+)?{_D.format('d')}(?!\s?[-/]?\s?(?:{MONTH})(?!\s?(?:3[01]|[12]\d|0?[1-9])(?:st|nd|rd|th)?(?!\d)))(?:\s*[-/,]?\s*(?:of\s+)?{_Y.format('y')})?(?!\w){_TIME}",
    rf"(?<![\w-])(?P<y>(?:19|20)\d\d)[-/ ,]+(?P<mon>{MONTH})(?:[-/ ]{_D.format('d')})?(?!\w)",
    rf"\b(?P<mon>{MONTH})[-/,]?\s*(?:of\s+)?{_Y.format('y')}",
    r"(?<![\w./-])(?P<y>(?:19|20)\d\d)[-/](?P<m>0[1-9]|1[0-2])(?![\w/-])(?!\.\d)",
    r"(?<![\w./-])(?P<m>0?[1-9]|1[0-2])/(?P<y>(?:19|20)\d\d)(?![\w/-])",
]
_COMPILED = [re.compile(p, re.I) for p in _PATTERNS]
_SPELLED = re.compile(DAY_WORDS, re.I)
# "15 or 16 March": the first is a day of the same month.
_OTHER_BEFORE = re.compile(
    r"(?<![\w.,:/€$£-])(?P<d>3[01]|[12]\d|0?[1-9])(?:st|nd|rd|th|\.)?\s?(?:or|and|and/or|&|/)\s?(?:the\s+)?$",
    re.I,
)
_OTHER_AFTER = re.compile(
    r"\s?(?:or|/)\s?(?:the\s+)?(?P<d>3[01]|[12]\d|0?[1-9])(?:st|nd|rd|th)?(?![\w.:/-])(?! [a-z]+s\b)", re.I
)
_MONTH_ALONE = re.compile(rf"\b(?P<mon>{MONTH})(?!\w)", re.I)
_YEAR_ALONE = re.compile(
    r"(?:(?<=\bin )|(?<=\bsince )|(?<=\bof )|(?<=\byear )|(?<=\bfrom )|(?<=\bduring )|(?<=\bby )|(?<=\bfor "
    r"))(?P<y>(?:19|20)\d\d)(?![\w,.]?\w)(?!\s?[$€£])",
    re.I,
)
_RELATIVE = re.compile(
    r"\b(?:today|yesterday|tomorrow|the day before yesterday|the day after tomorrow"
    r"|(?:\d+|an?|one|two|three|four|five|six|seven|eight|nine|ten) (?:days?|weeks?) ago|in (?:\d+|one|two"
    r"|three|four|five|six|seven) (?:days?|weeks?))\b",
    re.I,
)


@dataclass(frozen=True)
class Date(Value):
    """A date, or a month, a year or a day without year; with a time of day where one was given.

    A numeric date whose day and month could be exchanged keeps both readings; ``day_first`` in the options
    decides. A weekday must fit. "Yesterday" counts from the epoch, 2026-03-16, and so does a missing year.

    Examples:
        ``2026-03-16`` is ``16 March 2026``, ``Mar 16th, 2026``, ``16.03.2026`` and ``Monday, 16/03/2026``
        ``March 2026`` is ``2026-03`` and ``03/2026``, not ``March 16, 2026``
        ``2026-03-04`` is not ``03/04/2026`` unless ``day_first`` is false
        ``2026-03-16`` is not ``Tuesday, 16 March 2026``: that was a Monday
    """

    kind: ClassVar[str] = "date"
    year: int | None
    month: int | None
    day: int | None
    hour: int | None = None
    minute: int | None = None
    exchangeable: bool = False
    wrong_weekday: bool = False

    @classmethod
    def find(cls, text: str, setting: Setting = NO_SETTING) -> list[Mention[Date]]:
        """All dates; months and years on their own are weak mentions."""
        found: list[Mention[Date]] = []
        taken: list[tuple[int, int]] = []

        def free(m: re.Match[str]) -> bool:
            return not any(m.start() < end and start < m.end() for start, end in taken)

        for pattern in _COMPILED if any(map(str.isdigit, text)) or _SPELLED.search(text) else ():
            for m in pattern.finditer(text):
                value = _build(m, setting) if free(m) else None
                if value:
                    taken.append((m.start(), m.end()))
                    found.append(Mention(value, m.start(), m.end()))
        for known in list(found):
            for near in (_OTHER_BEFORE.search(text[: known.start]), _OTHER_AFTER.match(text[known.end :])):
                if not near or not known.value.day or known.value.hour is not None:
                    continue
                shift = 0 if near.re is _OTHER_BEFORE else known.end
                span = (near.start("d") + shift, near.end("d") + shift)
                if not any(span[0] < end and start < span[1] for start, end in taken):
                    taken.append(span)
                    found.append(
                        Mention(replace(known.value, day=int(near["d"]), wrong_weekday=False), *span)
                    )
        for m in _RELATIVE.finditer(text):
            day = _relative(m[0].lower())
            if day and free(m):
                found.append(Mention(cls(day.year, day.month, day.day), m.start(), m.end(), weak=True))
        for m in _MONTH_ALONE.finditer(text):
            if free(m) and not (m[0].lower() in ("may", "mar", "sun", "sat") and not m[0][0].isupper()):
                found.append(
                    Mention(
                        cls(None, MONTHS[m["mon"].lower().rstrip(".")], None), m.start(), m.end(), weak=True
                    )
                )
                taken.append((m.start(), m.end()))
        for m in _YEAR_ALONE.finditer(text):
            if free(m):
                found.append(Mention(cls(int(m["y"]), None, None), m.start(), m.end(), weak=True))
        return sorted(found, key=lambda x: x.start)

    @classmethod
    def parse(cls, text: str, setting: Setting = NO_SETTING) -> Date | None:
        """The date that the whole text is; a bare year counts."""
        if re.fullmatch(r"(?:19|20)\d\d", text.strip()) and setting.options.get("type") == "date":
            return cls(int(text), None, None)
        value = super().parse(text, setting)
        if value and (value.hour, value.minute) == (0, 0):
            value = replace(value, hour=None, minute=None)  # a day as a database writes it
        if (
            value
            or setting.options.get("type") != "date"
            or not 6 <= len(text) <= 40
            or not re.search(r"\d", text)
            or not re.search(r"[a-z]", text, re.I)
        ):
            return value
        return _foreign(text)

    @property
    def _parts(self) -> tuple[int | None, ...]:
        return (self.year, self.month, self.day)

    def same(self, other: Date) -> bool:
        """Equal in every part that the two give; a missing year is the epoch's."""
        if self.wrong_weekday or other.wrong_weekday:
            return False
        if self.exchangeable != other.exchangeable:
            return False
        for mine, theirs, default in zip(self._parts, other._parts, (TODAY.year, None, None), strict=True):
            if mine != theirs and (default is None or (mine or default) != (theirs or default)):
                return False
            if default and (mine is None) != (theirs is None) and self.day is None and other.day is None:
                return False
        if self.hour is not None and other.hour is not None:
            return (self.hour, self.minute) == (other.hour, other.minute)
        return True

    def written_as(self, other: Date, setting: Setting) -> bool:
        """As ``same``, but a time that the reference has must be there, and a year may be left out when
        the question names it."""
        if self.hour is not None and other.hour is None:
            return False
        if other.year is None and self.year and re.search(rf"\b{self.year}\b", setting.intent):
            other = Date(
                self.year,
                other.month,
                other.day,
                other.hour,
                other.minute,
                other.exchangeable,
                other.wrong_weekday,
            )
        if other.day and self.day is None:
            return False
        return self.same(other)

    def __str__(self) -> str:
        y = f"{self.year:04}" if self.year else "----"
        m = f"-{self.month:02}" if self.month else ""
        d = f"-{self.day:02}" if self.day else ""
        t = f" {self.hour:02}:{self.minute:02}" if self.hour is not None else ""
        doubt = " (day and month exchangeable)" if self.exchangeable else ""
        return f"{y}{m}{d}{t}{doubt}" + (" (wrong weekday)" if self.wrong_weekday else "")


def _build(m: re.Match[str], setting: Setting) -> Date | None:
    part = m.groupdict()
    year = _year(part.get("y"))
    exchangeable = False
    if part.get("a"):
        a, b = int(part["a"]), int(part["b"])
        day_first = setting.options.get("day_first")
        if part["s"] == "." and day_first is None:
            day_first = True
        if a > 12:
            day_first = True
        elif b > 12:
            day_first = False
        exchangeable = day_first is None and a != b
        day, month = (a, b) if day_first else (b, a)
    else:
        day = _day(part.get("d"))
        month = int(part["m"]) if part.get("m") else MONTHS[part["mon"].lower().rstrip(".")]
    hour, minute = _clock(part)
    if day:
        try:
            when = dt.date(year or 2024, month, day)
        except ValueError:
            return None
    weekday = (part.get("wd") or "").lower().rstrip(".")
    wrong = bool(weekday and day and year and not exchangeable and DAYS[weekday] != when.weekday())
    return Date(year, month, day or None, hour, minute, exchangeable, wrong)


def _day(text: str | None) -> int:
    if not text:
        return 0
    return _ORDINALS.get(text.lower()) or int(re.sub(r"\D", "", text))


def _year(text: str | None) -> int | None:
    if not text:
        return None
    number = int(text.lstrip("'"))
    return number + 2000 if number < 100 else number


def _clock(part: dict[str, str | None]) -> tuple[int | None, int | None]:
    hour = part.get("hh") or part.get("hh2")
    if not hour:
        return None, None
    half = (part.get("ap") or part.get("ap2") or "").lower()[:1]
    number = int(hour)
    if half:
        number = number % 12 + (12 if half == "p" else 0)
    return number, int(part.get("mm") or 0)


@lru_cache(maxsize=512)
def _relative(text: str) -> dt.date | None:
    if text in ("today", "yesterday", "tomorrow"):
        return TODAY.date() + dt.timedelta(days={"today": 0, "yesterday": -1, "tomorrow": 1}[text])
    import dateparser

    found = dateparser.parse(text, languages=["en"], settings={"RELATIVE_BASE": TODAY})
    return found.date() if found else None


@lru_cache(maxsize=512)
def _foreign(text: str) -> Date | None:
    """A date in a form or language that the patterns do not know, for references only."""
    import dateparser

    found = dateparser.parse(
        text,
        languages=["en", "de"],
        settings={
            "RELATIVE_BASE": TODAY,
            "REQUIRE_PARTS": ["day", "month", "year"],
            "PARSERS": ["absolute-time"],
        },
    )
    return Date(found.year, found.month, found.day) if found else None
