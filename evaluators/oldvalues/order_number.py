"""Numbers of orders, invoices and the like."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import ClassVar

from .base import NO_SETTING, Mention, Setting, Value

_ORDER = re.compile(
    r"(?<![\w.,/@])(?:(?P<mark>#|(?:\border|\binvoice|\bissue|\bticket|\bno|\bnr|\bnumber|\bid"
    r"|№)s?\.?(?:\s+(?:number|no\.?|nr\.?|id)s?)?\s*(?:is|was|:|=)?\s*#?\s*))?"
    r"(?<![\w.,/@-])(?P<number>(?:[A-Z]{1,6}[-_]?)?\d{1,}(?:[-_/]?[A-Z0-9]+)*)(?![\w@])(?![-/]\w)(?![.,:]\d)(?!\s?[%€$£])",
    re.I,
)

# As parcels carry them, in groups: "JJD0143 2278 9905", "1234 5678 9012".
_GROUPED = re.compile(
    r"(?<![\w.,/@-])(?:[A-Z]{1,6}-?\d{2,}(?: \d{3,5})+|\d{4}(?: \d{4}){2,})(?![\w@€$%])(?![-/.,:]\w)", re.I
)


@dataclass(frozen=True)
class OrderNumber(Value):
    """The number of an order, an invoice, an issue; leading zeros do not count.

    Examples:
        ``#000000170`` is ``170``, ``order 170`` and ``No. 170``
        ``WB-100234`` is ``wb-100234`` and ``#WB-100234``
        ``170`` is not ``1705``, ``#171`` or ``WB-170``
        ``100234`` is not ``100,234``, which is a count
    """

    kind: ClassVar[str] = "order_number"
    number: str

    @classmethod
    def find(cls, text: str, setting: Setting = NO_SETTING) -> list[Mention[OrderNumber]]:
        """All numbers that may name something; short ones without a mark ("2 items") are weak."""
        found = []
        for m in _GROUPED.finditer(text):
            joined = re.sub(r"\W", "", m[0]).casefold()
            found.append(Mention(cls(re.sub(r"^([a-z]*)0+(?=\d)", r"\1", joined)), m.start(), m.end()))
        for m in _ORDER.finditer(text):
            if any(m.start("number") < x.end and x.start < m.end() for x in found):
                continue
            plain = re.sub(r"[-_/]", "", m["number"]).casefold()
            plain = re.sub(r"^([a-z]*)0+(?=\d)", r"\1", plain)
            marked = bool(m["mark"])
            weak = not marked and (
                len(m["number"]) < 2
                or bool(re.match(r"\s[a-z]{3,}", text[m.end() :]) and len(m["number"]) < 4)
            )
            found.append(Mention(cls(plain), m.start("number"), m.end(), weak))
        return sorted(found, key=lambda x: x.start)

    def same(self, other: OrderNumber) -> bool:
        """Equal letters and digits."""
        return self.number == other.number

    def __str__(self) -> str:
        return self.number
