"""Places as they stand in addresses of this site: ``node/123``, ``way/5``, or ``53.5575,13.261``."""

from __future__ import annotations

import re
from dataclasses import dataclass

from . import geocoder, objects
from .places import HOME, inside

COORDINATES = re.compile(r"\s*(-?\d{1,3}(?:\.\d+)?)\s*[,;/ ]\s*(-?\d{1,3}(?:\.\d+)?)\s*")
OBJECT = re.compile(r"\s*(node|way|relation)/(\d{1,15})\s*")


@dataclass(frozen=True)
class Stop:
    """A place: its key, its name, and name with address for people to know it by."""

    key: str
    title: str
    text: str
    lat: float
    lon: float

    @property
    def spot(self) -> tuple[float, float]:
        """Latitude and longitude."""
        return self.lat, self.lon


def coordinates(text: str) -> tuple[float, float] | None:
    """Latitude and longitude, when a text is nothing but that and lies on the map."""
    found = COORDINATES.fullmatch(text)
    if not found:
        return None
    place = round(float(found[1]), 6), round(float(found[2]), 6)
    return place if inside(*place) else None


def of_thing(thing: objects.Thing) -> Stop:
    """An object as a stop."""
    rest = thing.address if thing.address and thing.address != thing.title else ""
    return Stop(thing.key, thing.title, ", ".join(filter(None, (thing.title, rest))), *thing.spot)


def known(key: str) -> Stop | None:
    """The place that a key names."""
    if found := OBJECT.fullmatch(key):
        thing = objects.find(found[1], int(found[2]))
        return of_thing(thing) if thing else None
    if place := coordinates(key):
        return Stop(_key(place), _text(place), _text(place), *place)
    return None


def _key(place: tuple[float, float]) -> str:
    return ",".join(f"{number:.6f}".rstrip("0").rstrip(".") for number in place)


def _text(place: tuple[float, float]) -> str:
    return f"{place[0]:.6f}, {place[1]:.6f}"


def resolve(text: str, start: tuple[float, float] = HOME) -> Stop | None:
    """The place that a person means: a key, else the first that the geocoder finds."""
    if stop := known(text):
        return stop
    hits = geocoder.search(text, start)
    return (
        (known(hits[0].key) or Stop(hits[0].key, hits[0].title, hits[0].title, *hits[0].spot))
        if hits
        else None
    )
