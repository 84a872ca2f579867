"""What a search means: a place, coordinates, a kind of place near another."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from . import geocoder, objects, stops
from .places import HOME

NEAR = re.compile(
    r"(?:the )?(?:nearest |closest )?(.+?)\s+(?:near(?:est)?(?: to)?|close to|next to|around|by)\s+(.+)", re.I
)
IN = re.compile(r"(?:all )?(?:the )?(.+?)\s+in\s+(.+)", re.I)


@dataclass(frozen=True)
class Found:
    """The answer to a search.

    Attributes:
        start: where distances are measured from; None means the middle of the map.
        missing: the place after "near" that was not found.
    """

    hits: list[geocoder.Hit] = field(default_factory=list)
    start: stops.Stop | None = None
    missing: str = ""


def ask(query: str, near: str = "", view: tuple[float, float] = HOME) -> Found:
    """Answer a search.

    Args:
        query: what somebody typed.
        near: key or name of a place to search around.
        view: middle of the map, as latitude and longitude.
    """
    wanted = query
    if not near and (parts := NEAR.fullmatch(query.strip())) and objects.phrase(parts[1]):
        wanted, near = parts[1], parts[2]
    elif not near and (parts := IN.fullmatch(query.strip())) and (tags := objects.phrase(parts[1])):
        # Nominatim takes what is near the town as well
        town = stops.resolve(parts[2], view)
        if town and (hits := geocoder.of_kind(tags, town.spot, town.title)):
            return Found(hits, town)
    tags = objects.phrase(wanted)
    if near:
        start = stops.resolve(near, view)
        if start is None:
            return Found(missing=near)
        if tags:
            return Found(geocoder.of_kind(tags, start.spot), start)
        hits = geocoder.search(wanted, start.spot)
        return Found(sorted(hits, key=lambda hit: (hit.metres or 0.0, hit.key)), start)
    if tags:
        return Found(geocoder.of_kind(tags, view))
    return Found(geocoder.search(query, view))
