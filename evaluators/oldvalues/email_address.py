"""E-mail addresses."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import ClassVar

from .base import NO_SETTING, Mention, Setting, Value

_EMAIL = re.compile(
    r"(?<![\w.+-])\w(?:[\w.+'-]*\w)?(?:@|\s*[\[(]at[\])]\s*)(?:[\w-]+(?:\.|\s*[\[(]dot[\])]\s*))+[a-z]{2,}(?![\w-])",
    re.I,
)


@dataclass(frozen=True)
class Email(Value):
    """An e-mail address.

    Examples:
        ``emma@example.org`` is ``Emma@Example.org``
        ``mailto:emma@example.org`` gives ``emma@example.org``
        ``emma [at] example [dot] org`` is ``emma@example.org``
        ``emma@example.org`` is not ``emma@example.com``, nor part of ``jemma@example.org``
    """

    kind: ClassVar[str] = "email"
    address: str

    @classmethod
    def find(cls, text: str, setting: Setting = NO_SETTING) -> list[Mention[Email]]:
        """All addresses in the text."""
        if "@" not in text and "at" not in text:
            return []
        found = []
        for m in _EMAIL.finditer(text):
            plain = re.sub(r"\s*[\[(]at[\])]\s*", "@", m[0], flags=re.I)
            plain = re.sub(r"\s*[\[(]dot[\])]\s*", ".", plain, flags=re.I)
            found.append(Mention(cls(plain.casefold()), m.start(), m.end()))
        return found

    def same(self, other: Email) -> bool:
        """Equal whatever the case."""
        return self.address == other.address

    def __str__(self) -> str:
        return self.address
