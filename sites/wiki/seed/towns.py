"""Towns and villages of the lake country, and those abroad where brands of this world come from."""

from __future__ import annotations

from collections import defaultdict

from sites.wiki.seed import prose
from sites.wiki.seed.chance import Chance, slip
from sites.wiki.seed.globe import cities, the, twins
from sites.wiki.seed.markup import bullets, coordinates, english, link, number, table
from sites.wiki.seed.people import Person
from sites.wiki.seed.records import Draft
from sites.wiki.seed.region import DISTRICT, HOME, data, direction, kilometres, pools, positions
from sites.wiki.seed.waters import waters_of
from sites.world_data.brands import brands

CENTURIES = (13, 14, 15)


def towns(world: Chance, known: list[Person]) -> list[Draft]:
    """Towns and villages."""
    on_rail: dict[str, list[str]] = defaultdict(list)
    for line in data()["railways"]:
        for station, _ in line[4]:
            on_rail[station].append(line[0])
    where = positions()
    twin = twins(world)
    found = []
    for name, kind, lat, lon, people, area, first, known_for in data()["towns"]:
        chance = world.at("town", name)
        near = sorted((kilometres((lat, lon), where[other]), other) for other in where if other != name)
        home = kilometres((lat, lon), where[HOME])
        postcode = "17033" if name == HOME else f"17{(sum(map(ord, name)) * 7) % 890 + 100}"
        values = {
            "name": name,
            "kind": kind,
            "district": link(DISTRICT),
            "germany": link("Germany"),
            "position": ""
            if name == HOME
            else f", {number(home)} kilometres {direction((lat, lon), where[HOME])} of {link(HOME)}",
            "known": known_for,
            "people": number(people),
            "area": number(area, 1),
            "first": first,
            "height": chance.number("height", 12, 118),
            "near": english([f"{link(other)} ({number(away, 1)} km)" for away, other in near[:3]]),
            "waters": waters_of(name),
            "population": population(chance, people),
            "sights": bullets(sights_of(chance)),
            "natives": bullets(natives(known, name)),
            "twin": twin_of(chance, name, twin),
            "rail": f"[[{name} station]] lies on the {english([link(one) for one in on_rail[name]])}."
            if on_rail[name]
            else "",
        }
        values["position"] = values["position"] or " "
        count = (12, 14) if name == HOME else (5, 8) if kind != "village" else (3, 6)
        fields = {
            "name": name,
            "kind": kind.capitalize(),
            "district": link(DISTRICT),
            "coordinates": coordinates(lat, lon),
            "area_km2": number(area, 1),
            "population": number(people),
            "population_year": "2024",
            "first_mentioned": str(first),
            "postcode": postcode,
        }
        found.append(
            Draft(
                title=name,
                subject="town",
                lead=[
                    part.replace(" .", ".").replace(" ,", ",").replace("  ", " ")
                    for part in prose.lead(chance.at("prose"), "town", **values)
                ],
                box=("settlement", fields),
                sections=prose.chapters(chance.at("prose"), "town", count, **values),
                categories=[("Towns" if kind != "village" else "Villages") + f" in the {DISTRICT}"],
                slips=[
                    ("population", number(people), slip(chance.stream("population slip"), number(people))),
                    ("first mention", str(first), slip(chance.stream("first slip"), str(first))),
                ],
                fame=6 if name == HOME else 4 if kind != "village" else 2,
                see_also=[
                    "List of towns and villages in the Lakeland district",
                    *(other for _, other in near[:2]),
                ],
            )
        )
    return found


def population(chance: Chance, people: int) -> str:
    """How many lived there when."""
    start = int(people * chance.real("people of 1990", 1.02, 1.35))
    rows = []
    for index, year in enumerate((1990, 2000, 2010, 2015, 2020, 2024)):
        drift = chance.real(("people", year), 0.9, 1.1)
        rows.append(
            (year, number(people if year == 2024 else int(start + (people - start) * index / 5 * drift)))
        )
    return table(["Year", "Inhabitants"], rows)


def sights_of(chance: Chance) -> list[str]:
    """What there is to see."""
    church = chance.at("church").say(
        f"the church of {{@saint}} ({{@stone}}, {chance.pick('century', CENTURIES)}th century)", pools()
    )
    return [church, *chance.some("sights", pools()["sight"], chance.number("how many sights", 2, 5))]


def natives(known: list[Person], place: str) -> list[str]:
    """Who was born there, oldest first."""
    here = sorted((one.born, one.name, one) for one in known if one.birthplace == place)
    return [
        f"{link(name)} ({born}–{one.died or ''}), {one.profession}".replace("–)", ")").replace(
            f"({born})", f"(born {born})"
        )
        for born, name, one in here
    ]


def twin_of(chance: Chance, name: str, twin: dict[str, tuple[str, int]]) -> str:
    """What is said of a twin town."""
    if name not in twin:
        return ""
    city, year = twin[name]
    return chance.at("twin").say(
        "[Since {year} it has been the twin town of {city}|Its twin town is {city}, since {year}|{city} and {place} have been twinned since {year}]. "
        "[Pupils go there every year|The {choirs|fire brigades|chess players|gardeners} visit each other|"
        "A {bench|bell|lamp post|street sign} of each stands in the other|The contract was signed on {@day}, in two languages and a misunderstanding].",
        pools(),
        year=year,
        city=link(city),
        place=name,
    )


def abroad(world: Chance) -> list[Draft]:
    """Towns where brands of this world come from; they are nowhere on the map."""
    here = {row[0] for row in data()["towns"]}
    found = []
    seats: dict[str, tuple[str, list[str]]] = {}
    for brand in brands(world.seed):
        if brand["town"] not in here:
            seats.setdefault(brand["town"], (brand["country"], []))[1].append(brand["makes"])
    row_of = {row[0]: row for row in data()["abroad"]}
    for name, (country, makes) in sorted(seats.items()):
        chance = world.at("abroad", name)
        capital = next(row for row in cities() if row["country"] == country)
        lat, lon, people = (
            row_of[name][2:5]
            if name in row_of
            else (
                capital["lat"] + chance.real("north", -1.2, 1.2),
                capital["lon"] + chance.real("east", -1.2, 1.2),
                chance.number("people", 9_000, 48_000),
            )
        )
        lead = chance.say(
            "'''{name}''' is a town in {country} with {people} inhabitants.",
            name=name, country=link(country, the(country)), people=number(people),
        )  # fmt: skip
        known_for = chance.say(
            "[Readers of this encyclopedia|Shoppers|Customers of Four Gates] know it for {makes}.",
            makes=english(sorted(set(makes))),
        )
        found.append(
            Draft(
                title=name,
                subject="town",
                lead=[lead, known_for],
                box=(
                    "settlement",
                    {
                        "name": name,
                        "kind": "Town",
                        "country": link(country),
                        "coordinates": coordinates(lat, lon),
                        "population": number(people),
                        "population_year": "2024",
                    },
                ),
                sections=prose.chapters(
                    chance.at("prose"),
                    "town",
                    (3, 6),
                    first=chance.number("first", 1150, 1390),
                    kind="town",
                    foreign="yes",
                    height=chance.number("height", 3, 240),
                    sights=bullets(sights_of(chance)),
                ),
                categories=[f"Towns in {country}"],
                fame=2,
            )
        )
    return found
