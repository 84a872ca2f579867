"""Nominatim over its SQLite file, as a library: names to places, places to names."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import nominatim_api as nominatim

from . import geo, kinds, objects
from .places import BOUNDS, DATA, HOME, inside

LIMIT = 50
"""Most results of one search."""
TYPES = {"N": "node", "W": "way", "R": "relation"}
EVERYWHERE = 0.19
"""Degrees around a place in which a kind is looked for; from 0.2 on Nominatim takes tables without order."""

_lock = threading.Lock()
_api: nominatim.NominatimAPI | None = None


@dataclass(frozen=True)
class Hit:
    """A place that was found.

    Attributes:
        key: ``node/123``, or ``lat,lon`` for a house that is only counted between others.
        address: Nominatim's whole line, the name first.
        metres: distance from where the search asked from, None when it did not.
    """

    key: str
    kind: str
    title: str
    address: str
    lat: float
    lon: float
    metres: float | None = None

    @property
    def spot(self) -> tuple[float, float]:
        """Latitude and longitude."""
        return self.lat, self.lon

    @property
    def distance(self) -> str:
        """The distance in words."""
        return "" if self.metres is None else geo.metres_text(self.metres)

    def record(self) -> dict[str, Any]:
        """What the JSON API says of it."""
        return {
            "key": self.key,
            "kind": self.kind,
            "title": self.title,
            "address": self.address,
            "lat": self.lat,
            "lon": self.lon,
            "metres": None if self.metres is None else round(self.metres),
            "distance": self.distance,
        }


def api() -> nominatim.NominatimAPI:
    """This process's geocoder."""
    global _api
    if _api is None:
        settings = {
            "NOMINATIM_DATABASE_DSN": f"sqlite:dbname={DATA}/geocoder.sqlite",
            "NOMINATIM_API_POOL_SIZE": "1",
            "NOMINATIM_QUERY_TIMEOUT": "",
            "NOMINATIM_REQUEST_TIMEOUT": "",
        }
        _api = nominatim.NominatimAPI("/srv/map", settings)
    return _api


_english = nominatim.Locales(["en"])


def _hit(result: Any, start: tuple[float, float] | None = None) -> Hit:
    """A result in our words; the place of an object is the one its page shows."""
    _english.localize_results([result])
    letter, ident = result.osm_object or ("", 0)
    house = result.source_table == nominatim.SourceTable.OSMLINE
    thing = None if house or letter not in TYPES else objects.find(TYPES[letter], ident)
    line = result.display_name or result.locale_name or ""
    if thing is not None:
        spot, key, kind, title = thing.spot, thing.key, thing.kind, thing.title
        if not thing.name and not thing.address and line:
            title = line.split(",")[0]
    else:
        spot = round(result.lat, 6), round(result.lon, 6)
        key, kind = f"{spot[0]:.6f},{spot[1]:.6f}", kinds.words(*result.category)
        title = line.split(",")[0]
    return Hit(key, kind, title, line, *spot, geo.distance(start, spot) if start else None)


def _unique(results: Sequence[Any], start: tuple[float, float] | None) -> list[Hit]:
    """Hits in their order, an object once."""
    found: dict[str, Hit] = {}
    for result in results:
        hit = _hit(result, start)
        found.setdefault(hit.key, hit)
    return list(found.values())


def search(text: str, start: tuple[float, float] = HOME) -> list[Hit]:
    """Places that a text names, the best first, with their distance from ``start``."""
    west, south, east, north = BOUNDS
    with _lock:
        results = api().search(
            text,
            max_results=LIMIT,
            address_details=True,
            viewbox=f"{west},{south},{east},{north}",
            countries=["de"],
        )
        return [hit for hit in _unique(results, start) if inside(*hit.spot)]


def of_kind(tags: Sequence[tuple[str, str]], start: tuple[float, float], town: str = "") -> list[Hit]:
    """Places of a kind, the nearest to ``start`` first; with a town only those whose address names it."""
    with _lock:
        results = api().search_category(
            list(tags),
            max_results=500,
            near=nominatim.Point(start[1], start[0]),
            near_radius=EVERYWHERE,
            address_details=True,
        )
        hits = _unique(results, start)
    if town:
        hits = [hit for hit in hits if town in hit.address.split(", ")[1:]]
    return sorted(hits, key=lambda hit: (hit.metres or 0.0, hit.key))[:LIMIT]


def reverse(place: tuple[float, float]) -> Hit | None:
    """The address at a place."""
    with _lock:
        result = api().reverse(nominatim.Point(place[1], place[0]), address_details=True)
        return None if result is None else _hit(result, place)


def address_of(thing: objects.Thing) -> str:
    """Nominatim's line for an object; empty when the geocoder does not keep it."""
    with _lock:
        letter = thing.type[0].upper()
        results = api().lookup([nominatim.OsmID(letter, thing.id)], address_details=True)
        if not results:
            return ""
        _english.localize_results(results)
        return str(results[0].display_name or "")


def works() -> bool:
    """Whether the geocoder has its database."""
    with _lock:
        return api().status().status == 0
