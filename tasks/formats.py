"""``answer:`` of a template: the declared type, unit and shape of a task's answer.

The agent is told all of it but ``among``. What each type reads, and when two values are the same, is in
``evaluators/values``: one module a type.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Literal

from pydantic import ConfigDict, Field, model_validator

from .patterns import Strict, unrendered

Reason = Literal["not_found", "not_permitted", "not_supported"]
REASONS: tuple[Reason, ...] = ("not_found", "not_permitted", "not_supported")
Told = Literal["full", "format", "none"]
"""How much an agent is told: the format and the statuses, the format alone, or nothing."""

# Each type of value, and what may be declared of it.
TYPES: dict[str, frozenset[str]] = {
    "number": frozenset({"unit", "decimals", "rounding"}),
    "percentage": frozenset({"decimals", "rounding"}),
    "currency": frozenset({"unit", "decimals", "rounding"}),
    "duration": frozenset({"unit", "decimals", "rounding"}),
    "distance": frozenset({"unit", "decimals", "rounding"}),
    "date": frozenset({"precision"}),
    "time": frozenset(),
    "boolean": frozenset(),
    "choice": frozenset({"options"}),
    "text": frozenset({"among"}),
    "name": frozenset({"among"}),
    "url": frozenset(),
    "phone": frozenset(),
    "coordinates": frozenset({"decimals"}),
    "address": frozenset(),
}
_SHAPES = ("type", "list_of", "record", "table_of")
_NEEDED = {"currency": "unit", "duration": "unit", "distance": "unit", "choice": "options"}


class Format(Strict):
    """The format of an answer: a type with its options, or a shape of such.

    Attributes:
        type: one of ``TYPES``.
        unit: of a currency its code (``EUR``); of a duration ``minutes``, ``hours``, ``days`` or
            ``seconds``; of a distance ``m`` or ``km``; of a number what is counted, in words.
        decimals: how many digits after the point are asked for.
        rounding: how what is more exact becomes that; ``half_up`` when it is left out.
        precision: of a date.
        options: what may be chosen; the agent is told them.
        among: the names that the page shows where the answer is found, the right one among them: for
            reading prose. Never told.
        list_of: several values of one format; their number is never told.
        ordered: whether the order of the list counts.
        record: a value for each named field.
        table_of: rows of named columns, in any order.
    """

    model_config = ConfigDict(frozen=True)

    type: str | None = None
    unit: str | None = None
    decimals: int | None = Field(default=None, ge=0, le=8)
    rounding: Literal["half_up", "down", "up"] | None = None
    precision: Literal["day", "month", "year"] | None = None
    options: Any = None
    among: Any = None
    list_of: Format | None = None
    ordered: bool = False
    record: dict[str, Format] | None = Field(default=None, min_length=1)
    table_of: dict[str, Format] | None = Field(default=None, min_length=1)

    @model_validator(mode="after")
    def _one_shape(self) -> Format:
        shapes = [name for name in _SHAPES if getattr(self, name) is not None]
        if len(shapes) != 1:
            raise ValueError(f"write one of {', '.join(_SHAPES)}")
        if self.ordered and self.list_of is None:
            raise ValueError("ordered is for list_of")
        inner = [self.list_of] if self.list_of else [*(self.record or {}).values()]
        if self.list_of and self.list_of.list_of:
            raise ValueError("a list of lists is not read; write table_of")
        if self.table_of and any(column.type is None for column in self.table_of.values()):
            raise ValueError("each column of table_of has a type")
        if any(one.record or one.table_of for one in inner):
            raise ValueError("inside list_of and record there are types and lists; for rows write table_of")
        given = {name for name in type(self).model_fields if getattr(self, name) is not None}
        self._options(given - {*_SHAPES, "ordered"})
        return self

    def _options(self, given: set[str]) -> None:
        if self.type is None:
            if given:
                raise ValueError(f"{min(given)} belongs to a type, not to {self.shape}")
            return
        if self.type not in TYPES:
            raise ValueError(f"there is no type '{self.type}'; the types are {', '.join(TYPES)}")
        if strange := sorted(given - TYPES[self.type]):
            known = ", ".join(sorted(TYPES[self.type])) or "none"
            raise ValueError(f"{strange[0]} says nothing about {self.type}; its options are: {known}")
        needed = _NEEDED.get(self.type)
        if needed and getattr(self, needed) is None:
            raise ValueError(f"{self.type} needs {needed}:")
        code = unrendered(self.unit) or re.fullmatch("[A-Z]{3}", str(self.unit))
        if self.type == "currency" and not code:
            raise ValueError(f"a currency is named by its code, such as EUR, not '{self.unit}'")
        for name in ("options", "among"):
            value = getattr(self, name)
            if value is not None and not unrendered(value) and not _texts(value):
                raise ValueError(f"{name} is a list of texts")

    @property
    def shape(self) -> str:
        """``type``, ``list_of``, ``record`` or ``table_of``."""
        return next(name for name in _SHAPES if getattr(self, name) is not None)

    @property
    def item(self) -> Format:
        """Of a list one of its values, of a table one of its rows."""
        return self.list_of or Format(record=self.table_of)

    def leaves(self, name: str = "") -> Iterator[tuple[str, Format]]:
        """Each type within, with the name of its field (empty where it has none)."""
        if self.type is not None:
            yield name, self
        elif self.list_of is not None:
            yield from self.list_of.leaves(name)
        else:
            for field, one in (self.record or self.table_of or {}).items():
                yield from one.leaves(field)


def _texts(value: Any) -> bool:
    return (
        isinstance(value, list) and bool(value) and all(isinstance(one, str | int | float) for one in value)
    )
