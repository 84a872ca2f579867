# ruff: noqa: E501 - the order of types on few lines
"""Which type a piece of text belongs to when several could read it: dates before numbers, and so on."""

from __future__ import annotations

import re
from typing import Any

from .base import NO_SETTING, Mention, Setting, Value
from .coordinates import Coordinates
from .currency import SITE_CURRENCY, Currency
from .date import Date
from .date_range import DateRange
from .distance import Distance
from .duration import Duration
from .email_address import Email
from .number import Number
from .order_number import OrderNumber
from .percentage import Percentage
from .phone import Phone
from .status import Status
from .surface import blank
from .time_of_day import TimeOfDay
from .url import Url

CLOSED: dict[str, type[Value]] = {
    cls.kind: cls
    for cls in (
        Email, Url, Coordinates, DateRange, Date, TimeOfDay, Percentage, Currency, Duration, Distance, Phone, OrderNumber,
        Number, Status,
    )
}  # fmt: skip
# What is read first, and so is out of reach, when values of the type on the left are looked for.
_FIRST: dict[str, tuple[str, ...]] = {
    "number": (
        "email",
        "url",
        "coordinates",
        "date",
        "time",
        "percentage",
        "currency",
        "duration",
        "distance",
        "phone",
        "label",
    ),
    "order_number": (
        "email",
        "url",
        "coordinates",
        "date",
        "time",
        "percentage",
        "currency",
        "duration",
        "distance",
    ),
    "currency": (
        "email",
        "url",
        "coordinates",
        "date",
        "time",
        "percentage",
        "duration",
        "distance",
        "label",
    ),
    "phone": ("email", "url", "date", "coordinates"),
    "url": ("email",),
    "duration": ("email", "url", "date"),
    "distance": ("email", "url", "percentage"),
    "percentage": ("url",),
    "date": ("email", "url"),
    "time": ("email", "url", "date_only"),
}
_MONEY_ASKED = re.compile(
    r"\b(?:price|prices|cost|costs|pay|paid|spen[dt]|amount|money|euros?|dollars?|eur|usd|refund|expens\w*"
    r"|charge[ds]?|fee|revenue|sales|subtotal|"
    r"grand total|discount|budget|tax|shipping cost|worth|cheap\w*|how much (?:is|are|was|were|did|do|does))\b|[$€£]",
    re.I,
)
_ASKED = {
    "currency": _MONEY_ASKED,
    "percentage": re.compile(r"%|\bper\s?cent|\bpercentage|\brate\b|\bshare\b", re.I),
    "duration": re.compile(
        r"\bhow long\b|\bminutes?\b|\bhours?\b|\bdays?\b|\bseconds?\b|\bweeks?\b|\bmonths?\b|\byears?\b"
        r"|\bduration\b|\btime\b",
        re.I,
    ),
    "distance": re.compile(
        r"\bhow far\b|\bkm\b|\bkilomet\w+|\bmet(?:er|re)s?\b|\bmiles?\b|\bdistance\b|\bhigh\b|\bheight\b"
        r"|\blength\b|\blong\b|\bwide\b|\bcm\b|\binch\w*",
        re.I,
    ),
}
# Numbers that name something rather than count it: "iPhone 12", "size M2", "12 GB".
_LABEL = re.compile(
    r"\b(?:[A-Z]?[a-z]+[A-Z]\w*)\s\d+\b|\b(?:ISBN|UPC|SKU|EAN|ID)\b\W{0,3}[\w-]+|#\s?\d+\b|(?<![\w.,])0\d{4,}\b"
    r"|\b(?:(?:[Nn]umbers|[Nn]os|I[Dd]s|ids)\b\W{1,3}|(?:[Oo]rders|[Ii]nvoices|[Ii]ssues|[Tt]ickets) )"
    r"#?\d+(?:(?:,\s*(?:and\s+)?|\s+and\s+|\s*&\s*)#?\d+)+\b",
    re.S,
)
_YEAR = re.compile(r"(?:19|20)\d\d")


def find(
    kind: str, text: str, setting: Setting = NO_SETTING, reference: Value | None = None
) -> list[Mention[Any]]:
    """All mentions of a type in a cleaned text that no stronger type reads otherwise.

    A bare number as reference takes amounts with a unit too, when the question asks for that unit.
    """
    spans: list[tuple[int, int]] = []
    for other in _FIRST.get(kind, ()):
        if kind == "number" and other in _ASKED and _ASKED[other].search(setting.intent):
            if other == "currency":
                spans += _foreign_money(text, setting)
            continue
        spans += spans_of(other, text, setting, reference)
    return CLOSED[kind].find(blank(text, spans), setting)


