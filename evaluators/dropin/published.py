"""Values of a results schema as WebArena-Verified's published package reads and compares them.

Each type reads a value or refuses it with ``ValueError``; what was read is compared with the package's own
tolerance: money to 0.1 whatever its currency, durations to 3 minutes or a tenth, distances to 10 m or 2 %,
places on the map to 0.00001 degrees, names of places by four fifths of their letters.
"""

from __future__ import annotations

import base64
import binascii
import json
import re
import unicodedata
from calendar import month_name
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from operator import eq
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from dateutil import parser as dates
from price_parser import Price
from rapidfuzz import fuzz, utils

from tasks import matching

from .published_places import address, coordinates

LONGEST = 20_000
"""Characters of a value that is read."""

_DROPPED = dict.fromkeys(map(ord, "™®℠©"))
_PLAIN = str.maketrans(
    {
        **dict.fromkeys("‘’‚‛", "'"), **dict.fromkeys("“”„‟", '"'), **dict.fromkeys("‐‑‒–−", "-"),
        "—": "--", "―": "--", "…": "...", "€": "EUR", "£": "PS", "¥": "Y=", "°": "deg", "•": "*", "×": "x",
        "ß": "ss", "æ": "ae", "Æ": "AE", "œ": "oe", "Œ": "OE", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L",
        "đ": "d", "Đ": "D", "ð": "d", "þ": "th", "Þ": "Th", "ı": "i", "«": "<<", "»": ">>", "⁄": "/",
    }
)  # fmt: skip
_HYPHENS = re.compile(r"(?<=[a-zA-Z])[-‐-―−\xad]|[-‐-―−\xad](?=[a-zA-Z])")
_EDGES = "'\"`.,;:!?"


def plain(text: str) -> str:
    """A text for comparison: one case, Latin letters without accents, hyphens of words as blanks.

    Letters of other scripts stay as they are, where the package writes them in Latin ones.
    """
    text = _HYPHENS.sub(" ", unicodedata.normalize("NFKC", text.translate(_DROPPED)))
    text = "".join(
        " " if c in "\t\n\r" else c for c in text if c in "\t\n\r" or unicodedata.category(c)[0] != "C"
    )
    parts = unicodedata.normalize("NFKD", text.translate(_PLAIN))
    return " ".join("".join(c for c in parts if not unicodedata.combining(c)).split()).casefold()


def is_pattern(value: Any) -> bool:
    """Whether an expected text is a regular expression: it begins with ``^`` and ends with ``$``."""
    return isinstance(value, str) and len(value) > 1 and value.startswith("^") and value.endswith("$")


# ---- readers ------------------------------------------------------------------------------------


def _string(value: Any) -> str:
    return str(value or "").lower().strip()


def _number(value: Any) -> float:
    if isinstance(value, int | float):
        return float(value)
    text = str(value or "")
    try:
        return float(text.replace(",", "").replace(" ", ""))
    except ValueError:
        return float(_in_words(text))


_NUMERALS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety"
)
_SCALES = {"thousand": 10**3, "million": 10**6, "billion": 10**9}
_SMALL = dict(zip(_NUMERALS.split(), [*range(20), *range(20, 100, 10)], strict=True))


def _in_words(text: str) -> int:
    """A number in words; others beside them are passed over, as the package does."""
    words = [word for word in text.split() if word in _SMALL or word in _SCALES or word == "hundred"]
    if not words:
        raise ValueError(f"no number: {text}")
    total = part = 0
    for word in words:
        if word == "hundred":
            part = (part or 1) * 100
        elif word in _SCALES:
            total, part = total + (part or 1) * _SCALES[word], 0
        else:
            part += _SMALL[word]
    return total + part


def _currency(value: Any) -> Decimal:
    text = str("" if value is None else value)
    negative = text.startswith("-")
    if negative:
        text = text.replace("-", "")
    point = "." if text.rfind(".") > text.rfind(",") else ","
    amount = Price.fromstring(text, decimal_separator=point).amount_float
    if amount is None:
        raise ValueError(f"no amount: {text}")
    return Decimal(str(-amount if negative else amount))


def _boolean(value: Any) -> bool:
    if isinstance(value, bool | int | float):
        return bool(value)
    if value in ("true", "yes", "y", "1", "t", "on"):
        return True
    if value in ("false", "no", "n", "0", "f", "off"):
        return False
    raise ValueError(f"neither yes nor no: {value}")


_LACKING = datetime(2000, 1, 1)  # what a date does not say; the package takes the day on which it is run


def _date(value: Any) -> str:
    if not isinstance(value, str) or not value:
        raise ValueError("no date")
    return dates.parse(re.sub(r",(?! )", ", ", value), default=_LACKING, dayfirst=False).date().isoformat()


def _month(value: Any) -> str:
    if isinstance(value, bool) or value is None or value == "":
        raise ValueError("no month")
    try:
        number = float(value) if not isinstance(value, str) else int(value)
    except ValueError:
        number = dates.parse(value, default=_LACKING).month
    if number != int(number) or not 1 <= number <= 12:
        raise ValueError(f"no month: {value}")
    return month_name[int(number)]


