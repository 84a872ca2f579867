"""Counts by month."""

from __future__ import annotations

import re
from collections.abc import Mapping as MappingType
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, ClassVar

from . import numerals
from .base import NO_SETTING, MatchResult, Mention, Setting, Value
from .claims import MAX_WORDS, is_page
from .date import MONTH, MONTHS
from .statement import Stance, Statement
from .surface import blank

_KEY = re.compile(
    rf"(?P<name>\b{MONTH})(?:,?\s(?:of\s)?(?P<year>20\d\d|19\d\d|'\d\d)(?!\d))?|(?<![\w.-])(?P<y>(?:19"
    rf"|20)\d\d)[-/](?P<m>0[1-9]|1[0-2])(?![\w-])"
    r"|(?<![\w:.-])(?P<m3>0[1-9]|1[0-2])(?=\s?:\s?(?:[1-9]\d*|0)(?!\d))"
    rf"|(?<![\w./-])(?P<m2>0?[1-9]|1[0-2])/(?P<y2>(?:19|20)\d\d)(?!\w)",
    re.I,
)
_COUNT = re.compile(
    rf"{numerals.LEFT}(?P<digits>{numerals.DIGITS})(?!\w)(?![.,]?\d)"
    rf"|(?<![\w-])(?P<words>{numerals.WORDS})(?![\w-])|(?P<none>\b(?:none|no orders?|no reviews?|nothing"
    rf"|nil)\b)",
    re.I,
)
_TOTAL_AFTER = re.compile(
    r"\s*(?:\w+\s+)?(?:altogether|in total|in all|(?:over)?all together|in sum|total|combined)\b", re.I
)
_TOTAL = re.compile(r"\b(?:total|sum|altogether|overall|average|combined)\b[^,;\n\d]{0,20}$", re.I)


@dataclass(frozen=True)
class MonthCounts(Value):
    """How many in each month.

    Examples:
        ``Jan: 5, Feb: 6`` is ``January 5, February 6`` and ``5 in January and 6 in February``
        ``Jan 2026: 5`` is ``2026-01: 5`` and ``01/2026: 5``
        ``Jan: 5, Feb: 0`` is ``Jan 5, Feb none``
        ``Jan: 5, Feb: 6`` is not ``Jan: 6, Feb: 5``, nor ``Jan: 5``
    """

    kind: ClassVar[str] = "month_counts"
    counts: tuple[tuple[int, int | None, Decimal], ...]

    @classmethod
    def find(cls, text: str, setting: Setting = NO_SETTING) -> list[Mention[MonthCounts]]:
        """The whole text, when months and counts pair up in it."""
        value, _ = _read(text, None)
        return [Mention(value, 0, len(text))] if value else []

    @classmethod
    def of(cls, counts: MappingType[Any, Any]) -> MonthCounts | None:
        """From a mapping of months to counts."""
        return cls.parse(", ".join(f"{k}: {v}" for k, v in counts.items()))

    @classmethod
    def parse(cls, text: str, setting: Setting = NO_SETTING) -> MonthCounts | None:
        """Months with their counts, in any order."""
        value, loose = _read(text, None)
        if re.fullmatch(r"\W*\d\d\s?:\s?\d+(?:\s*-\s*\d\d\s?:\s?\d+)?\W*", text):
            return None  # a time of day, or hours of opening
        return None if loose else value

    def same(self, other: MonthCounts) -> bool:
        """The same months with the same counts; a year that one leaves out is not compared."""
        mine, theirs = sorted(self.counts, key=str), sorted(other.counts, key=str)
        return len(mine) == len(theirs) and all(
            any(
                a[0] == b[0] and a[2] == b[2] and (a[1] is None or b[1] is None or a[1] == b[1])
                for b in theirs
            )
            for a in mine
        )

    def __str__(self) -> str:
        return ", ".join(f"{str(y) + '-' if y else ''}{m:02}: {numerals.plain(n)}" for m, y, n in self.counts)


