# ruff: noqa: E501 - patterns
"""Spans of days."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import ClassVar

from .base import NO_SETTING, Mention, Setting, Value
from .date import DAY_WORDS, MONTH, Date

_JOINT = re.compile(
    r"\s*(?:-+|/|to|bis(?: zum)?|until|till|through|thru|up to(?: and including)?|and|(?:and\s+)?(?:it\s+)?(?:ends?|ended"
    r"|finish\w*|runs|lasts|closes)(?:ing)?(?:\s+(?:on|until|to|till))?:?|,?\s*(?:to|end(?: "
    r"date)?):?)\s*(?:the\s+|on\s+)?",
    re.I,
)
# "First day: 16 March; last day: 20 March".
_FIRST = re.compile(r"\b(?:first|start\w*|begin\w*|begins|from|opens)\b[^.;,\n\d]{0,25}$", re.I)
_LAST = re.compile(
    r"\s*[.;,\n|)]?\s*(?:and\s+)?(?:the\s+|its\s+|it\s+)?(?:last|end\w*|finish\w*|final|closing|until|to)(?:\s+(?:day|date|on|is))*\s*"
    r"[:=(]?\s*",
    re.I,
)
_BACKWARDS = re.compile(
    r"\s*,?\s*(?:and\s+)?(?:it\s+)?(?:start\w*|beg[aiu]n\w*)(?:\s+(?:on|from))?(?:\s+the)?\s*", re.I
)
_HEADS = re.compile(
    r"\b(?:start|from|first|begin)\w*[^\n|]*\|[^\n|]*\b(?:end|to|until|last|finish)\w*[^\n]*\n[^\n]*$", re.I
)
# "16.03. - 20.03.2026": the year stands at the end only.
_YEAR_SHARED = re.compile(
    r"(?<![\w./-])(?P<a>\d{1,2}(?P<s>[./])\d{1,2})(?P=s)?\s?(?:-|to|until|bis)\s?(?P<b>\d{1,2}(?P=s)\d{1,2}(?P=s)(?P<y>\d{4}))(?!\w)",
    re.I,
)
_SLASHED = re.compile(r"(\d{1,2})/(\d{1,2})/\d{4}")
_SHORT_END = re.compile(
    rf"(?<![\w.-])(?P<a>[0-3]?\d|{DAY_WORDS})(?:st|nd|rd|th|\.)?\s?(?:-+|to|bis|until|till|through"
    rf"|and)\s?(?:the\s+)?(?P<rest>(?:[0-3]?\d|{DAY_WORDS})(?:st|nd|rd|th|\.)?\s?(?:of\s+)?(?:{MONTH})(?:,?\s*\d{{4}})?)(?!\w)",
    re.I,
)
_LONG_END = re.compile(
    rf"\b(?P<mon>{MONTH})\s?(?P<a>[0-3]?\d)(?:st|nd|rd|th)?\s?(?:-+|to|until|till|through"
    rf"|and)\s?(?P<b>[0-3]?\d)(?:st|nd|rd|th)?(?P<year>,?\s*\d{{4}})?(?!\w)",
    re.I,
)
_MONTHS_SHARED = re.compile(
    rf"\b(?P<a>{MONTH})\s?(?:-+|to|until|till|through|and)\s?(?P<b>{MONTH})\s?,?\s?(?P<year>\d{{4}})(?!\w)",
    re.I,
)


@dataclass(frozen=True)
class DateRange(Value):
    """From one day (or month, or year) to another, both included.

    Examples:
        ``2026-03-01 to 2026-03-16`` is ``1-16 March 2026`` and ``March 1 - 16, 2026``
        ``2026-03-01 to 2026-03-16`` is ``from 1 March 2026 until 16 March 2026``
        ``March 2026 to May 2026`` is ``March - May 2026``
        ``2026-03-01 to 2026-03-16`` is not ``2026-03-01 to 2026-03-15``, nor its first day alone
    """

    kind: ClassVar[str] = "date_range"
    first: Date
    last: Date

    @classmethod
    def find(cls, text: str, setting: Setting = NO_SETTING) -> list[Mention[DateRange]]:
        """All pairs of dates joined by "to", a dash and the like."""
        found: list[Mention[DateRange]] = []

        def add(a: str | Date, b: str | Date, start: int, end: int) -> None:
            first = a if isinstance(a, Date) else _one(a, setting)
            last = b if isinstance(b, Date) else _one(b, setting)
            if first and last and not any(start < x.end and x.start < end for x in found):
                if first.year is None and last.year:
                    first = replace(first, year=last.year)
                found.append(Mention(cls(first, last), start, end))

        for m in _SHORT_END.finditer(text):
            tail = re.sub(rf"^(?:[0-3]?\d|{DAY_WORDS})(?:st|nd|rd|th)?\.?", "", m["rest"], flags=re.I)
            add(f"{m['a']}{tail}", m["rest"], m.start(), m.end())
        for m in _LONG_END.finditer(text):
            if int(m["b"]) <= 31 and not re.match(rf"\s?(?:{MONTH})", text[m.end() :], re.I):
                year = m["year"] or ""
                add(f"{m['mon']} {m['a']}{year}", f"{m['mon']} {m['b']}{year}", m.start(), m.end())
        for m in _YEAR_SHARED.finditer(text):
            add(f"{m['a']}{m['s']}{m['y']}", m["b"], m.start(), m.end())
        for m in _MONTHS_SHARED.finditer(text):
            add(f"{m['a']} {m['year']}", f"{m['b']} {m['year']}", m.start(), m.end())
        days = Date.find(text, setting)
        for a, b in pairwise(days):
            gap = re.sub(r"\([^()\d]*\)", "", text[a.end : b.start])
            if _BACKWARDS.fullmatch(gap) and re.search(
                r"\b(?:until|till|to|end\w*)\s+(?:on\s+)?(?:the\s+)?$", text[: a.start], re.I
            ):
                add(b.value, a.value, a.start, b.end)
            elif re.fullmatch(r"\s*\|\s*", gap) and _HEADS.search(text[: a.start]):
                add(a.value, b.value, a.start, b.end)
            elif _JOINT.fullmatch(gap) or (_LAST.fullmatch(gap) and _FIRST.search(text[: a.start])):
                first, last = _one_order(a, b, text, setting)
                add(first, last, a.start, b.end)
        return sorted(found, key=lambda x: x.start)

    def same(self, other: DateRange) -> bool:
        """Equal at both ends."""
        return self.first.same(other.first) and self.last.same(other.last)

    def written_as(self, other: DateRange, setting: Setting) -> bool:
        """Both ends as dates are compared with an answer's."""
        return self.first.written_as(other.first, setting) and self.last.written_as(other.last, setting)

    def __str__(self) -> str:
        return f"{self.first} to {self.last}"


def _one_order(a: Mention[Date], b: Mention[Date], text: str, setting: Setting) -> tuple[Date, Date]:
    """Both ends as they stand; where one tells that the month comes first (05/31/2026), so it does in the other."""
    shown = [_SLASHED.fullmatch(text[m.start : m.end].strip()) for m in (a, b)]
    if a.value.exchangeable == b.value.exchangeable or not all(shown):
        return a.value, b.value
    sure = next(s for s, m in zip(shown, (a, b), strict=True) if s and not m.value.exchangeable)
    if int(sure[1]) == int(sure[2]):
        return a.value, b.value
    known = Setting(setting.intent, {**setting.options, "day_first": int(sure[1]) > 12})
    first, last = (_one(text[m.start : m.end], known) for m in (a, b))
    return first or a.value, last or b.value


def _one(text: str, setting: Setting) -> Date | None:
    found = Date.find(text, setting)
    return found[0].value if found else None
