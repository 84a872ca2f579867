"""All types of value by their names."""

from __future__ import annotations

from tasks.formats import Format

from .address import Address
from .amounts import Currency, Distance, Duration, Percentage
from .boolean import Boolean
from .coordinates import Coordinates
from .date import Date
from .kind import Kind
from .number import Number
from .phone import Phone
from .text import Choice, Name, Text
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