def _read(text: str, statement: Statement | None) -> tuple[MonthCounts | None, bool]:
    """The pairs in a text, and whether something was left without a partner."""
    keys = [
        m
        for m in _KEY.finditer(text)
        if not (m["name"] and m["name"].lower() in ("may", "mar") and not m["name"][0].isupper())
    ]
    masked = blank(text, [m.span() for m in keys])
    counts = [
        m
        for m in _COUNT.finditer(masked)
        if not _TOTAL.search(masked[: m.start()])
        and not _TOTAL_AFTER.match(masked[m.end() :])
        and not (
            re.fullmatch(r"(?:19|20)\d\d", m[0])
            and (
                re.match(r"\s*:", masked[m.end() :])
                or re.search(r"\b(?:Q[1-4]|quarter of|in|of|year)\s*$", masked[: m.start()], re.I)
            )
        )
    ]
    if statement:
        counts = [
            m for m in counts if statement.stance(*m.span(), quantity=True, later=True) is not Stance.DENIED
        ]
    if not keys or not counts:
        return None, bool(keys or counts)
    forward = keys[0].start() < counts[0].start()
    if len(keys) != len(counts):
        return None, True
    marks = sorted([(m.start(), 0) for m in keys] + [(m.start(), 1) for m in counts])
    shape = [kind for _, kind in marks]
    half = len(keys)
    alternating = all(kind == (n % 2 if forward else 1 - n % 2) for n, kind in enumerate(shape))
    blocks = shape in ([0] * half + [1] * half, [1] * half + [0] * half)
    if not (alternating or blocks):
        return None, True
    pairs = []
    for key, count in zip(keys, counts, strict=True):
        month = (
            MONTHS[key["name"].lower().rstrip(".")]
            if key["name"]
            else int(key["m"] or key["m2"] or key["m3"])
        )
        year = key["year"] or key["y"] or key["y2"]
        number = Decimal(0) if count["none"] else numerals.read(count[0])
        pairs.append((month, int(year.replace("'", "20")) if year else None, number))
    if len({p[:2] for p in pairs}) < len(pairs):
        return None, True
    return MonthCounts(tuple(pairs)), False


def judge_month_counts(value: MonthCounts, statement: Statement, setting: Setting) -> MatchResult:
    """Every month has its count, and no other month is given one (months with none may be left in or out)."""
    expected = str(value)
    if is_page(statement, MAX_WORDS + 60):
        return MatchResult(0.0, "the answer is a whole page", expected=expected)
    got, loose = _read(statement.text, statement)
    if got is None or loose:
        got = _by_line(statement)
    if got is None:
        return MatchResult(0.0, "the answer does not pair months with counts", expected=expected)
    found = str(got)
    for month, year, number in value.counts:
        hits = [n for m, y, n in got.counts if m == month and (y is None or year is None or y == year)]
        if hits != [number] and not (number == 0 and not hits):
            return MatchResult(
                0.0,
                f"the answer gives {', '.join(map(numerals.plain, hits)) or 'nothing'} for month {month}, "
                f"expected {numerals.plain(number)}",
                expected=expected,
                found=found,
            )
    for month, year, number in got.counts:
        known = any(m == month and (y is None or year is None or y == year) for m, y, _ in value.counts)
        if not known and number != 0:
            return MatchResult(
                0.0,
                f"the answer gives a count for month {month}, which was not asked",
                expected=expected,
                found=found,
            )
    return MatchResult(1.0, "every month has its count", expected=expected, found=found)


def _by_line(statement: Statement) -> MonthCounts | None:
    """Pairs line by line or clause by clause; lines without a month are passed over."""
    pairs: list[tuple[int, int | None, Decimal]] = []
    for piece in re.split(r"\n|;|,(?!\d)|•|\.\s|\band\b", statement.text):
        if not _KEY.search(piece):
            continue
        one, loose = _read(piece, None)
        if one is None or loose:
            if _COUNT.search(blank(piece, [m.span() for m in _KEY.finditer(piece)])):
                return None
            continue
        pairs += one.counts
    return MonthCounts(tuple(pairs)) if pairs and len({p[:2] for p in pairs}) == len(pairs) else None
