"""Telephone numbers: ``+49 395 1234`` and ``0395 1234`` are one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from phonenumbers import MatchType, is_number_match

from tasks.formats import Format

from .folding import plain
from .kind import Ask, Kind, Mention

_PHONE = re.compile(r"(?<![\w.,:/-])(?:\+|\(?0|\(?\d)(?:[ ()/.-]{0,3}\d){5,16}(?![\d]|[.,:-]\d)")
_DATE = re.compile(r"(19|20)\d\d-\d\d-\d\d|\d\d?[./-]\d\d?[./-](19|20)\d\d")


class Phone(Kind):
    """A telephone number, with or without the country's code."""

    name = "phone"
    says = "one telephone number, for example +49 30 123456"

    def parse(self, given: Any, ask: Ask) -> Any | None:
        text = plain(str(given)).strip() if isinstance(given, str | int) else ""
        text = re.sub(r"^(?:tel\.?:?|phone:?) ?", "", text, flags=re.I)
        return _canonical(text) if _PHONE.fullmatch(text) else None

    def find(self, text: str, ask: Ask) -> list[Mention]:
        found = [m for m in _PHONE.finditer(text) if not _DATE.fullmatch(m[0])]
        return [Mention(_canonical(m[0]), m.start(), m.end()) for m in found]

    def same(self, value: Any, reference: Any, format: Format) -> bool:
        alike = is_number_match(value, reference)
        return value == reference or alike in (MatchType.EXACT_MATCH, MatchType.NSN_MATCH)

    def nearby(self, value: Any, format: Format) -> Iterator[tuple[str, Any]]:
        yield "last digit changed", value[:-1] + str((int(value[-1]) + 1) % 10)
        yield "a digit left out", value[:-1]
        yield "a digit added", f"{value}0"
        if value[-1] != value[-2]:
            yield "digits swapped", value[:-2] + value[-1] + value[-2]


def _canonical(text: str) -> str:
    digits = re.sub(r"\(0\)|\D", "", text)
    digits = f"+{digits}" if text.startswith("+") else digits
    return re.sub("^00", "+", digits)
