"""Countries and cities of the world; figures are those of the packages named in THIRD_PARTY.md."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from functools import cache
from importlib import resources
from typing import Any

import yaml

from sites.wiki.seed.grammar import say, slip
from sites.wiki.seed.markup import bullets, coordinates, english, link, number, table
from sites.wiki.seed.records import Draft
from sites.wiki.seed.region import data

CHINESE = 60
"""So many cities of China are enough: they would be a third of all."""
MILLION = 900_000


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


def drafts(rng: random.Random) -> list[Draft]:
    """Countries and cities."""
    home = defaultdict(list)
    for row in cities():
        home[row["country"]].append(row)
    capital = {row["country"]: row["title"] for row in cities() if row["capital"]}
    order = {
        row["name"]: place
        for place, row in enumerate(sorted(countries(), key=lambda one: -one["population"]), 1)
    }
    by_area = {
        row["name"]: place for place, row in enumerate(sorted(countries(), key=lambda one: -one["area"]), 1)
    }
    return [
        *(country(rng, row, home[row["name"]], capital, order, by_area) for row in countries()),
        *(city(rng, row, home) for row in cities()),
    ]


def country(
    rng: random.Random,
    row: dict[str, Any],
    towns: list[dict[str, Any]],
    capital: dict[str, str],
    order: dict[str, int],
    by_area: dict[str, int],
) -> Draft:
    """A country."""
    name = row["name"]
    seat = link(capital[name], row["capital"]) if name in capital else row["capital"]
    density = row["population"] / max(row["area"], 1)
    lead = [
        f"{'The ' if the(name) != name else ''}'''{name}''', officially the {row['official']}, is a country in {row['subregion'] or row['region']}.".replace(
            "officially the the ", "officially the "
        ),
        f"Its capital is {seat}.",
        say(
            rng,
            "[It has|Its population is] {people} [inhabitants|people] on {area} square kilometres, {density} to the square kilometre.",
            people=number(row["population"]),
            area=number(row["area"]),
            density=number(density, 1),
        ),
    ]
    ground = []
    if row["borders"]:
        ground.append(
            f"{the(name).capitalize() if the(name) == name else 'The ' + name} borders on {english([link(one, the(one)) for one in row['borders']])}."
        )
    else:
        ground.append("It has no border with another country on land.")
    ground.append("It has no coast." if row["landlocked"] else "It lies by the sea.")
    sections = [
        ("Geography", " ".join(ground)),
        (
            "Population",
            say(
                rng,
                "{place}th by population and {area}th by area [among|of] the {n} countries of this encyclopedia.",
                place=order[name],
                area=by_area[name],
                n=len(order),
            )
            .replace("1th", "1st")
            .replace("2th", "2nd")
            .replace("3th", "3rd")
            .replace("11st", "11th")
            .replace("12nd", "12th")
            .replace("13rd", "13th")
            .capitalize()
            + f" {'Languages are' if len(row['languages']) > 1 else 'The language is'} {english(row['languages'])}."
            if row["languages"]
            else "",
        ),
        (
            "Economy",
            f"The currency is the {row['currency']}."
            if row["currency"]
            else "It has no currency of its own.",
        ),
    ]
    if len(towns) > 1:
        sections.append(
            (
                "Cities",
                table(
                    ["City", "Inhabitants"],
                    [(link(one["title"], one["name"]), number(one["population"])) for one in towns[:15]],
                ),
            )
        )
    brands = [one[0] for one in data()["abroad"] if one[1] == name]
    if brands:
        sections.append(("Towns of the shop's brands", bullets(link(one) for one in brands)))
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
        lead=lead,
        box=("country", fields),
        sections=sections,
        categories=[f"Countries in {row['region']}"]
        + (["Landlocked countries"] if row["landlocked"] else []),
        slips=[
            ("area", number(row["area"]), slip(rng, number(row["area"]))),
            ("population", number(row["population"]), slip(rng, number(row["population"]))),
        ],
        fame=5 if name in ("Germany", "Poland", "Denmark", "Sweden", "Netherlands") else 3,
        tail="{{Geodata}}",
        see_also=["List of countries by population", "List of countries by area"],
    )


def city(rng: random.Random, row: dict[str, Any], home: dict[str, list[dict[str, Any]]]) -> Draft:
    """A city."""
    mates = home[row["country"]]
    place = next(index for index, one in enumerate(mates, 1) if one is row)
    zone = row["zone"].replace("_", " ")
    lead = [
        f"'''{row['name']}''' is {'the capital of' if row['capital'] else 'a city in'} {link(row['country'], the(row['country']))}.",
        say(
            rng,
            "[It has|About|Some] {people} [inhabitants|people live there].",
            people=number(row["population"]),
        )
        .replace("About", "There live about")
        .replace("Some", "There live some")
        .replace("people live there", "people")
        .replace("inhabitants", "people"),
    ]
    rank = "the largest" if place == 1 else f"number {place}"
    side = f"{abs(row['lat']):.2f} degrees {'north' if row['lat'] >= 0 else 'south'} and {abs(row['lon']):.2f} degrees {'east' if row['lon'] >= 0 else 'west'}"
    sections = [
        ("Position", say(rng, "It [lies|is] at {side}; its clocks follow {zone}.", side=side, zone=zone))
    ]
    if len(mates) > 1:
        sections.append(
            (
                "Size",
                f"By population it is {rank} of the {len(mates)} cities of {link(row['country'], the(row['country']))} in this encyclopedia. "
                f"{'Larger is ' + link(mates[place - 2]['title']) if place > 1 else 'Next comes ' + link(mates[1]['title'])}.",
            )
        )
    fields = {
        "name": row["name"],
        "kind": "Capital" if row["capital"] else "City",
        "country": link(row["country"]),
        "coordinates": coordinates(row["lat"], row["lon"]),
        "population": number(row["population"]),
        "time_zone": zone,
    }
    return Draft(
        title=row["title"],
        subject="city",
        lead=lead,
        box=("settlement", fields),
        sections=sections,
        categories=[f"Cities in {row['country']}"] + (["Capitals"] if row["capital"] else []),
        slips=[("population", number(row["population"]), slip(rng, number(row["population"])))],
        fame=2 if row["country"] in ("Germany", "Poland") else 1,
        tail="{{Geodata}}",
    )
