"""Countries and cities of the world; figures are those of the packages named in THIRD_PARTY.md."""

from __future__ import annotations

from collections import Counter, defaultdict
from datetime import UTC, datetime
from functools import cache
from importlib import resources
from math import acos, degrees, radians, tan
from typing import Any
from zoneinfo import ZoneInfo

import yaml

from sites.wiki.seed import prose
from sites.wiki.seed.chance import Chance, slip
from sites.wiki.seed.markup import bullets, coordinates, english, link, number, ordinal, table
from sites.wiki.seed.records import Draft
from sites.wiki.seed.region import DISTRICT, HOME, data, direction, kilometres, pools, positions

CHINESE = 60
"""So many cities of China are enough: they would be a third of all."""
MILLION = 900_000
ALWAYS = ("Germany", "Sweden", "Denmark")
"""Countries that the smallest encyclopedia has as well."""


def read(name: str) -> str:
    """A file of ``data/``."""
    return resources.files("sites.wiki.seed").joinpath(f"data/{name}").read_text(encoding="utf-8")


@cache
def countries() -> list[dict[str, Any]]:
    """All countries, by name."""
    return yaml.safe_load(read("countries.yaml"))


@cache
def cities() -> list[dict[str, Any]]:
    """Large cities, capitals, and more of Germany and Poland; largest first, each with its article's title."""
    names = {row["code"]: row for row in countries()}
    ours = {row[0] for row in data()["towns"]} | {row[0] for row in data()["abroad"]}
    chosen = []
    seen: Counter[str] = Counter()
    for line in read("cities.tsv").splitlines():
        name, code, lat, lon, people, zone = line.split("\t")
        capital = names[code]["capital"] == name
        seen[code] += 1
        if not capital and code not in ("DE", "PL") and int(people) < MILLION:
            continue
        if (
            (code == "CN" and seen[code] > CHINESE)
            or name in ours
            or (code in ("DE", "PL") and ("-" in name or (" " in name and int(people) < 250_000)))
        ):
            continue
        chosen.append(
            {
                "name": name,
                "country": names[code]["name"],
                "lat": float(lat),
                "lon": float(lon),
                "population": int(people),
                "zone": zone,
                "capital": capital,
            }
        )
    same = Counter(row["name"] for row in chosen)
    found, taken = [], set()
    states = {row["name"] for row in countries()}
    for row in chosen:
        alone = same[row["name"]] == 1 and row["name"] not in states
        title = row["name"] if alone else f"{row['name']} ({row['country']})"
        if title not in taken:
            taken.add(title)
            found.append(row | {"title": title})
    return found


def the(name: str) -> str:
    """A country's name in a sentence."""
    plural = (
        "Netherlands",
        "United Kingdom",
        "United States",
        "Philippines",
        "Bahamas",
        "Maldives",
        "Solomon Islands",
        "Marshall Islands",
        "Seychelles",
        "Comoros",
        "Gambia",
        "Czechia",
        "United Arab Emirates",
        "Dominican Republic",
        "Central African Republic",
        "Republic of the Congo",
        "DR Congo",
    )
    return f"the {name}" if name in plural and name != "Czechia" else name


@cache
def by_size() -> list[dict[str, Any]]:
    """All cities, the largest first."""
    return sorted(cities(), key=lambda one: (-one["population"], one["title"]))


@cache
def neighbours(title: str) -> list[dict[str, Any]]:
    """The two cities that are nearest to one."""
    row = next(one for one in cities() if one["title"] == title)
    others = [one for one in cities() if one is not row]
    here = (row["lat"], row["lon"])
    return sorted(others, key=lambda one: kilometres(here, (one["lat"], one["lon"])))[:2]


def twins(world: Chance) -> dict[str, tuple[str, int]]:
    """The city abroad and the year of the contract, for each town of the lake country that has a twin; no city twice."""
    towns = [row[0] for row in data()["towns"] if row[1] != "village"]
    abroad = [
        row["title"] for row in cities() if row["country"] != "Germany" and row["population"] < 1_600_000
    ]
    found: dict[str, tuple[str, int]] = {}
    taken: set[str] = set()
    for town in towns:
        chance = world.at("twin", town)
        if chance.unit("has one") < 0.8:
            city = next(one for one in chance.order("city", abroad) if one not in taken)
            taken.add(city)
            found[town] = (city, chance.number("year", 1961, 2017))
    return found


def drafts(world: Chance) -> list[Draft]:
    """Countries and cities."""
    home = defaultdict(list)
    for row in cities():
        home[row["country"]].append(row)
    twin = {city: (town, year) for town, (city, year) in twins(world).items()}
    return [
        *(
            country(world.at("country", row["name"]), row, home[row["name"]])
            for row in countries()
            if row["name"] in ALWAYS or world.keeps("country", row["name"])
        ),
        *(
            city(world.at("city", row["title"]), row, home[row["country"]], twin)
            for row in cities()
            if world.keeps("city", row["title"])
        ),
    ]


@cache
def ranks(field: str) -> dict[str, int]:
    """The place of every country by a figure."""
    order = sorted(countries(), key=lambda one: (-one[field], one["name"]))
    return {row["name"]: place for place, row in enumerate(order, 1)}


