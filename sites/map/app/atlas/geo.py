"""Distances on the ground, and how they and durations are written."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator
from typing import Any

RADIUS = 6_371_008.8
"""Mean radius of the earth in metres."""


def distance(a: tuple[float, float], b: tuple[float, float]) -> float:
    """Metres between two places given as (latitude, longitude), by the haversine formula."""
    (lat1, lon1), (lat2, lon2) = ((math.radians(x), math.radians(y)) for x, y in (a, b))
    half = (
        math.sin((lat2 - lat1) / 2) ** 2 + math.cos(lat1) * math.cos(lat2) * math.sin((lon2 - lon1) / 2) ** 2
    )
    return 2 * RADIUS * math.asin(math.sqrt(half))


def metres_text(metres: float) -> str:
    """``85 m``, ``1.3 km``, ``12 km``."""
    if metres < 995:
        return f"{round(metres / 5) * 5 if metres >= 100 else round(metres)} m"
    return f"{metres / 1000:.1f} km"


def seconds_text(seconds: float) -> str:
    """``1 min``, ``1 h 05 min``: whole minutes, at least one."""
    minutes = max(1, round(seconds / 60))
    return f"{minutes // 60} h {minutes % 60:02d} min" if minutes >= 60 else f"{minutes} min"


def lines(shape: dict[str, Any]) -> Iterator[list[list[float]]]:
    """The lines and rings of a GeoJSON geometry, a point as a line of one."""
    parts: list[Any] = [shape["coordinates"]]
    while parts:
        part = parts.pop(0)
        if isinstance(part[0], int | float):
            yield [part]
        elif isinstance(part[0][0], int | float):
            yield part
        else:
            parts = [*part, *parts]


def offset(place: tuple[float, float], points: Iterable[list[float]]) -> list[tuple[float, float]]:
    """Metres east and north of a place, for points given as longitude and latitude."""
    scale = math.radians(1) * RADIUS
    east = scale * math.cos(math.radians(place[0]))
    return [((x - place[1]) * east, (y - place[0]) * scale) for x, y in points]


def away(place: tuple[float, float], shape: dict[str, Any]) -> float:
    """Metres from a place to the nearest part of a geometry's lines and points."""
    best = math.inf
    for line in lines(shape):
        flat = offset(place, line)
        for (ax, ay), (bx, by) in zip(flat, flat[1:] or flat, strict=False):
            dx, dy = bx - ax, by - ay
            length = dx * dx + dy * dy
            share = max(0.0, min(1.0, -(ax * dx + ay * dy) / length)) if length else 0.0
            best = min(best, math.hypot(ax + dx * share, ay + dy * share))
    return best


def covers(shape: dict[str, Any], place: tuple[float, float]) -> bool:
    """Whether an area holds a place: a ray from it crosses an odd number of edges."""
    if shape["type"] not in {"Polygon", "MultiPolygon"}:
        return False
    latitude, longitude = place
    odd = False
    for line in lines(shape):
        for (ax, ay), (bx, by) in itertools.pairwise(line):
            if (ay > latitude) != (by > latitude) and longitude < ax + (latitude - ay) / (by - ay) * (
                bx - ax
            ):
                odd = not odd
    return odd
