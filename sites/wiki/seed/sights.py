"""Streets and named places; their positions, hours and telephones are the map's."""

from __future__ import annotations

import random
from collections import defaultdict
from typing import Any

from sites.wiki.seed.grammar import say, slip
from sites.wiki.seed.markup import article, bullets, coordinates, link, number
from sites.wiki.seed.records import Draft
from sites.wiki.seed.region import HOME, kilometres, positions
from sites.world_data import Place, addresses, places


def streets(rng: random.Random) -> list[Draft]:
    """Streets of Neubrandenburg, with the addresses that the map knows."""
    by: dict[str, list[Any]] = defaultdict(list)
    for one in addresses():
        if one.city == HOME:
            by[one.street].append(one)
    at: dict[str, list[Place]] = defaultdict(list)
    for place in places():
        if place.street:
            at[place.street].append(place)
    found = []
    for name, rows in sorted(by.items()):
        lat = sum(one.lat for one in rows) / len(rows)
        lon = sum(one.lon for one in rows) / len(rows)
        kind = street_kind(name)
        named = rng.randrange(1890, 2003)
        length = rng.randrange(12, 160) * 10
        lead = [
            f"'''{name}''' is a {kind} in {link(HOME)}, postal code {rows[0].postcode}.",
            say(
                rng,
                "It [is|measures] {length} metres [long|in length] and has had its name since {named}.",
                length=number(length),
                named=named,
            ),
        ]
        sections = []
        body = say(
            rng,
            "[It was laid out|The first houses were built] in the {when} [when the allotments were given up|on former meadows|along an old track|after the fire brigade had moved]. "
            "[Lime trees line it on one side|There are parking places on one side|Traffic is limited to 30 km/h|The paving is of the twenties].",
            when=rng.choice(["1920s", "1930s", "1950s", "1960s", "1970s", "1990s"]),
        )
        sections.append(("Description", body))
        if at[name]:
            sections.append(
                ("Places", bullets(f"No. {place.housenumber}: {link(place.name)}" for place in at[name]))
            )
        fields = {
            "name": name,
            "kind": kind.capitalize(),
            "town": link(HOME),
            "postcode": rows[0].postcode,
            "coordinates": coordinates(lat, lon),
            "length_m": number(length),
            "named": str(named),
        }
        found.append(
            Draft(
                title=name,
                subject="street",
                lead=lead,
                box=("street", fields),
                sections=sections,
                categories=[f"Streets in {HOME}"],
                slips=[("naming", str(named), slip(rng, str(named)))],
                fame=1,
                see_also=[f"List of streets in {HOME}"],
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


def sights(rng: random.Random) -> list[Draft]:
    """Named places of the map: hours, address and telephone are the map's."""
    where = positions()
    found = []
    taken: set[str] = set()
    for place in places():
        title = title_of(place)
        if title in taken:
            continue
        taken.add(title)
        kind = KINDS[place.kind]
        town = (
            place.city
            if place.city in where
            else min(where, key=lambda one: kilometres(where[one], (place.lat, place.lon)))
        )
        lead = [f"'''{title}''' is {article(kind)} {kind} in {link(town)}."]
        if place.street:
            lead.append(f"It stands at {link(place.street)} {place.housenumber}.".replace(" .", "."))
        if place.cuisine:
            lead.append(
                say(
                    rng,
                    "[The kitchen is|It offers] {kind} [cooking|food].",
                    kind=place.cuisine.replace("_", " ").replace(";", " and "),
                )
            )
        since = rng.randrange(1891, 2019)
        sections = [
            (
                "History",
                say(
                    rng,
                    "[It was opened in|It has been here since|The house dates from] {year} [and was rebuilt twice|and has been run by the same family since|and moved to its present site later].",
                    year=since,
                ),
            )
        ]
        if place.opening_hours:
            sections.append(("Opening hours", f"<code>{place.opening_hours}</code>"))
        wheel = {
            "yes": "It is accessible by wheelchair.",
            "no": "It is not accessible by wheelchair.",
            "limited": "Only part of it is accessible by wheelchair.",
        }
        if place.wheelchair in wheel:
            sections.append(("Access", wheel[place.wheelchair]))
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
                slips=[("opening", str(since), slip(rng, str(since)))],
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
