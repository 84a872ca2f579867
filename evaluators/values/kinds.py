"""All types of value by their names."""

from __future__ import annotations

from tasks.formats import Format

from .address import ADDRESS
from .boolean import BOOLEAN
from .coordinates import COORDINATES
from .currency import CURRENCY
from .date import DATE_KIND
from .kind import Kind
from .measures import DISTANCE, DURATION
from .number import NUMBER
from .percentage import PERCENTAGE
from .phone import PHONE
from .text import CHOICE, NAME, TEXT
from .time import TIME
from .url import URL

KINDS: dict[str, Kind] = {
    kind.name: kind
    for kind in (
        NUMBER, PERCENTAGE, CURRENCY, DURATION, DISTANCE, DATE_KIND, TIME, BOOLEAN, CHOICE, TEXT, NAME, URL,
        PHONE, COORDINATES, ADDRESS,
    )
}  # fmt: skip


def kind_of(format: Format) -> Kind:
    """The type of a format that is one value."""
    assert format.type is not None
    return KINDS[format.type]
