"""Telephone numbers: ``+49 395 1234`` and ``0395 1234`` are one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from tasks.formats import Format

from .folding import plain
from .kind import Ask, Kind, Mention

_PHONE = re.compile(r"(?<![\w.,:/-])(?:\+|\(?0|\(?\d)(?:[ ()/.-]{0,3}\d){5,16}(?![\d]|[.,:-]\d)")


class Phone(Kind):
    """A telephone number, with or without the country's code."""

    name = "phone"

    def parse(self, given: Any, ask: Ask) -> Any | None:
        if isinstance(given, int) and not isinstance(given, bool):
            given = str(given)
        if not isinstance(given, str):
            return None
        text = re.sub(r"^(?:tel\.?:?|phone:?) ?", "", plain(given).strip(), flags=re.I)
        return _canonical(text) if _PHONE.fullmatch(text) else None

    def find(self, text: str, ask: Ask) -> list[Mention]:
        found = []
        for m in _PHONE.finditer(text):
            if not re.fullmatch(r"(19|20)\d\d-\d\d-\d\d|\d\d?[./-]\d\d?[./-](19|20)\d\d", m[0]):
                found.append(Mention(_canonical(m[0]), m.start(), m.end()))
        return found

    def same(self, value: Any, reference: Any, format: Format) -> bool:
        if value == reference:
            return True
        if value.startswith("+") == reference.startswith("+"):
            return value.lstrip("+0") == reference.lstrip("+0") and not value.startswith("+")
        national, full = sorted((value, reference), key=lambda one: one.startswith("+"))
        rest = national.lstrip("0")
        return full.endswith(rest) and 1 <= len(full) - 1 - len(rest) <= 3

    def sentence(self, format: Format) -> str:
        return "one telephone number, for example +49 30 123456"

    def nearby(self, value: Any, format: Format) -> Iterator[tuple[str, Any]]:
        yield "last digit changed", value[:-1] + str((int(value[-1]) + 1) % 10)
        yield "a digit left out", value[:-1]
        yield "a digit added", f"{value}0"
        if value[-1] != value[-2]:
            yield "digits swapped", value[:-2] + value[-1] + value[-2]


def _canonical(text: str) -> str:
    text = re.sub(r"\(0\)", "", text)
    digits = re.sub(r"\D", "", text)
    if text.startswith("+"):
        return f"+{digits}"
    return f"+{digits[2:]}" if digits.startswith("00") else digits


PHONE = Phone()
