"""Distances, shapes and words of the map, by cases that can be worked out by hand."""

from __future__ import annotations

import importlib
import math

import pytest

from sites.map.build import shapes

geo = importlib.import_module("sites.map.app.atlas.geo")
kinds = importlib.import_module("sites.map.app.atlas.kinds")

SQUARE = [(13.0, 53.0), (13.002, 53.0), (13.002, 53.001), (13.0, 53.001), (13.0, 53.0)]
HOLE = [(13.0005, 53.0002), (13.001, 53.0002), (13.001, 53.0006), (13.0005, 53.0006), (13.0005, 53.0002)]


def as_lists(points: list[tuple[float, float]]) -> list[list[float]]:
    return [list(point) for point in points]


def test_distance_is_that_of_the_sphere() -> None:
    degree = math.pi * 6_371_008.8 / 180
    assert geo.distance((53.0, 13.0), (54.0, 13.0)) == pytest.approx(degree)
    assert geo.distance((0.0, 13.0), (0.0, 14.0)) == pytest.approx(degree)
    assert geo.distance((60.0, 13.0), (60.0, 13.001)) == pytest.approx(degree / 2 / 1000, rel=1e-6)
    assert geo.distance((53.5, 13.2), (53.5, 13.2)) == 0


@pytest.mark.parametrize(
    ("metres", "text"),
    [
        (0, "0 m"),
        (42.4, "42 m"),
        (99, "99 m"),
        (452, "450 m"),
        (453, "455 m"),
        (996, "1.0 km"),
        (12_345, "12.3 km"),
    ],
)
def test_metres_are_written_for_people(metres: float, text: str) -> None:
    assert geo.metres_text(metres) == text


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (3, "1 min"),
        (89, "1 min"),
        (91, "2 min"),
        (3569, "59 min"),
        (3600, "1 h 00 min"),
        (3900, "1 h 05 min"),
    ],
)
def test_seconds_are_written_for_people(seconds: float, text: str) -> None:
    assert geo.seconds_text(seconds) == text


def test_a_hole_is_not_covered() -> None:
    area = {"type": "Polygon", "coordinates": [as_lists(SQUARE), as_lists(HOLE)]}
    assert geo.covers(area, (53.0001, 13.0001))
    assert not geo.covers(area, (53.0004, 13.0008)), "inside the hole"
    assert not geo.covers(area, (53.002, 13.001)), "north of it"
    line = {"type": "LineString", "coordinates": as_lists(SQUARE)}
    assert not geo.covers(line, (53.0001, 13.0001)), "a line covers nothing"


def test_away_measures_to_the_nearest_part() -> None:
    line = {"type": "LineString", "coordinates": [[13.0, 53.0], [13.01, 53.0]]}
    step = math.radians(0.001) * 6_371_008.8
    assert geo.away((53.001, 13.005), line) == pytest.approx(step, rel=1e-4), "beside its middle"
    beyond = step * math.cos(math.radians(53.0))
    assert geo.away((53.0, 13.011), line) == pytest.approx(beyond, rel=1e-3), "past its end"
    point = {"type": "Point", "coordinates": [13.0, 53.001]}
    assert geo.away((53.0, 13.0), point) == pytest.approx(step, rel=1e-6)


def test_middle_is_half_way_along() -> None:
    bent = [(13.0, 53.0), (13.0, 53.001), (13.0, 53.004)]
    assert shapes.middle(bent) == pytest.approx((13.0, 53.002))


def test_centre_and_size_of_an_area() -> None:
    assert shapes.centre(SQUARE) == pytest.approx((13.001, 53.0005))
    width = 0.002 * shapes.METRES * math.cos(math.radians(53.0))
    assert shapes.size(SQUARE) == pytest.approx(width * 0.001 * shapes.METRES)
    corner = [(0.0, 0.0), (3e-3, 0.0), (3e-3, 1e-3), (1e-3, 1e-3), (1e-3, 3e-3), (0.0, 3e-3), (0.0, 0.0)]
    assert shapes.centre(corner) == pytest.approx((1.1e-3, 1.1e-3)), "3 by 1 and 1 by 2 joined to an L"


def test_ways_are_joined_whatever_their_direction() -> None:
    a, b, c, d = SQUARE[:4]
    assert len(shapes.rings([[a, b], [d, c, b], [d, a]])) == 1
    assert shapes.size(shapes.rings([[a, b], [d, c, b], [d, a]])[0]) == pytest.approx(shapes.size(SQUARE))
    assert shapes.rings([[a, b], [b, c]]) == [], "cut off by the edge of the extract"
    assert len(shapes.rings([SQUARE, HOLE])) == 2


@pytest.mark.parametrize(
    ("tags", "area"),
    [
        ({"building": "yes"}, True),
        ({"highway": "residential"}, False),
        ({"highway": "pedestrian", "area": "yes"}, True),
        ({"amenity": "parking", "area": "no"}, False),
        ({"natural": "tree_row"}, False),
    ],
)
def test_closed_ways_that_are_areas(tags: dict[str, str], area: bool) -> None:
    assert shapes.is_area(tags, SQUARE) is area
    assert not shapes.is_area(tags, SQUARE[:4]), "not closed"


@pytest.mark.parametrize(
    ("tags", "words"),
    [
        ({"amenity": "pharmacy", "building": "yes"}, "Pharmacy"),
        ({"highway": "residential"}, "Residential road"),
        ({"highway": "primary_link"}, "Primary link"),
        ({"highway": "bus_stop"}, "Bus stop"),
        ({"shop": "shoes"}, "Shoes shop"),
        ({"shop": "supermarket"}, "Supermarket"),
        ({"shop": "bakery;butcher"}, "Bakery"),
        ({"building": "school"}, "School building"),
        ({"building": "no", "leisure": "park"}, "Park"),
        ({"historic": "city_gate", "tourism": "attraction"}, "City gate"),
        ({"landuse": "residential"}, "Residential area"),
        ({"addr:housenumber": "5"}, "Address"),
        ({"type": "restriction"}, "Restriction"),
        ({"barrier": "no"}, "Object"),
    ],
)
def test_kinds_in_words(tags: dict[str, str], words: str) -> None:
    assert kinds.label(tags) == words
