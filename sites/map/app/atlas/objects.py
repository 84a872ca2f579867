"""Tagged objects of the extract: by number, around a place, by kind."""

from __future__ import annotations

import json
import sqlite3
import threading
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from . import geo, kinds
from .places import DATA

_local = threading.local()

ADDRESS = ("addr:street", "addr:housenumber", "addr:postcode", "addr:city")
SUMMARY = (
    ("Phone", ("phone", "contact:phone")),
    ("Fax", ("fax", "contact:fax")),
    ("Opening hours", ("opening_hours",)),
    ("Website", ("website", "contact:website", "url")),
    ("E-mail", ("email", "contact:email")),
    ("Operator", ("operator",)),
    ("Cuisine", ("cuisine",)),
    ("Wheelchair access", ("wheelchair",)),
)
"""What people look up about a place, and the tags that may tell it."""


@dataclass(frozen=True)
class Thing:
    """An object with tags. ``lat`` and ``lon`` are a node's place, the middle of a line or of an area."""

    type: str
    id: int
    name: str
    lat: float
    lon: float
    area: float
    tags_text: str
    shape_text: str

    @cached_property
    def tags(self) -> dict[str, str]:
        """Its tags, by key."""
        return dict(json.loads(self.tags_text))

    @cached_property
    def shape(self) -> dict[str, Any]:
        """Its geometry as GeoJSON."""
        return dict(json.loads(self.shape_text))

    @property
    def key(self) -> str:
        """``node/123``: its path on this site."""
        return f"{self.type}/{self.id}"

    @property
    def spot(self) -> tuple[float, float]:
        """Latitude and longitude."""
        return self.lat, self.lon

    @property
    def kind(self) -> str:
        """What it is, in words."""
        return kinds.label(self.tags)

    @property
    def title(self) -> str:
        """Its name, else its address, else its number."""
        if self.name:
            return self.name
        street, number = (self.tags.get(key, "") for key in ADDRESS[:2])
        return f"{street} {number}".strip() or self.tags.get("ref", "") or f"{self.kind} {self.id}"

    @property
    def address(self) -> str:
        """Its own address as people write it; empty when the tags hold none."""
        street, number, postcode, city = (self.tags.get(key, "") for key in ADDRESS)
        first, second = f"{street} {number}".strip(), f"{postcode} {city}".strip()
        return ", ".join(part for part in (first, second) if part) if street else ""

    @property
    def summary(self) -> list[tuple[str, str]]:
        """What people look up, as far as its tags tell it."""
        found = [("Address", self.address)] if self.address else []
        for title, keys in SUMMARY:
            value = next((self.tags[key] for key in keys if key in self.tags), "")
            if value:
                found.append((title, value))
        return found

    def record(self) -> dict[str, Any]:
        """What the JSON API says of it."""
        return {
            "type": self.type,
            "id": self.id,
            "key": self.key,
            "name": self.name,
            "title": self.title,
            "kind": self.kind,
            "lat": self.lat,
            "lon": self.lon,
            "coordinates": f"{self.lat:.6f}, {self.lon:.6f}",
            "address": self.address,
            "tags": self.tags,
            **{title.lower().replace(" ", "_").replace("-", ""): value for title, value in self.summary},
        }


def connection() -> sqlite3.Connection:
    """This thread's connection to the objects; the file never changes."""
    if not hasattr(_local, "objects"):
        _local.objects = sqlite3.connect(f"file:{DATA}/objects.sqlite?mode=ro&immutable=1", uri=True)
    found: sqlite3.Connection = _local.objects
    return found


def _things(sql: str, *values: Any) -> list[Thing]:
    columns = "o.type, o.id, o.name, o.lat, o.lon, o.area, o.tags, o.shape"
    rows = connection().execute(f"SELECT {columns} FROM object o {sql}", values)  # noqa: S608 (our own texts)
    return [Thing(*row) for row in rows]


def find(kind: str, ident: int) -> Thing | None:
    """The object of that type and number."""
    found = _things("WHERE o.type = ? AND o.id = ?", kind, ident)
    return found[0] if found else None


def of_kind(key: str, value: str) -> list[Thing]:
    """All objects of a kind, in the order of the file."""
    return _things("JOIN tag t USING (number) WHERE t.key = ? AND t.value = ? ORDER BY o.number", key, value)


def with_tag(key: str) -> list[Thing]:
    """All objects that have a tag, in the order of the file."""
    path = '$."' + key.replace('"', "") + '"'
    return _things("WHERE json_extract(o.tags, ?) IS NOT NULL ORDER BY o.number", path)


def phrase(text: str) -> list[tuple[str, str]]:
    """Kinds of place that a word such as ``pharmacies`` means, as tags."""
    rows = connection().execute(
        "SELECT key, value FROM phrase WHERE text = ?", (" ".join(text.lower().split()),)
    )
    return [(str(key), str(value)) for key, value in rows]


def around(place: tuple[float, float], radius: float) -> list[tuple[float, Thing]]:
    """Objects within so many metres of a place, the nearest first; areas that hold the place are left out."""
    latitude, longitude = place
    (east, north), *_ = geo.offset((latitude, longitude), [[longitude + 1, latitude + 1]])
    dx, dy = radius / east, radius / north
    near = _things(
        "JOIN box b USING (number) WHERE b.west <= ? AND b.east >= ? AND b.south <= ? AND b.north >= ?",
        longitude + dx,
        longitude - dx,
        latitude + dy,
        latitude - dy,
    )
    found = [(geo.away(place, one.shape), one) for one in near if not geo.covers(one.shape, place)]
    return sorted(
        (pair for pair in found if pair[0] <= radius and pair[1].type != "relation"),
        key=lambda pair: (round(pair[0], 2), pair[1].type, pair[1].id),
    )


def enclosing(place: tuple[float, float]) -> list[Thing]:
    """Areas that hold a place, the smallest first."""
    latitude, longitude = place
    near = _things(
        "JOIN box b USING (number) WHERE b.west <= ? AND b.east >= ? AND b.south <= ? AND b.north >= ?",
        longitude,
        longitude,
        latitude,
        latitude,
    )
    found = [one for one in near if geo.covers(one.shape, place)]
    return sorted(found, key=lambda one: (one.area, one.type, one.id))


def within(west: float, south: float, east: float, north: float, key: str, value: str) -> list[Thing]:
    """Objects of a kind whose middle lies in a box of degrees."""
    return _things(
        "JOIN tag t USING (number) WHERE t.key = ? AND t.value = ? AND o.lon BETWEEN ? AND ?"
        " AND o.lat BETWEEN ? AND ? ORDER BY o.number",
        key,
        value,
        west,
        east,
        south,
        north,
    )


def members(thing: Thing) -> list[tuple[str, str, Thing | None]]:
    """What a relation is made of: path, role, and the object where the extract has it with tags."""
    if thing.type != "relation":
        return []
    rows = connection().execute(
        "SELECT type, id, role FROM member WHERE relation = ? ORDER BY position", (thing.id,)
    )
    return [(f"{kind}/{ident}", role, find(kind, ident)) for kind, ident, role in rows.fetchall()]


def parents(thing: Thing) -> list[tuple[Thing, str]]:
    """Relations that an object is a member of, with its role."""
    rows = connection().execute(
        "SELECT DISTINCT relation, role FROM member WHERE type = ? AND id = ? ORDER BY relation, position",
        (thing.type, thing.id),
    )
    pairs = [(find("relation", relation), role) for relation, role in rows.fetchall()]
    return [(one, role) for one, role in pairs if one is not None]
