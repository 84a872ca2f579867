"""All types of value by their names."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from tasks.formats import Format

from .amounts import Currency, Distance, Duration, Percentage
from .contact import Phone, Url
from .date import Date, Time
from .kind import Kind
from .number import Number
from .place import Address, Coordinates
from .text import Boolean, Choice, Name, Text

KINDS: dict[str, Kind] = {kind.name: kind() for kind in (
    Number, Percentage, Currency, Duration, Distance, Date, Time, Boolean, Choice, Text, Name, Url, Phone,
    Coordinates, Address)}  # fmt: skip


def kind_of(format: Format) -> Kind:
    """The type of a format that is one value."""
    assert format.type is not None
    return KINDS[format.type]


def free(format: Format) -> bool:
    """Whether any text is a value."""
    kind = kind_of(format) if format.type else None
    return kind is not None and kind.of_text and not kind.candidates(format)


def apart(formats: Collection[Format]) -> bool:
    """Whether values of some types can be told from each other: texts by their candidates alone."""
    keys = {tuple(kind_of(one).candidates(one)) or kind_of(one).of_text or one.type for one in formats}
    return len(keys) == len(formats)


def values_in(value: Any, format: Format) -> list[tuple[Format, Any]]:
    """Each single value within, with its format."""
    if format.type is not None:
        return [(format, value)]
    if format.list_of is not None:
        return [pair for one in value for pair in values_in(one, format.list_of)]
    rows, fields = ([value], format.record) if format.record else (value, format.table_of or {})
    return [pair for row in rows for name, one in fields.items() for pair in values_in(row[name], one)]
