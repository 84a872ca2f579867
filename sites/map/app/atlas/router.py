"""Valhalla over its graph: ways by car, by bicycle and on foot, with instructions in English."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from itertools import pairwise, permutations
from typing import Any

from valhalla import Actor

from . import geo
from .places import DATA

ENGINES = {"car": ("Car", "auto"), "bicycle": ("Bicycle", "bicycle"), "foot": ("Foot", "pedestrian")}
"""Ways of travelling: name for people, name for Valhalla."""
MOST_STOPS = 10

Spot = tuple[float, float]
"""Latitude and longitude."""

_lock = threading.Lock()
_actor: Actor | None = None


@dataclass(frozen=True)
class Step:
    """One instruction: its number in the whole route, its text, and the metres until the next."""

    number: int
    text: str
    metres: float
    lat: float
    lon: float

    @property
    def distance(self) -> str:
        """Metres in words; empty at the end."""
        return geo.metres_text(self.metres) if self.metres else ""


@dataclass(frozen=True)
class Leg:
    """From one stop to the next."""

    metres: float
    seconds: float
    steps: list[Step]

    @property
    def distance(self) -> str:
        return geo.metres_text(self.metres)

    @property
    def time(self) -> str:
        return geo.seconds_text(self.seconds)


@dataclass(frozen=True)
class Route:
    """A way through all stops; ``line`` holds (latitude, longitude)."""

    engine: str
    legs: list[Leg]
    line: list[Spot]

    @property
    def metres(self) -> float:
        return sum(leg.metres for leg in self.legs)

    @property
    def seconds(self) -> float:
        return sum(leg.seconds for leg in self.legs)

    @property
    def distance(self) -> str:
        return geo.metres_text(self.metres)

    @property
    def time(self) -> str:
        return geo.seconds_text(self.seconds)

    def record(self) -> dict[str, Any]:
        """What the JSON API says of it."""
        return {
            "engine": self.engine,
            "metres": round(self.metres),
            "seconds": round(self.seconds),
            "minutes": max(1, round(self.seconds / 60)),
            "distance": self.distance,
            "time": self.time,
            "steps": [step.text for leg in self.legs for step in leg.steps],
            "legs": [
                {
                    "metres": round(leg.metres),
                    "seconds": round(leg.seconds),
                    "distance": leg.distance,
                    "time": leg.time,
                    "steps": [
                        {"number": s.number, "text": s.text, "metres": round(s.metres)} for s in leg.steps
                    ],
                }
                for leg in self.legs
            ],
        }


class NoRoute(Exception):
    """There is no way between the stops; the message says why."""


def actor() -> Actor:
    """This process's router."""
    global _actor
    if _actor is None:
        _actor = Actor(str(DATA / "router.json"))
    return _actor


def decode(line: str) -> list[Spot]:
    """Places of an encoded polyline of six decimals."""
    spots: list[Spot] = []
    values = [0, 0]
    index = axis = 0
    while index < len(line):
        shift = number = 0
        while True:
            byte = ord(line[index]) - 63
            index += 1
            number |= (byte & 31) << shift
            shift += 5
            if byte < 32:
                break
        values[axis] += ~(number >> 1) if number & 1 else number >> 1
        if axis:
            spots.append((values[0] / 1e6, values[1] / 1e6))
        axis ^= 1
    return spots


def route(engine: str, stops: list[Spot]) -> Route:
    """The way through the stops in their order.

    Raises:
        NoRoute: a stop is far from any road, or the network does not join them.
    """
    request = {
        "locations": [{"lat": lat, "lon": lon} for lat, lon in stops],
        "costing": ENGINES[engine][1],
        "units": "kilometers",
        "language": "en-US",
    }
    try:
        with _lock:
            answer = actor().route(request)["trip"]
    except RuntimeError as error:
        raise NoRoute(str(error)) from error
    legs: list[Leg] = []
    whole: list[Spot] = []
    number = 0
    for leg in answer["legs"]:
        line = decode(leg["shape"])
        steps = []
        for move in leg["maneuvers"]:
            number += 1
            spot = line[min(move["begin_shape_index"], len(line) - 1)]
            steps.append(Step(number, move["instruction"], move["length"] * 1000, *spot))
        legs.append(Leg(leg["summary"]["length"] * 1000, leg["summary"]["time"], steps))
        whole += line
    return Route(engine, legs, whole)


def best_order(engine: str, stops: list[Spot]) -> tuple[list[int], list[dict[str, Any]]]:
    """In which order to visit the stops after the first one, by time.

    Returns:
        the indexes of the stops in the best order, and every order with its seconds, the best first.
    """
    legs = {
        (a, b): route(engine, [stops[a], stops[b]]).seconds
        for a in range(len(stops))
        for b in range(1, len(stops))
        if a != b
    }
    orders = []
    for rest in permutations(range(1, len(stops))):
        order = [0, *rest]
        seconds = sum(legs[pair] for pair in pairwise(order))
        orders.append({"order": order, "seconds": round(seconds)})
    orders.sort(key=lambda one: (one["seconds"], one["order"]))
    best: list[int] = orders[0]["order"]
    return best, orders
