"""Streets and named places; their positions, hours and telephones are the map's."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from sites.wiki.seed import prose
from sites.wiki.seed.chance import Chance, slip
from sites.wiki.seed.markup import article, bullets, coordinates, link, number
from sites.wiki.seed.records import Draft
from sites.wiki.seed.region import HOME, kilometres, positions
from sites.world_data import Place, addresses, places


def streets(world: Chance) -> list[Draft]:
    """Streets of Neubrandenburg, with the addresses that the map knows."""
    by: dict[str, list[Any]] = defaultdict(list)
    for one in addresses():
        if one.city == HOME:
            by[one.street].append(one)
    at: dict[str, list[Place]] = defaultdict(list)
    for place in places():
        if place.street:
            at[place.street].append(place)
    middle = {
        name: (sum(one.lat for one in rows) / len(rows), sum(one.lon for one in rows) / len(rows))
        for name, rows in by.items()
    }
    found = []
    for name, rows in sorted(by.items()):
        if not world.keeps("street", name):
            continue
        chance = world.at("street", name)
        kind = street_kind(name)
        named = chance.number("named", 1890, 2002)
        length = chance.number("length", 12, 159) * 10
        values = {
            "name": name,
            "kind": kind,
            "home": link(HOME),
            "postcode": rows[0].postcode,
            "length": number(length),
            "named": named,
        }
        sections = prose.chapters(chance.at("prose"), "street", (1, 3), **values)
        if at[name]:
            sections.append(
                ("Places", bullets(f"No. {place.housenumber}: {link(title_of(place))}" for place in at[name]))
            )
        fields = {
            "name": name,
            "kind": kind.capitalize(),
            "town": link(HOME),
            "postcode": rows[0].postcode,
            "coordinates": coordinates(*middle[name]),
            "length_m": number(length),
            "named": str(named),
        }
        near = sorted(middle, key=lambda one: kilometres(middle[one], middle[name]))
        found.append(
            Draft(
                title=name,
                subject="street",
                lead=prose.lead(chance.at("prose"), "street", **values),
                box=("street", fields),
                sections=sections,
                categories=[f"Streets in {HOME}"],
                slips=[("naming", str(named), slip(chance.stream("slip"), str(named)))],
                fame=1,
                see_also=[f"List of streets in {HOME}", *near[1 : chance.number("neighbours", 2, 3)]],
            )
        )
    return found


def street_kind(name: str) -> str:
    """What a street's name says it is."""
    low = name.lower()
    for ending, kind in (
        ("weg", "lane"),
        ("platz", "square"),
        ("gasse", "alley"),
        ("allee", "avenue"),
        ("ring", "ring road"),
        ("damm", "causeway"),
        ("straße", "street"),
    ):
        if low.endswith(ending):
            return kind
    return "street"


KINDS = {
    "pharmacy": "pharmacy",
    "restaurant": "restaurant",
    "cafe": "café",
    "school": "school",
    "museum": "museum",
    "supermarket": "supermarket",
    "attraction": "sight",
    "hotel": "hotel",
    "viewpoint": "viewpoint",
    "bicycle": "bicycle shop",
    "bakery": "bakery",
    "sports_centre": "sports centre",
    "park": "park",
    "library": "library",
    "post_office": "post office",
    "fuel": "filling station",
    "pub": "pub",
    "shoes": "shoe shop",
    "books": "bookshop",
    "theatre": "theatre",
    "hospital": "hospital",
    "townhall": "public office",
    "cinema": "cinema",
    "zoo": "zoo",
    "chemist": "chemist's shop",
    "stadium": "stadium",
}


def title_of(place: Place) -> str:
    """The title of a place's article: towns and streets keep the bare name."""
    name = place.name.replace('"', "'").rstrip(".").replace("  ", " ").strip(" -")
    if name in positions() or name == "Berlin":
        return f"{name} ({KINDS[place.kind]})"
    return name


