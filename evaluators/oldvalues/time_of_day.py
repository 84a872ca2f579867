# ruff: noqa: E501, SIM905 - word lists read best as running text
"""Times of day."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import ClassVar

from . import numerals
from .base import NO_SETTING, Mention, Setting, Value

_TIME = re.compile(
    r"(?:(?<![\w:.,/+])|(?<=\d\d-\d\dT))(?:(?<!-)|(?<=\d-))(?:(?P<h>[01]?\d"
    r"|2[0-4])[:.h](?P<m>[0-5]\d)(?::(?P<s>[0-5]\d))?(?P<frac>\.\d+)?\s?(?P<ap>[ap]\.?\s?m\b\.?)?(?:\s(?P<part0>in the (?:morning|afternoon|evening)|at night))?"
    r"|(?P<h2>1[0-2]|0?[1-9])\s?(?P<ap2>[ap]\.?m\b\.?)"
    r"|(?P<h3>[01]?\d|2[0-4])\s?o'?\s?clock(?:\s?(?P<ap3>[ap]\.?m\b\.?)|\s+in the (?P<part>morning"
    r"|afternoon|evening))?)"
    r"(?:\s?(?:Z|UTC|GMT|hrs|h|uhr)\b)?(?![\w:])(?!\s?[%€$£])",
    re.I,
)
_NAMED = re.compile(r"\b(?:12 )?(noon|midday|midnight)\b", re.I)
_SPOKEN = re.compile(
    r"\b(half|quarter)[ -](past|to) (one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\d{1,2})\b"
    r"(?:\s?(?P<ap>[ap]\.?m\b\.?)|\s+in the (?P<part>morning|afternoon|evening))?",
    re.I,
)
_PART = r"(?:[ap]\.?m\b\.?|in the (?:morning|afternoon|evening)|at night|o'?\s?clock)"
_CLOCK = re.compile(r"(?:uhr|hrs|h)$", re.I)
_AT = re.compile(r"\b(?:at|from|until|till|opens|closes|by)\s$", re.I)
# "Ten o'clock in the morning", "6 in the evening", "two thirty pm".
_WORDED = re.compile(
    rf"(?<![\w:.,-])(?P<h>one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|1[0-2]|[1-9])"
    rf"(?:[ -](?P<m>fifteen|thirty|forty[- ]five|oh[- ]five|ten|twenty))?\s(?P<part>{_PART}(?:,? (?:in the (?:morning|afternoon|evening)|at night))?)",
    re.I,
)
# "10 Uhr", "1000 hrs".
_MILITARY = re.compile(
    r"(?<![\w:.,/+-])(?:(?P<h>[01]\d|2[0-4])(?P<m>[0-5]\d)\s?hrs?\b|(?P<h2>[01]?\d|2[0-4])\sUhr\b)", re.I
)
# "Twenty past six in the evening", "ten minutes to midnight".
_PAST = re.compile(
    r"(?<![\w-])(?P<n>\d{1,2}(?= minutes| past)|five|ten|twenty(?:[- ]five)?)(?: minutes)? (?P<way>past|after|to|before) "
    r"(?P<hour>one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|midnight|noon|\d{1,2})\b"
    r"(?:\s(?P<part>[ap]\.?m\b\.?|in the (?:morning|afternoon|evening)|at night))?(?!\s(?:minutes?|hours?|days?|km))",
    re.I,
)
_MINUTES = {
    "fifteen": 15,
    "thirty": 30,
    "forty-five": 45,
    "forty five": 45,
    "oh-five": 5,
    "oh five": 5,
    "ten": 10,
    "twenty": 20,
}
_HOURS = dict(
    zip(
        "one two three four five six seven eight nine ten eleven twelve".split(),
        range(1, 13),
        strict=True,
    )
)


@dataclass(frozen=True)
class TimeOfDay(Value):
    """A time of day on the clock of the site.

    Examples:
        ``14:30`` is ``2:30 pm``, ``2.30 p.m.`` and ``14:30:00``
        ``09:00`` is ``9 am``, ``9:00`` and ``9 o'clock``
        ``12:00`` is ``noon`` and ``12 pm``
        ``14:30`` is not ``2:30`` (that is at night) or ``14:03``
    """

    kind: ClassVar[str] = "time"
    hour: int
    minute: int
    second: int | None = None

    @classmethod
    def find(cls, text: str, setting: Setting = NO_SETTING) -> list[Mention[TimeOfDay]]:
        """All times in digits, "noon", "half past two"."""
        found = []
        for m in _TIME.finditer(text):
            half = (m["ap"] or m["ap2"] or m["ap3"] or "").lower()[:1]
            if m["part"]:
                half = "a" if m["part"].lower() == "morning" else "p"
            if m["part0"]:
                late = bool(re.search(r"noon|evening", m["part0"], re.I)) or int(m["h"]) >= 6
                half = "a" if "morning" in m["part0"].lower() or not late else "p"
            dotted = m["h"] and text[m.start() + len(m["h"])] == "."
            if dotted and not half and not (_CLOCK.search(m[0]) or _AT.search(text[: m.start()])):
                continue
            hour = int(m["h"] or m["h2"] or m["h3"])
            if half and hour > 12:
                half = ""
            if half:
                hour = hour % 12 + (12 if half == "p" else 0)
            minute = int(m["m"] or 0)
            second = int(m["s"]) if m["s"] and m["s"] != "00" else None
            if hour < 24 or minute == 0:
                found.append(Mention(cls(hour % 24, minute, second), m.start(), m.end()))
        for m in _NAMED.finditer(text):
            found.append(Mention(cls(0 if m[1].lower() == "midnight" else 12, 0), m.start(), m.end()))
        for m in _SPOKEN.finditer(text):
            hour = _HOURS.get(m[3].lower()) or int(m[3])
            half = (
                "a"
                if (m["part"] or "").lower() == "morning"
                else "p"
                if m["part"]
                else (m["ap"] or "").lower()[:1]
            )
            minute = 30 if m[1].lower() == "half" else 15
            if m[2].lower() == "to":
                hour, minute = hour - 1, 60 - minute
            if half:
                hour = hour % 12 + (12 if half == "p" else 0)
            found.append(Mention(cls(hour % 24, minute), m.start(), m.end()))
        for m in _MILITARY.finditer(text):
            found.append(Mention(cls(int(m["h"] or m["h2"]) % 24, int(m["m"] or 0)), m.start(), m.end()))
        for m in _PAST.finditer(text):
            word = m["hour"].lower()
            hour = {"midnight": 24, "noon": 12}.get(word) or _HOURS.get(word) or int(word)
            part = (m["part"] or "").lower()
            if hour <= 12 and re.search(r"^p|noon|evening|night", part):
                hour = hour % 12 + 12
            amount = m["n"].lower()
            shift = int(amount) if amount.isdigit() else int(numerals.from_words(amount))
            total = hour * 60 + (shift if m["way"].lower() in ("past", "after") else -shift)
            if not 0 < shift < 60:
                continue
            found = [x for x in found if not (m.start() < x.end and x.start < m.end())]
            found.append(Mention(cls(total // 60 % 24, total % 60), m.start(), m.end()))
        for m in _WORDED.finditer(text):
            if any(m.start() < x.end and x.start < m.end() for x in found):
                continue
            hour = _HOURS.get(m["h"].lower()) or int(m["h"])
            part = m["part"].lower()
            if re.search(r"^p|afternoon|evening", part) or (re.search("night", part) and hour >= 6):
                hour = hour % 12 + 12
            elif re.search(r"^a|morning|night", part):
                hour %= 12
            minute = _MINUTES[m["m"].lower()] if m["m"] else 0
            found.append(Mention(cls(hour % 24, minute), m.start(), m.end()))
        return sorted(found, key=lambda x: x.start)

    def same(self, other: TimeOfDay) -> bool:
        """Equal to the minute, and to the second where both give it."""
        if (self.hour, self.minute) != (other.hour, other.minute):
            return False
        return self.second is None or other.second is None or self.second == other.second

    def __str__(self) -> str:
        return f"{self.hour:02}:{self.minute:02}" + (f":{self.second:02}" if self.second is not None else "")
