# ruff: noqa: SIM905 - word lists read best as running text
"""Numbers as people write them: digits with separators, and words."""

from __future__ import annotations

import re
from decimal import Decimal
from functools import lru_cache

_UNITS = {
    w: n
    for n, w in enumerate(
        (
            "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
            "fifteen sixteen seventeen eighteen nineteen"
        ).split()
    )
}
_TENS = {w: 10 * n for n, w in enumerate("twenty thirty forty fifty sixty seventy eighty ninety".split(), 2)}
_TENS["fourty"] = 40
_SCALES = {"hundred": 100, "thousand": 1000, "million": 1_000_000, "billion": 1_000_000_000}
_ORDINALS = {
    "first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8,
    "ninth": 9, "tenth": 10, "eleventh": 11, "twelfth": 12, "thirteenth": 13, "fourteenth": 14,
    "fifteenth": 15, "sixteenth": 16, "seventeenth": 17, "eighteenth": 18, "nineteenth": 19,
    "twentieth": 20, "thirtieth": 30, "fortieth": 40, "fiftieth": 50,
}  # fmt: skip
_UNIT = "|".join(sorted(_UNITS, key=len, reverse=True))
_TEN = "|".join(_TENS)
_SMALL = rf"(?:(?:{_TEN})(?:[- ](?:{_UNIT}))?|{_UNIT})"
_SCALE = r"(?:hundred|thousand|million|billion)"
# A run of number words: "one hundred and five", "two thousand three hundred", "a hundred", "a dozen".
WORDS = (
    rf"(?:(?:{_SMALL}|(?<!\w)an?)(?:[ -]{_SCALE})+(?:,? (?:and )?{_SMALL}(?:[ -]{_SCALE})*)*"
    rf"|{_SMALL}(?: point(?:[ -](?:{_UNIT})\b)+)"
    rf"|{_SMALL}(?! ?-? ?(?:dozen)\b)|(?:(?:{_SMALL}|an?|half a) )?dozen)"
)
# Thousands in groups of three (any of , . ' or a space) with decimals, or plain digits with decimals.
GROUPED = (
    r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d{1,3}(?:\.\d{3}){2,}(?:,\d+)?|\d{1,3}(?:\.\d{3})+,\d+|"
    r"\d{1,3}(?:[ ']\d{3})+(?:[.,]\d+)?(?![.,]?\d)"
)
DIGITS = rf"(?:{GROUPED}|\d+(?:[.,]\d+)?)"
# Not glued to letters, digits or separators on either side.
LEFT = r"(?<![\w.,])(?<!\d[ '](?=\d{3}\b))(?<![\w]-)"
RIGHT = r"(?!\w)(?![.,]\d)"
ORDINAL_WORDS = "|".join(_ORDINALS)


def from_digits(text: str) -> Decimal:
    """``1,234.50``, ``1.234,50``, ``1 234.50``, ``12,5`` as a number; ``1.234`` is 1.234, ``1,234`` 1234."""
    plain = text.replace(" ", "").replace("'", "")
    comma, dot = plain.rfind(","), plain.rfind(".")
    if comma >= 0 and dot >= 0:
        thousands, decimal = (",", ".") if dot > comma else (".", ",")
        plain = plain.replace(thousands, "").replace(decimal, ".")
    elif comma >= 0:
        grouped = re.fullmatch(r"[1-9]\d{0,2}(?:,\d{3})+", plain)
        plain = plain.replace(",", "" if grouped else ".")
    elif plain.count(".") > 1:
        plain = plain.replace(".", "")
    return Decimal(plain)


@lru_cache(maxsize=4096)
def from_words(text: str) -> Decimal:
    """``one hundred and five`` as 105, ``a dozen`` as 12, ``twenty-five`` as 25."""
    total = current = 0
    low = text.lower()
    if low.endswith("dozen"):
        head = low.removesuffix("dozen").strip()
        factor = (
            Decimal("0.5")
            if head == "half a"
            else Decimal(1)
            if head in ("", "a", "an")
            else from_words(head)
        )
        return factor * 12
    low, _, places = low.partition(" point")
    digits = "".join(str(_UNITS[w]) for w in re.split(r"[ -]+", places) if w in _UNITS)
    if digits:
        return from_words(low) + Decimal(f"0.{digits}")
    for word in re.split(r"[ ,-]+", low):
        if word in _UNITS:
            current += _UNITS[word]
        elif word in _TENS:
            current += _TENS[word]
        elif word in ("a", "an"):
            current += 1
        elif word == "hundred":
            current = (current or 1) * 100
        elif word in _SCALES:
            total += (current or 1) * _SCALES[word]
            current = 0
    return Decimal(total + current)


def from_ordinal(word: str) -> int:
    """``third`` as 3; KeyError when it is none."""
    return _ORDINALS[word.lower()]


NUMBER = re.compile(rf"{LEFT}(?:{DIGITS}){RIGHT}|\b{WORDS}\b", re.I)


def read(text: str) -> Decimal:
    """Digits or words, as ``NUMBER`` finds them."""
    return from_digits(text) if text[0].isdigit() else from_words(text)


def plain(number: Decimal) -> str:
    """The number without exponent and trailing zeros: 1234.50 as ``1234.5``."""
    text = f"{number:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text