WHEELCHAIR = {
    "yes": "[It is accessible by wheelchair|All of it can be reached by wheelchair|Wheelchairs get in everywhere].",
    "no": "[It is not accessible by wheelchair|Wheelchairs do not get in|Steps keep wheelchairs out].",
    "limited": "[Only part of it is accessible by wheelchair|Wheelchairs get into part of it].",
}


def sights(world: Chance) -> list[Draft]:
    """Named places of the map: hours, address and telephone are the map's."""
    where = positions()
    found = []
    taken: set[str] = set()
    for place in places():
        title = title_of(place)
        if title in taken or not world.keeps("place", title):
            continue
        taken.add(title)
        chance = world.at("place", title)
        kind = KINDS[place.kind]
        town = (
            place.city
            if place.city in where
            else min(where, key=lambda one: kilometres(where[one], (place.lat, place.lon)))
        )
        since = chance.number("opened", 1891, 2018)
        address = f"{link(place.street)} {place.housenumber}".strip() if place.street else ""
        cuisine = place.cuisine.replace("_", " ").replace(";", " and ")
        values = {
            "name": title,
            "kind": kind,
            "a_kind": f"{article(kind)} {kind}",
            "town": link(town),
            "opened": since,
            "address": chance.say("It stands at {at}.", at=address) if address else " ",
            "wheelchair": chance.say(WHEELCHAIR[place.wheelchair]) if place.wheelchair in WHEELCHAIR else "",
            "hours": f"<code>{place.opening_hours}</code>" if place.opening_hours else "",
            "food": chance.say(
                "[The kitchen is|It offers|One eats] {food} [cooking|food].", food=cuisine
            ).replace("kitchen is", "kitchen offers")
            if cuisine
            else "",
        }
        lead = [part for part in prose.lead(chance.at("prose"), "place", **values) if part]
        wanted = ["Access", "Opening hours", "Food"]
        free = list(prose.chapters(chance.at("prose"), "place", (9, 9), place.kind, **values))
        fixed = {heading for heading, _ in free[:1]}
        chosen = set(
            chance.order("chapters", [heading for heading, _ in free])[: chance.number("count", 2, 3)]
        )
        bodies = {values["hours"], values["wheelchair"], values["food"]} - {""}
        sections = [
            (heading, body)
            for heading, body in free
            if heading in fixed | chosen | set(wanted) or any(str(one) in body for one in bodies)
        ]
        fields = {
            "name": title,
            "kind": kind.capitalize(),
            "town": link(town),
            "address": f"{place.street} {place.housenumber}".strip(),
            "coordinates": coordinates(place.lat, place.lon),
            "opened": str(since),
            "opening_hours": place.opening_hours,
            "phone": place.phone,
        }
        found.append(
            Draft(
                title=title,
                subject="place",
                lead=lead,
                box=("place", fields),
                sections=sections,
                categories=["Places in " + town, PLURAL.get(place.kind, "Shops") + " in the lake country"],
                slips=[("opening", str(since), slip(chance.stream("slip"), str(since)))],
                fame=3 if place.kind in ("museum", "attraction", "library", "theatre") else 1,
            )
        )
    return found


PLURAL = {
    "pharmacy": "Pharmacies",
    "restaurant": "Restaurants and cafés",
    "cafe": "Restaurants and cafés",
    "pub": "Restaurants and cafés",
    "school": "Schools",
    "museum": "Museums and sights",
    "attraction": "Museums and sights",
    "viewpoint": "Museums and sights",
    "theatre": "Museums and sights",
    "library": "Museums and sights",
    "zoo": "Museums and sights",
    "park": "Museums and sights",
    "cinema": "Museums and sights",
    "hotel": "Hotels",
    "sports_centre": "Sports grounds",
    "stadium": "Sports grounds",
    "hospital": "Public offices",
    "townhall": "Public offices",
    "post_office": "Public offices",
}
