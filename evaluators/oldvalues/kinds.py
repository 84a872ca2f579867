# ruff: noqa: E501 - the types on few lines
"""All types of value by name, and references read as one of them."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from sites.errors import WebariumError

from .address import Address
from .base import NO_SETTING, Setting, Value
from .coordinates import Coordinates
from .currency import SITE_CURRENCY, Currency
from .date import Date
from .date_range import DateRange
from .distance import Distance
from .duration import Duration
from .email_address import Email
from .listing import Listing, split
from .mapping import Mapping
from .month_counts import MonthCounts
from .name import Name
from .number import Number
from .order_number import OrderNumber
from .percentage import Percentage
from .phone import Phone
from .status import Status
from .surface import clean
from .text import Text
from .time_of_day import TimeOfDay
from .unachievable import Unachievable
from .url import Url
from .yes_no import YesNo

TYPES: dict[str, type[Value]] = {
    cls.kind: cls
    for cls in (
        Text, Name, Number, Currency, Percentage, Duration, Distance, Date, TimeOfDay, DateRange, MonthCounts, Listing,
        Mapping, Address, Coordinates, Email, Phone, Url, OrderNumber, YesNo, Status, Unachievable,
    )
}  # fmt: skip
REASONS = ("not_found", "not_permitted", "not_supported")
KINDS: tuple[str, ...] = ("exact", "must_include", "fuzzy", *TYPES)


def parse_reference(kind: str, reference: Any, setting: Setting = NO_SETTING) -> Value:
    """The reference as a value of its type.

    Raises:
        WebariumError: the type is not known, or the reference is not a value of it.
    """
    if kind not in TYPES:
        raise WebariumError(f"no kind of value is called '{kind}'", remedy=f"use one of {', '.join(KINDS)}")
    cls = TYPES[kind]
    value: Value | None
    if kind == "unachievable":
        return Unachievable(_reason(reference))
    if kind == "list":
        items = (
            reference
            if isinstance(reference, list | tuple)
            else split(clean(reference))
            if reference is not None
            else []
        )
        value = Listing.of([clean(i) for i in items], setting)
    elif kind == "mapping" and isinstance(reference, dict):
        value = Mapping.of(reference, setting)
    elif kind == "mapping" and _pairs(reference):
        value = Mapping.of(_pairs(reference), setting)
    elif kind == "month_counts" and isinstance(reference, dict):
        value = MonthCounts.of(reference)
    elif kind == "month_counts" and isinstance(reference, list | tuple):
        value = MonthCounts.parse(", ".join(clean(item) for item in reference), setting)
    else:
        if isinstance(reference, list | tuple):
            value = Listing(
                tuple(parse_reference(kind, item, setting) for item in reference),
                bool(setting.options.get("ordered")),
            )
            return value
        if isinstance(reference, bool):
            reference = "yes" if reference else "no"
        text = clean(reference)
        known = {**setting.options, "type": kind, "currency_required": False}
        value = cls.parse(text, Setting(setting.intent, known))
        if value is None and kind in ("status", "name"):
            value = Text.parse(text)
        if value is None:
            found = cls.find(text, setting)
            strong = [m for m in found if not m.weak] or found
            value = strong[0].value if strong and all(strong[0].value.same(m.value) for m in strong) else None
    if isinstance(value, Currency) and not value.code:
        value = replace(value, code=str(setting.options.get("currency", SITE_CURRENCY)))
    if value is None:
        raise WebariumError(
            f"the reference {reference!r} is no valid {kind.replace('_', ' ')}",
            remedy="write it as the examples in docs/values.md do, or use another kind",
        )
    return value


def _pairs(reference: Any) -> dict[str, str]:
    """A list of "subject: value" as a mapping; nothing when it is written otherwise."""
    if not isinstance(reference, list | tuple):
        return {}
    split_up = [re.fullmatch(r"([^:=]+?)\s*[:=]\s*(.+)", clean(item), re.S) for item in reference]
    found = {m[1]: m[2] for m in split_up if m}
    return found if len(found) == len(reference) else {}


def structured(items: list[Any], setting: Setting = NO_SETTING) -> Value | None:
    """A list of "subject: value" with typed values as the mapping, or the counts by month, that it is."""
    pairs = _pairs(items)
    if len(pairs) < 2:
        return None
    counts = MonthCounts.parse(", ".join(clean(item) for item in items), setting)
    if counts and len(counts.counts) == len(pairs):
        return counts
    value = Mapping.of(pairs, setting)
    typed = value and all(not isinstance(v, Text) for _, v in value.pairs)
    return value if typed else None


def _reason(reference: Any) -> str:
    reason = reference.get("reason", "") if isinstance(reference, dict) else reference
    text = str(reason or "").strip().lower().replace(" ", "_")
    if text not in ("", *REASONS) and not Unachievable.parse(clean(reason)):
        raise WebariumError(f"{str(reason)[:80]!r} is no reason", remedy=f"use one of {', '.join(REASONS)}")
    return text if text in REASONS else ""
