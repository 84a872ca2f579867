"""Geometry of objects on the ground: middle of a line, centre of an area, whether a way is an area."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

Point = tuple[float, float]
"""Longitude and latitude in degrees."""

METRES = 111_320.0
"""Length of a degree of latitude."""

AREA_KEYS = frozenset(
    [
        "amenity",
        "building",
        "landuse",
        "leisure",
        "natural",
        "shop",
        "tourism",
        "historic",
        "office",
        "place",
        "aeroway",
        "craft",
        "boundary",
        "building:part",
        "public_transport",
        "military",
    ]
)


def is_area(tags: dict[str, str], points: Sequence[Point]) -> bool:
    """Whether a closed way means the land inside it."""
    if len(points) < 4 or points[0] != points[-1] or tags.get("area") == "no":
        return False
    if tags.get("area") == "yes":
        return True
    if tags.get("natural") in {"coastline", "cliff", "tree_row"} or tags.get("leisure") == "track":
        return False
    return any(key in tags for key in AREA_KEYS)


def _flat(points: Sequence[Point]) -> list[Point]:
    """Metres east and north of the first point."""
    longitude, latitude = points[0]
    scale = METRES * math.cos(math.radians(latitude))
    return [((x - longitude) * scale, (y - latitude) * METRES) for x, y in points]


def middle(points: Sequence[Point]) -> Point:
    """The point half-way along a line."""
    flat = _flat(points)
    lengths = [math.dist(a, b) for a, b in itertools.pairwise(flat)]
    left = sum(lengths) / 2
    for (start, end), length in zip(itertools.pairwise(points), lengths, strict=True):
        if length and left <= length:
            share = left / length
            return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share
        left -= length
    return points[-1]


def size(ring: Sequence[Point]) -> float:
    """Square metres inside a closed line."""
    flat = _flat(ring)
    return abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in itertools.pairwise(flat))) / 2


def centre(ring: Sequence[Point]) -> Point:
    """The centre of gravity of the land inside a closed line."""
    flat = _flat(ring)
    total = east = north = 0.0
    for (ax, ay), (bx, by) in itertools.pairwise(flat):
        part = ax * by - bx * ay
        total += part
        east += (ax + bx) * part
        north += (ay + by) * part
    if abs(total) < 1e-9:
        return middle(ring)
    longitude, latitude = ring[0]
    scale = METRES * math.cos(math.radians(latitude))
    return longitude + east / (3 * total) / scale, latitude + north / (3 * total) / METRES


def rings(ways: Sequence[Sequence[Point]]) -> list[list[Point]]:
    """Ways joined end to end into closed lines; what does not close (the extract cuts it) is left out."""
    closed = [list(way) for way in ways if len(way) > 3 and way[0] == way[-1]]
    rest = [list(way) for way in ways if len(way) > 1 and way[0] != way[-1]]
    while rest:
        line = rest.pop(0)
        grown = True
        while grown and line[0] != line[-1]:
            grown = False
            for index, way in enumerate(rest):
                if way[0] == line[-1]:
                    line += way[1:]
                elif way[-1] == line[-1]:
                    line += way[-2::-1]
                else:
                    continue
                rest.pop(index)
                grown = True
                break
        if line[0] == line[-1] and len(line) > 3:
            closed.append(line)
    return closed
