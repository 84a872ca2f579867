"""Lengths of time."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from decimal import Decimal
from typing import ClassVar

from . import numerals
from .base import NO_SETTING, Mention, Setting, Value
from .units import factor

_UNITS = {
    "second": r"s|secs?|seconds?",
    "minute": r"min|mins|minutes?|m(?=\b)",
    "hour": r"h|hrs?|hours?",
    "day": r"d|days?",
    "week": r"w|wks?|weeks?",
    "month": r"months?",
    "year": r"y|yrs?|years?",
}
_LONG = {"month": Decimal(2_629_746), "year": Decimal(31_556_952)}  # mean Gregorian, only equal to themselves
_UNIT = "|".join(f"(?P<{name}>{pattern})" for name, pattern in _UNITS.items())
_NUMBER = (
    r"(?:(?P<half>half an?|a half)|(?P<quarter>(?:a )?quarter(?: of)? an?|three[- ]quarters? of an?)"
    rf"|(?P<number>\d+\s1/2|\d+½|{numerals.DIGITS})|(?P<words>{numerals.WORDS}(?: and a half)?|an?))"
)
_PART = re.compile(
    rf"(?:(?<![\w.,:])(?<![\w]-)|(?<=\d[hHdDmM])|(?<=\dmin)){_NUMBER}\s?-?(?:{_UNIT})(?![a-z]"
    rf"|'[a-z])\.?(?P<andhalf>\s+and\s+(?:a half|(?:a|three) quarters?))?(?=\W|\d|$)",
    re.I,
)
_CLOCK = re.compile(
    r"(?<![\w:.,/-])(?P<a>\d{1,3}):(?P<b>[0-5]\d)(?::(?P<c>[0-5]\d))?(?:\s?(?P<unit>h|hrs?|hours?|min|mins"
    r"|minutes))?(?!\s?[ap]\.?m)(?![\w:])(?!-\d)",
    re.I,
)
_ISO = re.compile(r"(?<!\w)PT(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?(?!\w)")
_TAIL = re.compile(
    rf"(?:\s+|\s*and\s+|)(?P<n>[0-5]?\d|{numerals.WORDS})(?![\w.,:%]|\s*(?:[$€£%]|[a-z]*meter|km|mi\b))", re.I
)
_GAP = re.compile(r"\s*(?:,|and|&|,\s*and)?\s*")


@dataclass(frozen=True)
class Duration(Value):
    """A length of time, in seconds inside.

    Examples:
        ``2h58min`` is ``2:58``, ``178 minutes``, ``2 hours and 58 minutes`` and ``2 h 58``
        ``90 min`` is ``1.5 hours`` and ``an hour and a half``
        ``34 min`` is ``34 minutes`` and ``0:34``
        ``2h58min`` is not ``just under three hours``, ``2.58 hours`` or ``258 minutes``
    """

    kind: ClassVar[str] = "duration"
    seconds: Decimal
    slack: Decimal = field(default=Decimal(0), compare=False)

    @classmethod
    def find(cls, text: str, setting: Setting = NO_SETTING) -> list[Mention[Duration]]:
        """All lengths of time; parts that follow each other from large to small are one."""
        parts = [(m.start(), m.end(), *_read(m)) for m in _PART.finditer(text) if _is_part(m, text)]
        found: list[Mention[Duration]] = []
        i = 0
        while i < len(parts):
            start, end, seconds, unit = parts[i]
            j = i + 1
            while j < len(parts) and parts[j][3] < unit and _GAP.fullmatch(text[end : parts[j][0]]):
                seconds += parts[j][2]
                end, unit = parts[j][1], parts[j][3]
                j += 1
            tail = _TAIL.match(text, end) if unit == 3600 and text[end - 1].isalpha() else None
            if tail and (j >= len(parts) or tail.end() <= parts[j][0]):
                seconds += numerals.read(tail["n"]) * 60
                end = tail.end()
            decimals = re.match(r"\d+[.,](\d+)", text[start:end]) if j == i + 1 else None
            slack = unit * Decimal("0.5").scaleb(-len(decimals[1])) if decimals else Decimal(0)
            found.append(Mention(cls(seconds.normalize(), slack), start, end))
            i = j
        if ":" in text:
            found += cls._clocks(text, found)
        for m in _ISO.finditer(text):
            if any(m.groups()):
                h, mi, s = (int(g or 0) for g in m.groups())
                found = [x for x in found if not (x.start < m.end() and m.start() < x.end)]
                found.append(Mention(cls(Decimal(h * 3600 + mi * 60 + s).normalize()), m.start(), m.end()))
        return sorted(found, key=lambda x: x.start)

    @classmethod
    def _clocks(cls, text: str, found: list[Mention[Duration]]) -> list[Mention[Duration]]:
        """``2:58`` as hours and minutes (minutes and seconds only when it says min), ``1:02:03`` in full."""
        more = []
        for m in _CLOCK.finditer(text):
            if any(m.start() < x.end and x.start < m.end() for x in found):
                continue
            if re.search(
                r"\b(?:at|@|from|until|till|by|since|leav\w+|depart\w+|arriv\w+)\s$", text[: m.start()], re.I
            ):
                continue
            a, b, c = int(m["a"]), int(m["b"]), int(m["c"] or 0)
            minutes = bool(m["unit"]) and m["unit"].lower().startswith("m") and not m["c"]
            seconds = a * 60 + b if minutes else a * 3600 + b * 60 + c
            more.append(Mention(cls(Decimal(seconds).normalize()), m.start(), m.end()))
        return more

    def same(self, other: Duration) -> bool:
        """Equal lengths; hours given in decimals are equal when they are to the second."""
        return abs(self.seconds - other.seconds) < Decimal("0.5")

    def echoed_by(self, other: Duration) -> bool:
        """178 minutes are repeated by "2.97 hours"."""
        return self.same(other) or abs(self.seconds - other.seconds) <= other.slack

    def __str__(self) -> str:
        total = int(self.seconds)
        hours, rest = divmod(total, 3600)
        minutes, seconds = divmod(rest, 60)
        shown = [f"{n} {u}" for n, u in ((hours, "h"), (minutes, "min"), (seconds, "s")) if n]
        return " ".join(shown) or "0 s"


def _is_part(m: re.Match[str], text: str) -> bool:
    """ "5 m" is a distance, "a day" in "per day" is none."""
    if m["minute"] and m["minute"].lower() == "m":
        return bool(re.search(r"\dh\s?$|\bh\s?$", text[: m.start()], re.I)) or bool(
            re.match(r"\s?\d+\s?s\b", text[m.end() :])
        )
    if m["words"] and m["words"].lower() in ("a", "an"):
        return not re.search(r"\b(?:times|once|twice|per)\s$", text[: m.start()], re.I) and len(m[0]) > 4
    return not (m["second"] and m["words"] and m["words"].lower() in ("a", "one"))


def _read(m: re.Match[str]) -> tuple[Decimal, Decimal]:
    unit = next(name for name in _UNITS if m[name])
    size = _LONG.get(unit) or factor(unit, "second")
    if m["half"]:
        count = Decimal("0.5")
    elif m["quarter"]:
        count = Decimal("0.75") if m["quarter"].lower().startswith("three") else Decimal("0.25")
    elif m["number"]:
        count = Decimal("0.5") if re.search(r"1/2$|½$", m["number"]) else Decimal(0)
        count += numerals.from_digits(re.sub(r"\s1/2$|½$", "", m["number"]))
    else:
        low = m["words"].lower()
        halved = low.endswith(" and a half")
        low = low.removesuffix(" and a half")
        count = (Decimal(1) if low in ("a", "an") else numerals.from_words(low)) + (
            Decimal("0.5") if halved else 0
        )
    if m["andhalf"]:
        tail = m["andhalf"].lower()
        count += (
            Decimal("0.75") if "three" in tail else Decimal("0.25") if "quarter" in tail else Decimal("0.5")
        )
    return count * size, size
