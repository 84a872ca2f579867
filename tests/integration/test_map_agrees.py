"""What other sites say of the region is on the map: addresses, places, telephone numbers, opening hours."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from typing import Any

import pytest

from reset import images
from reset.world import World
from sites.cms.seed.facts import streets
from sites.forum.seed import generate as make_forum
from sites.forum.seed.scene import place_facts
from sites.shopping.seed import generate as make_shop
from sites.spec import load_site
from sites.wiki.seed.chance import Chance
from sites.wiki.seed.sights import sights
from sites.world_data import addresses, places

SITE = "map"
FIELDS = ("opening_hours", "phone", "wheelchair", "cuisine")
STREET = re.compile(
    r"(?<![\w.])((?:\d\.)?[A-ZÄÖÜ][\wäöüß-]*(?: [A-ZÄÖÜ][\wäöüß-]*)*?"
    r"(?:straße|weg|allee|Ring|[Mm]arkt|Marktplatz)"
    r"|[A-ZÄÖÜ][\wäöüß-]* (?:Straße|Weg|Ring)) (\d+[a-z]?)\b"
)
"""A street with a number in running text, as addresses of the region are written."""
Houses = dict[tuple[str, ...], list[tuple[float, float]]]
"""Where the houses with a street, number, postcode and town stand."""


@pytest.fixture(scope="module")
def world() -> Iterator[World]:
    images.build([load_site(SITE)])
    with World.start([load_site(SITE)], name=f"map-agrees-{os.getpid()}") as started:
        yield started


@pytest.fixture(scope="module")
def houses(world: World) -> Houses:
    """Every house of the map; a few addresses have two."""
    found: Houses = {}
    for row in world.fetch(SITE, "/api/addresses").json()["addresses"]:
        found.setdefault(tuple(row[:4]), []).append((row[4], row[5]))
    return found


@pytest.fixture(scope="module")
def shown(world: World) -> dict[str, list[dict[str, Any]]]:
    """Every place of the kinds that sites name, by kind."""
    kinds = sorted({place.kind for place in places()})
    found: dict[str, list[dict[str, Any]]] = {}
    for kind in kinds:
        for key in ("amenity", "tourism", "shop", "leisure"):
            answer = world.fetch(SITE, "/api/places", params={"key": key, "value": kind}).json()
            found.setdefault(kind, []).extend(answer["results"])
    return found


def test_shared_addresses_are_on_the_map(houses: Houses) -> None:
    assert len(addresses()) > 600
    for one in addresses():
        found = houses.get((one.street, one.housenumber, one.postcode, one.city), [])
        assert any(place == pytest.approx((one.lat, one.lon), abs=0.0005) for place in found), (one, found)


def test_shared_places_are_as_the_map_has_them(shown: dict[str, list[dict[str, Any]]]) -> None:
    assert len(places()) > 80
    for place in places():
        same = [one for one in shown[place.kind] if one["name"] == place.name]
        near = [
            one
            for one in same
            if (one["lat"], one["lon"]) == pytest.approx((place.lat, place.lon), abs=0.003)
        ]
        assert near, f"not on the map: {place}"
        agrees = [one for one in near if all(_tag(one, field) == getattr(place, field) for field in FIELDS)]
        assert agrees, f"{place} is otherwise on the map: {near[0]['tags']}"


def _tag(record: dict[str, Any], field: str) -> str:
    tags = record["tags"]
    return str(tags.get(field) or (tags.get("contact:phone", "") if field == "phone" else ""))


def _letters(name: str) -> str:
    """A name without blanks and marks: titles of articles cannot hold all of them."""
    return re.sub(r"\W", "", name)


def test_customers_live_at_addresses_of_the_map(houses: Houses) -> None:
    lines = {(f"{street} {number}", postcode, city) for street, number, postcode, city in houses}
    shop = make_shop()
    checked = 0
    for customer in shop.people.customers:
        for address in customer.addresses:
            assert (address.line1, address.postcode, address.city) in lines, address
            checked += 1
    assert checked > 400


def test_threads_name_what_the_map_has(houses: Houses, shown: dict[str, list[dict[str, Any]]]) -> None:
    forum = make_forum()
    texts = [post.text for post in (*forum.questions, *forum.answers, *forum.comments)]
    known = {(street, number) for street, number, _, _ in houses}
    tagged = {
        (one["tags"].get("addr:street", ""), one["tags"].get("addr:housenumber", ""))
        for records in shown.values()
        for one in records
    }
    named = {(street, number) for text in texts for street, number in STREET.findall(text)}
    assert len(named) > 20
    assert sorted(named - known - tagged) == [], "addresses that are not on the map"
    hours = {facts["hours"] for place in places() if (facts := place_facts(place)).get("hours")}
    said = {text for text in hours if any(text in one for one in texts)}
    assert said, "threads tell opening hours"


def test_articles_about_places_say_what_the_map_has(shown: dict[str, list[dict[str, Any]]]) -> None:
    records = [one for found in shown.values() for one in found]
    drafts = sights(Chance(1))
    assert len(drafts) > 80
    for draft in drafts:
        fields = draft.box[1]
        place = re.search(r"(\d+\.\d+)\|(\d+\.\d+)", fields["coordinates"])
        assert place is not None, fields
        spot = pytest.approx((float(place[1]), float(place[2])), abs=0.003)
        same = [
            one
            for one in records
            if one["name"]
            and _letters(fields["name"]).startswith(_letters(one["name"]))
            and (one["lat"], one["lon"]) == spot
            and all(_tag(one, field) == fields[field] for field in ("opening_hours", "phone"))
        ]
        assert same, f"otherwise on the map: {fields}"


def test_the_newspaper_names_streets_of_the_map(houses: Houses) -> None:
    assert len(streets()) > 100
    assert sorted(set(streets()) - {street for street, *_ in houses}) == []