def nearest_in(field: str, row: dict[str, Any]) -> dict[str, Any]:
    """The country that is nearest to another one in a figure."""
    others = [one for one in countries() if one is not row]
    return min(others, key=lambda one: (abs(one[field] - row[field]), one["name"]))


def country(chance: Chance, row: dict[str, Any], towns: list[dict[str, Any]]) -> Draft:
    """A country."""
    name = row["name"]
    capital = next((one for one in towns if one["capital"]), None)
    seat = link(capital["title"], row["capital"]) if capital else row["capital"]
    called = "The " + link(name) if the(name) != name else link(name)
    germany = next(one for one in countries() if one["code"] == "DE")
    rival, like = nearest_in("population", row), nearest_in("area", row)
    district = sum(one[5] for one in data()["towns"])
    brands = sorted({one[0] for one in data()["abroad"] if one[1] == name})
    here = positions()[HOME]
    values: dict[str, object] = {
        "The": "The " if the(name) != name else " ",
        "The_name": ("The " if the(name) != name else "") + name,
        "name": name,
        "official": f"the {row['official']}".replace("the The ", "the ").replace("the the ", "the "),
        "region": row["subregion"] or row["region"],
        "capital": seat,
        "people": number(row["population"]),
        "area": number(row["area"]),
        "density": number(row["population"] / max(row["area"], 1), 1),
        "german_density": number(germany["population"] / germany["area"], 1) if row is not germany else "",
        "germany": link("Germany"),
        "district": link(DISTRICT),
        "borders": f"{('The ' if the(name) != name else '') + name} borders on {english([link(one, the(one)) for one in row['borders']])}."
        if row["borders"]
        else chance.say(
            "[It has no border with another country on land|No other country can be reached from it on foot|Its only neighbours are across the water]."
        ),
        "coast": chance.say("[It has no coast|It does not reach the sea|It is landlocked].")
        if row["landlocked"]
        else chance.say("[It lies by the sea|It has a coast|It reaches the sea]."),
        "rank": ordinal(ranks("population")[name]),
        "area_rank": ordinal(ranks("area")[name]),
        "rank_number": ranks("population")[name],
        "area_rank_number": ranks("area")[name],
        "all": len(countries()),
        "languages": f"{'Languages are' if len(row['languages']) > 1 else 'The language is'} {english(row['languages'])}."
        if row["languages"]
        else " ",
        "demonym": row["demonym"],
        "times": number(row["area"] / district, 1) if row["area"] > district else "",
        "fits": number(17_098_242 / max(row["area"], 1)) if name != "Russia" else "",
        "rival": link(rival["name"], the(rival["name"])),
        "rival_people": number(rival["population"]),
        "area_rival": link(like["name"], the(like["name"])),
        "area_rival_area": number(like["area"]),
        "home": link(HOME),
        "currency": f"The currency is the {row['currency']}."
        if row["currency"]
        else "It has no currency of its own.",
        "calling": f"+{row['calling'].lstrip('+')}",
        "tld": row["tld"],
        "cities": table(
            ["City", "Inhabitants"],
            [(link(one["title"], one["name"]), number(one["population"])) for one in towns[:15]],
        )
        if len(towns) > 1
        else "",
        "brands": bullets(link(one) for one in brands),
        "called": called,
    }
    if capital and name != "Germany":
        there = (capital["lat"], capital["lon"])
        values |= {
            "far": number(kilometres(here, there)),
            "bearing": direction(there, here),
            "sun_minutes": number(abs(capital["lon"] - here[1]) * 4),
        }
    fields = {
        "name": name,
        "official_name": row["official"],
        "capital": seat,
        "region": row["subregion"] or row["region"],
        "area_km2": number(row["area"]),
        "population": number(row["population"]),
        "languages": ", ".join(row["languages"]),
        "currency": row["currency"],
        "demonym": row["demonym"],
        "calling_code": f"+{row['calling'].lstrip('+')}",
        "internet_tld": row["tld"],
    }
    return Draft(
        title=name,
        subject="country",
        lead=[" ".join(part.split()) for part in prose.lead(chance.at("prose"), "country", **values)],
        box=("country", fields),
        sections=[
            (heading, " ".join(body.split(" ")).strip())
            for heading, body in prose.chapters(chance.at("prose"), "country", (3, 5), **values)
        ],
        categories=[f"Countries in {row['region']}"]
        + (["Landlocked countries"] if row["landlocked"] else []),
        slips=[
            ("area", number(row["area"]), slip(chance.stream("area slip"), number(row["area"]))),
            (
                "population",
                number(row["population"]),
                slip(chance.stream("people slip"), number(row["population"])),
            ),
        ],
        fame=5 if name in ("Germany", "Poland", "Denmark", "Sweden", "Netherlands") else 3,
        tail="{{Geodata}}",
        see_also=[
            "List of countries by population",
            "List of countries by area",
            *chance.order("see also", row["borders"])[:1],
        ],
    )


