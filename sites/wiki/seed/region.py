"""What all articles on the lake country share: its data, and where things lie."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from math import asin, cos, radians, sin, sqrt
from typing import Any

import yaml

HOME = "Neubrandenburg"
DISTRICT = "Lakeland district"


@cache
def data() -> dict[str, Any]:
    """The content of ``data/region.yaml``."""
    text = resources.files("sites.wiki.seed").joinpath("data/region.yaml").read_text(encoding="utf-8")
    return yaml.safe_load(text)


@cache
def pools() -> Mapping[str, Sequence[str]]:
    """What texts may draw from by name: links to places of the region, and words of ``data/pools.yaml``."""
    known = data()
    text = resources.files("sites.wiki.seed").joinpath("data/pools.yaml").read_text(encoding="utf-8")
    found: dict[str, Sequence[str]] = yaml.safe_load(text)
    return found | {
        "town": [f"[[{row[0]}]]" for row in known["towns"] if row[1] != "village"],
        "village": [f"[[{row[0]}]]" for row in known["towns"] if row[1] == "village"],
        "place": [f"[[{row[0]}]]" for row in known["towns"]],
        "lake": [f"[[{row[0]}]]" for row in known["lakes"]],
        "river": [f"[[{row[0]}]]" for row in known["rivers"]],
    }


def kilometres(a: tuple[float, float], b: tuple[float, float]) -> float:
    """Distance of two positions along the ground."""
    (lat1, lon1), (lat2, lon2) = ((radians(x), radians(y)) for x, y in (a, b))
    part = sin((lat2 - lat1) / 2) ** 2 + cos(lat1) * cos(lat2) * sin((lon2 - lon1) / 2) ** 2
    return 12742 * asin(sqrt(part))


def direction(a: tuple[float, float], b: tuple[float, float]) -> str:
    """Where ``a`` lies as seen from ``b``."""
    north, east = a[0] - b[0], (a[1] - b[1]) * 0.6
    if abs(north) > 2 * abs(east):
        return "north" if north > 0 else "south"
    if abs(east) > 2 * abs(north):
        return "east" if east > 0 else "west"
    return ("north" if north > 0 else "south") + ("-east" if east > 0 else "-west")


def positions() -> dict[str, tuple[float, float]]:
    """Latitude and longitude of every town and village."""
    return {row[0]: (row[2], row[3]) for row in data()["towns"]}
