"""Places: coordinates, of which latitude comes first, and postal addresses in whatever order."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, ClassVar

from tasks.formats import Format

from .amounts import digits, rounded
from .folding import folded, plain, spellings
from .kind import Ask, Kind, Mention, members

_ONE = r"(?P<{0}>-?\d{{1,3}}\.\d+)(?: ?°)?(?: ?(?P<{1}>[NSEW])\b)?"
_PAIR = re.compile(
    rf"(?i)(?<![\w.,])\(?(?:lat(?:itude)?[:=]? ?)?{_ONE.format('lat', 'ns')}(?:,\s?|;\s?|\s|/)(?:and )?"
    rf"(?:(?:lon|lng)(?:gitude)?[:=]? ?)?{_ONE.format('lon', 'ew')}\)?(?![\w]|[.,]\d)"
)
_KEYS = {"lat": 0, "latitude": 0, "lon": 1, "lng": 1, "long": 1, "longitude": 1}
DECIMALS = 4  # that are compared where the format does not say: about eleven metres
_SHORT = {
    "st": "street", "str": "strasse", "ave": "avenue", "rd": "road", "blvd": "boulevard", "dr": "drive",
    "sq": "square", "n": "north", "s": "south", "e": "east", "w": "west"}  # fmt: skip
_SENTENCE = re.compile(r":|\b(?:is|are|was|were|goes|its|it|you)\b", re.I)
# In prose a street begins behind a small word or a sign; the town ends before one.
_NAMES = r"(?:[A-ZÄÖÜ][\w.'-]*|(?i:an de[rnm]|am|im|auf de[rnm]|zu[mr]|unter den|de la|of|the))"
_NUMBER = r"\d{1,4} ?[a-z]?(?:-\d{1,4}[a-z]?)?\b"
_TOWN = r"(?:[A-ZÄÖÜ][\w'-]+ ?(?:\([A-ZÄÖÜ][\w ]*\) ?)?){1,3}"
_POSTAL = re.compile(
    rf"(?<![\w-])(?:{_NAMES} ){{1,5}}{_NUMBER},? (?:in )?(?:D-)?\d{{4,5}} {_TOWN}"
    rf"|(?<![\w-]){_NUMBER} {_NAMES}(?: {_NAMES}){{0,4}}, (?:in )?(?:\d{{5}} {_TOWN}|{_TOWN},? \d{{5}}\b)"
)
_BESIDE = {"germany", "deutschland", "d", "de", "usa", "us", "uk", "in", "no", "nr"}


class Coordinates(Kind):
    """Latitude and longitude in decimal degrees."""

    name = "coordinates"
    json: ClassVar = members({"latitude": {"type": "number"}, "longitude": {"type": "number"}})

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
        places = DECIMALS if format.decimals is None else format.decimals
        return all(rounded(value[key], places) == rounded(reference[key], places) for key in reference)

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
    latitude, longitude = (longitude, latitude) if all(turned) else (latitude, longitude)
    known = abs(latitude) <= 90 and abs(longitude) <= 180
    return {"latitude": latitude, "longitude": longitude} if known else None


class Address(Kind):
    """Where somebody lives or something stands; in prose with a street, its number, a postcode and a town."""

    name = "address"
    says = "one address: street, number, postcode and town, for example 12 Example Street, 01234 Sampletown"

    def parse(self, given: Any, ask: Ask) -> Any | None:
        if isinstance(given, dict) and all(isinstance(v, str | int) for v in given.values()):
            given = ", ".join(map(str, given.values()))
        if not isinstance(given, str):
            return None
        text = ", ".join(part.strip(" ,") for part in plain(given).splitlines() if part.strip(" ,"))
        name, _, rest = text.partition(", ")  # of the shop that was asked for
        text = rest if "," in rest and folded(name) in folded(ask.question) else text
        whole = re.search(r"\d", text) and re.search(r"[^\W\d]{2}", text) and len(text) <= 200
        return text if whole and not _SENTENCE.search(text) else None

    def find(self, text: str, ask: Ask) -> list[Mention]:
        found = [(m.start(), m[0].strip()) for m in _POSTAL.finditer(text)]
        return [Mention(place, start, start + len(place)) for start, place in found]

    def same(self, value: Any, reference: Any, format: Format) -> bool:
        return bool(_spelled(value) & _spelled(reference))

    def nearby(self, value: Any, format: Format) -> Iterator[tuple[str, Any]]:
        yield from super().nearby(value, format)
        if words := re.findall(r"[^\W\d_]{3,}", value):
            yield "another place", value.replace(words[-1], "Sampletown")


def _spelled(text: str) -> set[tuple[str, ...]]:
    text = re.sub(r"(?i)(?<=[^\W\d_])str(?:\.|\b)", "strasse", text)
    text = re.sub(r"(\d) (?=[a-z]\b)", r"\1", text, flags=re.I)  # 12 a
    return {tuple(sorted(_SHORT.get(w, w) for w in way if w not in _BESIDE)) for way in spellings(text)}
