"""Places on the earth: ``53.5511, 9.9937``, ``53.5511° N, 9.9937° E``; latitude comes first."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, ClassVar

from tasks.formats import Format

from .amounts import digits
from .folding import folded, plain
from .kind import Ask, Kind, Mention

_ONE = r"(?P<{0}>-?\d{{1,3}}\.\d+)(?: ?°)?(?: ?(?P<{1}>[NSEW])\b)?"
_PAIR = re.compile(
    rf"(?<![\w.,])\(?(?:lat(?:itude)?[:=]? ?)?{_ONE.format('lat', 'ns')}(?:,\s?|;\s?|\s|/)(?:and )?"
    rf"(?:(?:lon|lng)(?:gitude)?[:=]? ?)?{_ONE.format('lon', 'ew')}\)?(?![\w]|[.,]\d)",
    re.I,
)
_KEYS = {"lat": 0, "latitude": 0, "lon": 1, "lng": 1, "long": 1, "longitude": 1}
DECIMALS = 4  # that are compared where the format does not say: about eleven metres


class Coordinates(Kind):
    """Latitude and longitude in decimal degrees."""

    name = "coordinates"
    json: ClassVar = {
        "type": "object",
        "properties": {"latitude": {"type": "number"}, "longitude": {"type": "number"}},
        "required": ["latitude", "longitude"],
        "additionalProperties": False,
    }

    def parse(self, given: Any, ask: Ask) -> Any | None:
        if isinstance(given, dict):
            keyed = {_KEYS.get(folded(str(key))): value for key, value in given.items()}
            given = [keyed.get(0), keyed.get(1)] if keyed.keys() == {0, 1} else None
        if isinstance(given, list) and len(given) == 2:
            if not all(isinstance(one, int | float | str) and not isinstance(one, bool) for one in given):
                return None
            given = ", ".join(f"{one}" if "." in str(one) else f"{one}.0" for one in given)
        m = _PAIR.fullmatch(plain(given).strip()) if isinstance(given, str) else None
        return _value(m) if m else None

    def find(self, text: str, ask: Ask) -> list[Mention]:
        found = [(_value(m), m) for m in _PAIR.finditer(text)]
        return [Mention(value, m.start(), m.end()) for value, m in found if value is not None]

    def same(self, value: Any, reference: Any, format: Format) -> bool:
        step = 10.0 ** -(format.decimals if format.decimals is not None else DECIMALS)
        return all(abs(value[key] - reference[key]) < step for key in ("latitude", "longitude"))

    def sentence(self, format: Format) -> str:
        return f"latitude and longitude in decimal degrees,{digits(format)} for example 12.3456, -65.4321"

    def nearby(self, value: Any, format: Format) -> Iterator[tuple[str, Any]]:
        yield "turned round", {"latitude": value["longitude"], "longitude": value["latitude"]}
        yield "another latitude", {**value, "latitude": round(value["latitude"] + 0.01, 6)}
        yield "another longitude", {**value, "longitude": round(value["longitude"] - 0.01, 6)}
        yield "the other side", {**value, "longitude": -value["longitude"]}


def _value(m: re.Match[str]) -> dict[str, float] | None:
    sides = (m["ns"] or "N").upper(), (m["ew"] or "E").upper()
    latitude = float(m["lat"]) * (-1 if sides[0] in "SW" else 1)
    longitude = float(m["lon"]) * (-1 if sides[1] in "SW" else 1)
    turned = sides[0] in "EW", sides[1] in "NS"
    if any(turned) and not (all(turned) and m["ns"] and m["ew"]):
        return None
    if all(turned):
        latitude, longitude = longitude, latitude
    if abs(latitude) > 90 or abs(longitude) > 180:
        return None
    return {"latitude": latitude, "longitude": longitude}
