"""All types of value by their names."""

from __future__ import annotations

from collections.abc import Collection

from tasks.formats import Format

from .address import Address
from .amounts import Currency, Distance, Duration, Percentage
from .coordinates import Coordinates
from .date import Date
from .kind import Kind
from .number import Number
from .phone import Phone
from .text import Boolean, Choice, Name, Text
from .time import Time
from .url import Url

KINDS: dict[str, Kind] = {
    kind.name: kind()
    for kind in (
        Number, Percentage, Currency, Duration, Distance, Date, Time, Boolean, Choice, Text, Name, Url, Phone,
        Coordinates, Address,
    )
}  # fmt: skip


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
