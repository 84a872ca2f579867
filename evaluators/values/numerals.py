"""Numbers as people write them, and how they are rounded; for all types that hold one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_UP, Decimal
from typing import Any

from tasks.formats import Format

# 1,234.50 · 1.234,50 · 1 234 · 12.5 · 12,5; the sign stands apart, for it may be a dash.
NUMBER = (
    r"(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d{1,3}(?:\.\d{3})+,\d+|\d{1,3}(?:\.\d{3}){2,}"
    r"|\d{1,3}(?: \d{3})+(?:[.,]\d+)?|\d{1,3}(?:'\d{3})+(?:\.\d+)?|\d+(?:[.,]\d+)?)(?![.,]?\d)"
)
START = r"(?<![\w.,±])(?<![\w.,/:#]-)"
_SMALL = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)  # fmt: skip
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
WORDS = {word: number for number, word in enumerate(_SMALL)}
for _index, _ten in enumerate(_TENS, 2):
    WORDS[_ten] = 10 * _index
    for _unit in range(1, 10):
        WORDS[f"{_ten}-{_SMALL[_unit]}"] = WORDS[f"{_ten} {_SMALL[_unit]}"] = 10 * _index + _unit
WORDS |= {"a hundred": 100, "one hundred": 100, "hundred": 100}
WORD = rf"(?:{'|'.join(sorted(WORDS, key=len, reverse=True))})"
TIMES = {"thousand": 3, "million": 6, "billion": 9, "k": 3}
_ROUNDINGS = {None: ROUND_HALF_UP, "half_up": ROUND_HALF_UP, "down": ROUND_FLOOR, "up": ROUND_CEILING}
LARGEST = 10**15


def decimal(text: str) -> Decimal | None:
    """What ``NUMBER`` or ``WORD`` matched, as a number; None where it is too large to be meant."""
    low = text.casefold()
    if low in WORDS:
        return Decimal(WORDS[low])
    if len(text) > 40:
        return None
    text = text.replace(" ", "").replace("'", "")
    if re.fullmatch(r"\d{1,3}(,\d{3})+(\.\d+)?", text) and not text.startswith("0"):
        text = text.replace(",", "")
    elif re.fullmatch(r"\d{1,3}(\.\d{3})+,\d+|\d{1,3}(\.\d{3}){2,}", text):
        text = text.replace(".", "").replace(",", ".")
    else:
        text = text.replace(",", ".")
    value = Decimal(text)
    return value if value < LARGEST else None


def matched(m: re.Match[str]) -> int | float | None:
    """The value of a match with ``number``, and maybe ``times`` and a ``sign``."""
    number = decimal(m["number"])
    if number is None:
        return None
    groups = m.groupdict()
    times = (groups["times"] or groups.get("k") or "").strip().casefold()
    number = number.scaleb(TIMES[times]) if times else number
    signs = [groups.get(name) or "" for name in ("sign", "sign1", "sign2")]
    return canonical(-number if any(sign.strip().casefold() in ("-", "minus") for sign in signs) else number)


def canonical(value: Decimal) -> int | float:
    """A number of JSON."""
    return int(value) if value == value.to_integral_value() else float(value)


def exact(value: Any) -> Decimal | None:
    """A number of JSON as a decimal; None for what is none."""
    if isinstance(value, bool) or not isinstance(value, int | float | Decimal):
        return None
    number = Decimal(str(value))
    return number if number.is_finite() and abs(number) < LARGEST else None


def rounded(value: Any, format: Format, decimals: int | None = None) -> Decimal:
    """A number with as many digits as are asked for; exact where nothing is said."""
    number = Decimal(str(value))
    places = format.decimals if format.decimals is not None else decimals
    if places is None:
        return number.normalize()
    return number.quantize(Decimal(1).scaleb(-places), _ROUNDINGS[format.rounding])


def digits(format: Format) -> str:
    """How many digits are asked for, in words; empty where nothing is said."""
    if format.decimals is None:
        return ""
    how = {"down": ", rounded down", "up": ", rounded up"}.get(format.rounding or "", ", rounded")
    if format.decimals == 0:
        return f"{how} to a whole number"[2:]
    return f"{how} to {format.decimals} decimal{'s' if format.decimals > 1 else ''}"[2:]


def example(whole: int, format: Format, decimals: int = 0) -> str:
    """A constant example with the digits that are asked for."""
    places = format.decimals if format.decimals is not None else decimals
    return f"{Decimal(str(whole + (0.5 if places else 0))):.{places}f}"


def near(value: Any, format: Format, decimals: int = 0) -> Iterator[tuple[str, int | float]]:
    """Numbers that are nearly this one."""
    number = Decimal(str(value))
    places = format.decimals if format.decimals is not None else decimals
    step = Decimal(1).scaleb(-places)
    yield "last digit changed", canonical(number + step)
    yield "last digit changed", canonical(number - step)
    yield "ten times", canonical(number * 10) if number else 10
    if number:
        yield "sign changed", canonical(-number)
        yield "one more", canonical(number + 1)
    digits = re.sub(r"(\d)(?!\1)(\d)", r"\2\1", text := str(abs(number)), count=1)
    if digits != text:
        yield "digits swapped", canonical(Decimal(digits).copy_sign(number))
