"""Times of day: ``14:30``, ``2:30 pm``, ``2 p.m.``, ``noon``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, ClassVar

from tasks.formats import Format

from .folding import plain
from .kind import Ask, Kind, Mention

_TIME = re.compile(
    r"(?<![\w:.,€$£])(?<![^\d]-)(?:(?P<hours>\d{1,2})[:.h](?P<minutes>[0-5]\d)(?::(?P<seconds>[0-5]\d))?"
    r"(?P<half> ?[ap]\.? ?m\b\.?)?"
    r"|(?P<full>\d{1,2})(?: ?(?P<noon>[ap]\.? ?m\b\.?)| ?(?:o'clock|uhr|h\b))"
    r"|(?:12 )?(?P<word>noon|midday|midnight)\b)"
    r"(?P<rest> ?(?:o'clock|uhr|hrs|h|utc)\b)?(?![:\d]|\w)",
    re.I,
)


class Time(Kind):
    """A time of day, to the minute (to the second where seconds are given)."""

    name = "time"
    says = "one time of day from 00:00 to 23:59, for example 08:15"
    json: ClassVar = {"type": "string", "pattern": r"^\d{2}:\d{2}$"}

    def parse(self, given: Any, ask: Ask) -> Any | None:
        if not isinstance(given, str):
            return None
        m = _TIME.fullmatch(re.sub(r"^at ", "", plain(given).strip(), flags=re.I))
        return _value(m) if m else None

    def find(self, text: str, ask: Ask) -> list[Mention]:
        found = []
        for m in _TIME.finditer(text):
            dotted = m["hours"] and "." in m[0][:3] and not m["half"] and not m["rest"]
            if not dotted and (value := _value(m)):  # 14.30 in a sentence may be an amount
                found.append(Mention(value, m.start(), m.end()))
        return found

    def nearby(self, value: Any, format: Format) -> Iterator[tuple[str, Any]]:
        hours, minutes = int(value[:2]), int(value[3:5])
        yield "half a day", f"{(hours + 12) % 24:02}:{minutes:02}"
        yield "an hour", f"{(hours + 1) % 24:02}:{minutes:02}"
        yield "a minute", f"{hours:02}:{(minutes + 1) % 60:02}"


def _value(m: re.Match[str]) -> str | None:
    if m["word"]:
        return "00:00" if m["word"].casefold() == "midnight" else "12:00"
    hours, minutes, seconds = int(m["hours"] or m["full"]), m["minutes"] or "00", m["seconds"] or "00"
    half = (m["half"] or m["noon"] or "").strip().casefold()
    if half:
        if not 1 <= hours <= 12:
            return None
        hours = hours % 12 + (12 if half.startswith("p") else 0)
    if hours > 23:
        return None
    return f"{hours:02}:{minutes}" + (f":{seconds}" if seconds != "00" else "")