def _short(value: Any) -> str:
    text = str(value or "")
    if len(text) > 200:
        raise ValueError("too long for one quantity")
    return text


_UNITS = (
    (31_536_000, r"y|ys|yrs?|years?"), (2_592_000, r"mos?|mths?|months?"), (604_800, r"w|wks?|weeks?"),
    (86_400, r"d|dys?|days?"), (3600, r"h|hrs?|hours?"), (60, r"m|mins?|minutes?"), (1, r"s|secs?|seconds?"),
    (0.001, r"ms|msecs?|millis|milliseconds?"),
)  # fmt: skip
_DURATION = re.compile(
    r"([+-]?)\s*" + "".join(rf"(?:([\d.]+)\s*(?:{names})(?![a-z])\s*(?:[,/]\s*)?)?" for _, names in _UNITS)
)
_RUN_TOGETHER = re.compile(r"(?<=[a-z])(?=\d)")
_CLOCK = re.compile(r"([+-]?)\s*(?:(?:(\d+):)?(\d+):)?(\d{1,2})?:(\d{2}(?:\.\d+)?)")


def _duration(value: Any) -> float:
    text = re.sub(r"(\d+):(\d+)\s*hours?", r"\1h\2m", _short(value))
    if clock := _CLOCK.fullmatch(text.strip()):
        sign, *parts = clock.groups()
        seconds = sum(float(part or 0) * by for part, by in zip(parts, (86_400, 3600, 60, 1), strict=True))
        return -seconds if sign == "-" else seconds
    found = _DURATION.fullmatch(_RUN_TOGETHER.sub(" ", text.strip()))
    if found is None or not any(found.groups()[1:]):
        raise ValueError(f"no duration: {text}")
    sign, *parts = found.groups()
    seconds = sum(float(part or 0) * by for part, (by, _) in zip(parts, _UNITS, strict=True))
    return -seconds if sign == "-" else seconds


_METRES = {
    "m": 1, "meter": 1, "metre": 1, "km": 1000, "kilometer": 1000, "kilometre": 1000, "k": 1000,
    "cm": 0.01, "centimeter": 0.01, "centimetre": 0.01, "mm": 0.001, "millimeter": 0.001, "millimetre": 0.001,
    "mi": 1609.344, "mile": 1609.344, "ft": 0.3048, "foot": 0.3048, "feet": 0.3048, "yd": 0.9144,
    "yard": 0.9144, "in": 0.0254, "inch": 0.0254, "inches": 0.0254,
}  # fmt: skip


def _distance(value: Any) -> float:
    found = re.fullmatch(r"(-?[\d,]*\.?\d+|-?[\d,]+\.)\s*([a-z]+)", _short(value).strip())
    unit = found.group(2) if found else ""
    by = _METRES.get(unit, _METRES.get(unit.removesuffix("s")))
    if found is None or by is None:
        raise ValueError(f"no distance: {value}")
    return float(found.group(1).replace(",", "")) * by


def _null(value: Any) -> None:
    empty = not value and not isinstance(value, int | float)
    if not empty and re.sub(r"\s*/\s*", "/", str(value).strip().lower()) not in (
        "n/a",
        "na",
        "nan",
        "null",
        "none",
    ):
        raise ValueError(f"not empty: {value}")


def _string_list(value: Any) -> tuple[str, ...]:
    items = tuple(sorted(item.strip() for item in str(value or "").split(",") if item.strip()))
    if not items:
        raise ValueError("no items")
    return items


