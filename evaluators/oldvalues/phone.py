"""Telephone numbers."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

import phonenumbers

from .base import NO_SETTING, Mention, Setting, Value

_PHONE = re.compile(
    r"(?<![\w.,/#-])(?:\+|00)?\(?\d[\d()]*(?:(?:[ .]|[ ]?[-/][ ]?"
    r"|\s?\(0\)\s?)\(?\d[\d()]*){1,7}(?:\s?(?:ext\.?|x)\s?\d{1,5})?(?![\w])"
    r"|(?<![\w.,/#-])(?:\+\d{7,15}|0\d{6,14}|\d{7,15})(?!\w)",
    re.I,
)
_DATE_LIKE = re.compile(
    r"\d{4}-\d{1,2}-\d{1,2}|\d{1,2}[./]\d{1,2}[./]\d{2,4}|\d{1,3}(?: \d{3})+(?:[.,]\d+)?|\d{1,3}(?:\.\d{3})+"
    r"|\d+\.\d{1,2}"
)
REGION = "DE"


@dataclass(frozen=True)
class Phone(Value):
    """A telephone number, with or without its country code.

    Examples:
        ``+49 395 1234567`` is ``0395 1234567`` (numbers without a country code are German)
        ``(412) 555-0123`` is ``412.555.0123`` and ``+1 412 555 0123``
        ``+49 395 1234567`` is not ``+49 395 1234568``
        ``1234567`` is not ``+49 395 1234567``: the area code is missing
    """

    kind: ClassVar[str] = "phone"
    digits: str
    international: bool
    extension: str = ""

    @classmethod
    def find(cls, text: str, setting: Setting = NO_SETTING) -> list[Mention[Phone]]:
        """All numbers of seven to fifteen digits that are written like telephone numbers."""
        found = []
        for m in _PHONE.finditer(text):
            raw, _, extension = (
                (part or "" for part in re.split(r"\s?(ext\.?|x)\s?", m[0] + " ", maxsplit=1, flags=re.I)[:3])
                if re.search(r"(?:ext\.?|x)\s?\d", m[0], re.I)
                else (m[0], "", "")
            )
            raw = raw.strip()
            if _DATE_LIKE.fullmatch(raw):
                continue
            international = raw.startswith(("+", "00"))
            digits = re.sub(r"\D", "", raw.replace("(0)", "") if international else raw)
            if raw.startswith("00"):
                digits = digits[2:]
            if 7 <= len(digits) <= 15:
                found.append(Mention(cls(digits, international, extension.strip()), m.start(), m.end()))
        return found

    def same(self, other: Phone) -> bool:
        """The same line: all digits equal, or one of them without the country code."""
        if self.extension != other.extension:
            return False
        if self.international == other.international:
            return self.digits == other.digits
        world, home = (self, other) if self.international else (other, self)
        return _same_line(world.digits, home.digits)

    def __str__(self) -> str:
        return (
            ("+" if self.international else "")
            + self.digits
            + (f" ext. {self.extension}" if self.extension else "")
        )


@lru_cache(maxsize=4096)
def _same_line(world: str, home: str) -> bool:
    if world == home:
        return True
    try:
        parsed = phonenumbers.parse(f"+{world}")
    except phonenumbers.NumberParseException:
        return False
    national = phonenumbers.national_significant_number(parsed)
    return home in (national, f"0{national}", f"1{national}" if parsed.country_code == 1 else national)