def _foreign_money(text: str, setting: Setting) -> list[tuple[int, int]]:
    """Amounts in another currency than the sites' or the question's: a bare number is none of them."""
    known = {"", SITE_CURRENCY} | {m.value.code for m in Currency.find_marked(setting.intent)}
    if re.search(r"\$|\bdollars?\b", setting.intent, re.I):
        known.add("USD")
    return [(m.start, m.end) for m in Currency.find_marked(text) if m.value.code not in known]


def spans_of(
    kind: str, text: str, setting: Setting = NO_SETTING, reference: Value | None = None
) -> list[tuple[int, int]]:
    """Where values of a type stand; only what is unmistakable."""
    if kind == "label":
        return [m.span() for m in _LABEL.finditer(text)] if not _wants_label(text, reference) else []
    if kind == "currency":
        return [(m.start, m.end) for m in Currency.find_marked(text)]
    if kind == "date_only":
        return [
            (m.start, m.end)
            for m in Date.find(text, setting)
            if m.value.hour is None and m.value.day and not m.weak
        ]
    if kind == "date":
        keep_years = isinstance(reference, Number) and bool(_YEAR.fullmatch(str(reference)))
        return [
            (m.start, m.end)
            for m in Date.find(text, setting)
            if not (m.weak and (keep_years or m.value.month))
        ]
    if kind == "phone":
        return [(m.start, m.end) for m in Phone.find(text, setting) if not text[m.start : m.end].isdigit()]
    return [(m.start, m.end) for m in CLOSED[kind].find(text, setting)]


def _wants_label(text: str, reference: Value | None) -> bool:
    return isinstance(reference, Number) and bool(re.fullmatch(r"\W*#?\s?\d+\W*", text))


def everything(text: str, setting: Setting = NO_SETTING) -> list[tuple[str, Mention[Any]]]:
    """All typed values of a text, each place read once, strongest type first."""
    found: list[tuple[str, Mention[Any]]] = []
    for kind in (
        "email",
        "url",
        "coordinates",
        "date_range",
        "date",
        "percentage",
        "currency",
        "duration",
        "time",
        "distance",
        "phone",
        "number",
    ):
        if kind == "currency":
            mentions: list[Mention[Any]] = list(Currency.find_marked(text))
        elif kind == "phone":
            mentions = [m for m in Phone.find(text, setting) if not text[m.start : m.end].isdigit()]
        else:
            mentions = list(CLOSED[kind].find(text, setting))
        if kind in ("date", "number"):
            mentions = [m for m in mentions if not m.weak]
        found += [(kind, m) for m in mentions]
        text = blank(text, [(m.start, m.end) for m in mentions])
    return sorted(found, key=lambda pair: pair[1].start)


# A street with its number, a postcode with its town.
_PLACE = re.compile(
    r"(?:[A-ZÄÖÜ][\w.'-]*\s)*(?:[A-ZÄÖÜ][\w-]*(?:straße|strasse|str\.|platz|weg|allee|gasse|ring|damm)|Straße|Strasse|Str\.|Platz|Weg|Ring|Allee)\s\d+\s?[a-z]?\b"
    r"|\b\d+\s(?:[A-Z][\w'-]*\s){1,3}(?:Street|St\.?|Avenue|Ave\.?|Road|Rd\.?|Lane|Drive)\b|\b\d{5}\s[A-ZÄÖÜ][\w-]+"
)
_PLAIN_DETAILS = ("email", "url", "coordinates", "date_range", "date", "percentage", "currency", "time")


def details(text: str, spans: list[tuple[int, int]], digits: bool) -> list[tuple[int, int]]:
    """Typed values beside the words at ``spans``: further details, not further candidates.

    With ``digits`` (the words have some themselves) only those that no name contains.
    """
    places = (
        []
        if digits
        else [
            m.span()
            for m in _PLACE.finditer(text)
            if not any(m.start() < e and s < m.end() for s, e in spans)
        ]
    )
    return places + [
        (m.start, m.end)
        for kind, m in everything(text)
        if (not digits or kind in _PLAIN_DETAILS) and not any(m.start < e and s < m.end for s, e in spans)
    ]