def _json(value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError("no JSON text")
    return json.dumps(json.loads(value), sort_keys=True)


def _markdown(value: Any) -> str:
    if not isinstance(value, str) or not value:
        raise ValueError("no Markdown")
    text = re.sub(r"[ \t]+$", "", value.replace("\r\n", "\n").replace("\r", "\n"), flags=re.MULTILINE)
    text = re.sub(r"\n{3,}", "\n\n", text)
    text = re.sub(r"^(\s*#{1,6})[ \t]+", r"\1 ", text, flags=re.MULTILINE)
    text = re.sub(r"^(\s*)[*+][ \t]+", r"\1- ", text, flags=re.MULTILINE)
    text = re.sub(r"^[ \t]+-", "  -", text, flags=re.MULTILINE)
    text = re.sub(r"\[([^\[\]]+)\]", lambda link: f"[{' '.join(link.group(1).split())}]", text)
    return re.sub(r"\(([^()]+)\)", lambda target: f"({target.group(1).strip()})", text).strip()


def _base64(value: Any) -> str:
    if not isinstance(value, str) or not value:
        raise ValueError("no Base64")
    if is_pattern(value):
        return value
    try:
        text = base64.b64decode(value, validate=True).decode()
    except (binascii.Error, UnicodeDecodeError) as error:
        raise ValueError("no Base64") from error
    return text.replace("\r\n", "\n").replace("\r", "\n").strip()


def _url(value: Any) -> tuple[str, tuple[tuple[str, str], ...]]:
    """Place and query; for ``git@host:path`` and ``ssh://`` the path alone, whatever the host."""
    text = str(value or "").rstrip("/")
    if not text:
        raise ValueError("no address")
    if re.match(r"ssh://", text, re.IGNORECASE) or re.match(r"git@[^/]*:", text, re.IGNORECASE):
        path = urlsplit(text).path if "://" in text else text.partition(":")[2]
        return f"git {path.lstrip('/').lower()}", ()
    parts = urlsplit(text if "://" in text else f"https://{text}")
    fragment = f"#{parts.fragment}" if parts.fragment else ""
    query: dict[str, str] = {}
    for name, term in parse_qsl(parts.query, keep_blank_values=True):
        query[name] = min(query.get(name, term.lower().strip()), term.lower().strip())
    port = {"http": ":80", "https": ":443"}.get(parts.scheme.lower(), "")
    host = parts.netloc.lower().removesuffix(port) if port else parts.netloc.lower()
    place = f"{parts.scheme}://{host}{parts.path.rstrip('/')}{fragment}".lower()
    return place, tuple(sorted((name, term) for name, term in query.items() if term))


# ---- comparing ----------------------------------------------------------------------------------


def _within(absolute: float, share: float = 0.0) -> Callable[[float, float], bool]:
    return lambda one, other: abs(one - other) <= max(absolute, share * max(one, other))


def _same_amount(one: Decimal, other: Decimal) -> bool:
    return abs(one - other) <= Decimal("0.1")


def _same_string(one: str, other: str) -> bool:
    same = one == other or one.strip(_EDGES) == other.strip(_EDGES)
    return same or _matches(one, other, matching.IGNORECASE) or _matches(other, one, matching.IGNORECASE)


def _same_content(one: str, other: str) -> bool:
    return one == other or _matches(one, other, matching.DOTALL) or _matches(other, one, matching.DOTALL)


def _matches(pattern: str, text: str, flags: int) -> bool:
    """Whether a text is of a pattern. The package takes an answer for a pattern as well, and so does this."""
    if not is_pattern(pattern):
        return False
    try:
        return matching.fullmatch(pattern[1:-1], text, flags) is not None
    except matching.MatchingError:
        return False


def _alike(one: str, other: str) -> bool:
    if not one or not other:
        return one == other
    return round(fuzz.token_sort_ratio(one, other, processor=utils.default_process)) >= 80


@dataclass(frozen=True)
class Kind:
    """How one type is read and compared.

    Attributes:
        folded: texts are made plain before they are read.
        first: of alternatives only the first counts, as in the package.
    """

    read: Callable[[Any], Any]
    same: Callable[[Any, Any], bool] = eq
    folded: bool = True
    first: bool = False


KINDS: dict[str, Kind] = {
    "string": Kind(_string, _same_string),
    "number": Kind(_number),
    "integer": Kind(_number),
    "boolean": Kind(_boolean),
    "currency": Kind(_currency, _same_amount, first=True),
    "date": Kind(_date),
    "month": Kind(_month),
    "duration": Kind(_duration, _within(180, 0.1)),
    "distance": Kind(_distance, _within(10, 0.02)),
    "coordinates": Kind(coordinates, lambda one, other: all(map(_within(1e-5), one, other)), first=True),
    "full_address": Kind(address, first=True),
    "url": Kind(_url, folded=False),
    "null": Kind(_null, folded=False),
    "string_list": Kind(_string_list),
    "json": Kind(_json),
    "markdown": Kind(_markdown, folded=False),
    "base64": Kind(_base64, _same_content, folded=False),
    "location-name": Kind(_string, _alike),
}
"""The package's types by the name that a schema gives them."""


def same(expected: Any, actual: Any, kind: str) -> bool:
    """Whether a value is the expected one by the published rule of its type.

    A list on either side holds alternatives, of which one has to fit; an answer may give some, too.
    """
    rule = KINDS.get(kind, KINDS["string"])
    wanted, found = _readings(rule, kind, expected), _readings(rule, kind, actual)
    return any(rule.same(one, other) for one in wanted for other in found)


def _readings(rule: Kind, kind: str, value: Any) -> list[Any]:
    """What a value or its alternatives are read as; nothing when one of them is none of its type."""
    pair = kind == "coordinates" and isinstance(value, list | tuple) and not isinstance(value[:1], Mapping)
    several = isinstance(value, list | tuple) and not (pair and len(value) == 2)
    options = list(value) if several else [value]
    try:
        readings = [_read(rule, option) for option in options]
    except (ArithmeticError, ValueError, TypeError, RecursionError):
        return []
    return readings[:1] if rule.first else readings


def same_text(expected: Any, actual: Any) -> bool:
    """``same`` for plain texts."""
    return same(expected, actual, "string")


def _read(rule: Kind, value: Any) -> Any:
    if isinstance(value, str):
        if len(value) > LONGEST:
            raise ValueError("too long to be read")
        value = plain(value) if rule.folded and not is_pattern(value) else value.strip()
        if rule.read is _string and is_pattern(value):
            return value
    elif isinstance(value, Mapping) and rule.folded and rule.read in (_string, _number, _currency):
        raise ValueError("an object is no single value")
    return rule.read(value)
