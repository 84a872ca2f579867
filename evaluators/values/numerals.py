"""Numbers as people write them, for all types that hold one."""

from __future__ import annotations

import re
from decimal import Decimal

# 1,234.50 · 1.234,50 · 1 234 · 12.5 · 12,5; the sign stands apart, for it may be a dash.
NUMBER = (
    r"(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d{1,3}(?:\.\d{3})+,\d+|\d{1,3}(?:\.\d{3}){2,}"
    r"|\d{1,3}(?: \d{3})+(?:[.,]\d+)?|\d{1,3}(?:'\d{3})+(?:\.\d+)?|\d+(?:[.,]\d+)?)(?![.,·٫․。]?\d)"
)
START = r"(?<![\w.,·٫․。±])(?<![\w.,/:#]-)"
_SPELLED = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen"
)
_SMALL = _SPELLED.split()
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
WORDS = {word: number for number, word in enumerate(_SMALL)}
WORDS |= {ten: number for number, ten in zip(range(20, 100, 10), _TENS, strict=True)}
WORDS |= {f"{ten}{mark}{_SMALL[n]}": WORDS[ten] + n for ten in _TENS for n in range(1, 10) for mark in "- "}
WORDS |= {"a hundred": 100, "one hundred": 100, "hundred": 100}
WORD = rf"(?:{'|'.join(sorted(WORDS, key=len, reverse=True))})"
TIMES = {"thousand": 3, "million": 6, "billion": 9, "k": 3}
LARGEST = 10**15


def decimal(text: str) -> Decimal:
    """What ``NUMBER`` or ``WORD`` matched, as a number."""
    low = text.casefold()
    if low in WORDS:
        return Decimal(WORDS[low])
    text = text.replace(" ", "").replace("'", "")
    if re.fullmatch(r"[1-9]\d{0,2}(,\d{3})+(\.\d+)?", text):
        text = text.replace(",", "")
    elif re.fullmatch(r"\d{1,3}(\.\d{3})+,\d+|\d{1,3}(\.\d{3}){2,}", text):
        text = text.replace(".", "")
    return Decimal(text.replace(",", "."))


def matched(m: re.Match[str]) -> int | float | None:
    """The value of a match with ``number``, and maybe ``times``, an ``exponent`` and a ``sign``."""
    number, groups = decimal(m["number"]), m.groupdict()
    times = (groups.get("times") or groups.get("k") or "").strip().casefold()
    number = number.scaleb(TIMES.get(times, 0) + int(groups.get("exponent") or 0))
    signs = [(groups.get(name) or "").strip().casefold() for name in ("sign", "sign1", "sign2")]
    return canonical(-number if "-" in signs or "minus" in signs else number)


def canonical(value: Decimal) -> int | float | None:
    """A number of JSON; None where it is too large to be meant."""
    if not value.is_finite() or abs(value) >= LARGEST:
        return None
    return int(value) if value == value.to_integral_value() else float(value)
