"""Postal addresses: the same street, house number, postcode and town, in whatever order."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from tasks.formats import Format

from .folding import plain, spellings
from .kind import Ask, Kind

_SHORT = {
    "st": "street", "str": "strasse", "ave": "avenue", "rd": "road", "blvd": "boulevard", "dr": "drive",
    "sq": "square", "n": "north", "s": "south", "e": "east", "w": "west",
}  # fmt: skip
_SENTENCE = re.compile(r":|\b(?:is|are|was|were|goes|its|it|you)\b", re.I)
_BESIDE = {"germany", "deutschland", "d", "de", "usa", "us", "uk", "in", "no", "nr"}


class Address(Kind):
    """Where somebody lives or something stands; read from bare answers only."""

    name = "address"
    says = (
        "one address with street, house number, postcode and town, "
        "for example 12 Example Street, 01234 Sampletown"
    )

    def parse(self, given: Any, ask: Ask) -> Any | None:
        if isinstance(given, dict) and all(isinstance(v, str | int) for v in given.values()):
            given = ", ".join(map(str, given.values()))
        if not isinstance(given, str):
            return None
        text = ", ".join(part.strip(" ,") for part in plain(given).splitlines() if part.strip(" ,"))
        whole = re.search(r"\d", text) and re.search(r"[^\W\d]{2}", text) and len(text) <= 200
        return text if whole and not _SENTENCE.search(text) else None

    def same(self, value: Any, reference: Any, format: Format) -> bool:
        return bool(_ways(value) & _ways(reference))

    def nearby(self, value: Any, format: Format) -> Iterator[tuple[str, Any]]:
        for number in list(re.finditer(r"\d+", value))[:2]:
            yield "another number", f"{value[: number.start()]}{int(number[0]) + 1}{value[number.end() :]}"
        if words := re.findall(r"[^\W\d_]{3,}", value):
            yield "another place", value.replace(words[-1], "Sampletown")


def _ways(text: str) -> set[tuple[str, ...]]:
    text = re.sub(r"(?i)(?<=[^\W\d_])str(?:\.|\b)", "strasse", text)
    text = re.sub(r"(\d) (?=[a-z]\b)", r"\1", text, flags=re.I)  # 12 a
    return {tuple(sorted(_SHORT.get(w, w) for w in way if w not in _BESIDE)) for way in spellings(text)}