def daylight(latitude: float, tilt: float) -> float:
    """Hours of sun on the day when the sun stands over ``tilt`` degrees north, by geometry alone."""
    at = -tan(radians(latitude)) * tan(radians(tilt))
    return 24 * degrees(acos(max(-1.0, min(1.0, at)))) / 180


def hours(value: float) -> str:
    """Hours and minutes in words: ``16 hours and 5 minutes``."""
    whole, minutes = divmod(round(value * 60), 60)
    parts = [f"{whole} hours"] if whole != 1 else ["1 hour"]
    return " and ".join(parts + ([f"{minutes} minutes" if minutes != 1 else "1 minute"] if minutes else []))


def clock_of(zone: str) -> str:
    """What clocks show there when it is noon in Germany, in January."""
    noon = datetime(2026, 1, 15, 11, 0, tzinfo=UTC).astimezone(ZoneInfo(zone))
    return f"{noon:%H:%M}" + (
        " of the day before" if noon.day < 15 else " of the next day" if noon.day > 15 else ""
    )


def city(
    chance: Chance, row: dict[str, Any], mates: list[dict[str, Any]], twin: dict[str, tuple[str, int]]
) -> Draft:
    """A city."""
    here, there = positions()[HOME], (row["lat"], row["lon"])
    place = next(index for index, one in enumerate(mates, 1) if one is row)
    world_rank = next(index for index, one in enumerate(by_size(), 1) if one is row)
    near = neighbours(row["title"])
    beside = by_size()[world_rank - 2 if world_rank > 1 else 1]
    state = next(one for one in countries() if one["name"] == row["country"])
    share = 100 * row["population"] / max(state["population"], 1)
    town = twin.get(row["title"])
    values: dict[str, object] = {
        "plain": row["name"],
        "what": "the capital of" if row["capital"] else "a city in",
        "country": link(row["country"], the(row["country"])),
        "people": number(row["population"]),
        "rank": "the largest" if place == 1 else f"number {place}",
        "mates": len(mates) if len(mates) > 1 else "",
        "world_rank": world_rank,
        "side": f"{abs(row['lat']):.2f} degrees {'north' if row['lat'] >= 0 else 'south'} and {abs(row['lon']):.2f} degrees {'east' if row['lon'] >= 0 else 'west'}",
        "zone": row["zone"].replace("_", " "),
        "home": link(HOME),
        "far": number(kilometres(here, there)),
        "bearing": direction(there, here),
        "longest": hours(daylight(abs(row["lat"]), 23.44)),
        "shortest": hours(daylight(abs(row["lat"]), -23.44)),
        "sun": f"{min(90.0, 90 - abs(row['lat']) + 23.44):.0f}",
        "next": (" " + chance.say("[The next larger one is|Larger is|Before it comes] {mate}.", mate=link(mates[place - 2]["title"]))) if place > 1 else (" " + chance.say("[Next comes|Second is|After it comes] {mate}.", mate=link(mates[1]["title"]))) if len(mates) > 1 else " ",
        "share": f"{share:.1f}" if 1 < share < 100 else "",
        "times": number(row["population"] / 63372, 1) if row["population"] > 63372 * 2 else "",
        "rival": link(beside["title"], beside["name"]),
        "rival_people": number(beside["population"]),
        "near": link(near[0]["title"], near[0]["name"]),
        "near_km": number(kilometres(there, (near[0]["lat"], near[0]["lon"]))),
        "near_two": link(near[1]["title"], near[1]["name"]),
        "near_two_km": number(kilometres(there, (near[1]["lat"], near[1]["lon"]))),
        "noon": clock_of(row["zone"]) if row["country"] != "Germany" else "",
        "twin": chance.at("twin").say(
            "[Since {year} it has been the twin town of {town}|Its twin town in the lake country is {town}, since {year}|A contract of {year} ties it to {town}]. "
            "[A street in the new quarter bears the name|Letters go back and forth|Every other summer a choir comes over|The mayors play chess by post|Football teams of the two meet every other summer].",
            pools(), year=town[1], town=link(town[0]),
        ) if town else "",
    }  # fmt: skip
    sections = prose.chapters(chance.at("prose"), "city", (1, 3), **values)
    if values["twin"] and not any(str(values["twin"]) in body for _, body in sections):
        sections.append(("Twin town", str(values["twin"])))
    fields = {
        "name": row["name"],
        "kind": "Capital" if row["capital"] else "City",
        "country": link(row["country"]),
        "coordinates": coordinates(row["lat"], row["lon"]),
        "population": number(row["population"]),
        "time_zone": row["zone"].replace("_", " "),
    }
    return Draft(
        title=row["title"],
        subject="city",
        lead=prose.lead(chance.at("prose"), "city", **values),
        box=("settlement", fields),
        sections=[(heading, body.strip()) for heading, body in sections],
        categories=[f"Cities in {row['country']}"] + (["Capitals"] if row["capital"] else []),
        slips=[
            ("population", number(row["population"]), slip(chance.stream("slip"), number(row["population"])))
        ],
        fame=2 if row["country"] in ("Germany", "Poland") else 1,
        tail="{{Geodata}}",
    )
