"""Towns and villages of the lake country, and the cities around it."""

from __future__ import annotations

import random
from collections import defaultdict

from sites.wiki.seed.grammar import say, slip, some
from sites.wiki.seed.markup import bullets, coordinates, english, link, number, table
from sites.wiki.seed.records import Draft
from sites.wiki.seed.region import DISTRICT, HOME, data, direction, kilometres, positions

CHURCHES = ("St. Mary", "St. John", "St. Peter", "St. Nicholas", "St. George", "the Holy Cross")
TRADES = (
    "a dairy",
    "a sawmill",
    "a joinery",
    "a maker of windows",
    "a nursery",
    "a boatyard",
    "a printing works",
    "a malt house",
    "a vinegar works",
    "a brewery of four people",
    "a feed mill",
    "a foundry",
    "a weaver of reeds",
    "a repair shop for organs",
)
FEASTS = (
    "Fishermen's Fair",
    "Night of Lanterns",
    "Potato Market",
    "Boat Parade",
    "Honey Market",
    "Bell Festival",
    "Apple Day",
    "Long Table",
    "Open Barns",
    "Regatta Week",
    "Mill Day",
    "Choir Summer",
)


def towns(rng: random.Random) -> list[Draft]:
    """Towns and villages."""
    on_lake: dict[str, list[str]] = defaultdict(list)
    for lake in data()["lakes"]:
        on_lake[lake[6]].append(lake[0])
    on_river: dict[str, list[str]] = defaultdict(list)
    for river in data()["rivers"]:
        for place in river[5]:
            on_river[place].append(river[0])
    on_rail: dict[str, list[str]] = defaultdict(list)
    for line in data()["railways"]:
        for station, _ in line[4]:
            on_rail[station].append(line[0])
    where = positions()
    found = []
    for name, kind, lat, lon, people, area, first, known in data()["towns"]:
        near = sorted((kilometres((lat, lon), where[other]), other) for other in where if other != name)
        postcode = f"17{(sum(map(ord, name)) * 7) % 890 + 100}"
        if name == HOME:
            postcode = "17033"
        lead = [
            f"'''{name}''' is a {kind} in the {link(DISTRICT)}, {link('Germany')}"
            + (
                "."
                if name == HOME
                else f", {number(kilometres((lat, lon), where[HOME]))} kilometres {direction((lat, lon), where[HOME])} of {link(HOME)}."
            ),
            say(rng, "[It is known for|People come to see|It is best known for] {known}.", known=known),
            say(
                rng,
                "[At the end of 2024 it had|The register of 2024 counts] {people} inhabitants on {area} square kilometres.",
                people=number(people),
                area=number(area, 1),
            ),
        ]
        history = [
            say(
                rng,
                "The place [was first mentioned in|appears in writing for the first time in|is named in a charter of] {year}.",
                year=first,
            ),
            say(
                rng,
                "[A fire destroyed|Fire took] {share} of its houses in {year}; [they were rebuilt in brick|the church was spared|only the mill was left standing].",
                share=rng.choice(["half", "a third", "two thirds", "most"]),
                year=rng.randrange(1620, 1790),
            ),
            say(
                rng,
                "In {year} [a school was opened|the first telephone was installed|the streets were lit by gas|a fire brigade was founded] [in the old tithe barn|next to the church|on the market place].",
                year=rng.randrange(1840, 1925),
            ),
            say(
                rng,
                "[Since|From] {year} it has had [a twin town abroad|a museum of its own|a library run by volunteers|a market on Thursdays].",
                year=rng.randrange(1972, 2019),
            ),
        ]
        sections = [("History", "\n\n".join([" ".join(history[:2]), " ".join(history[2:])]))]
        ground = [
            say(
                rng,
                "[It lies|The {kind} lies] {height} metres above sea level.",
                kind=kind,
                height=rng.randrange(12, 118),
            ),
            f"The nearest places are {english([f'{link(other)} ({number(away, 1)} km)' for away, other in near[:3]])}.",
        ]
        if on_lake[name]:
            ground.append(
                f"{'Lakes' if len(on_lake[name]) > 1 else 'The lake'} of the neighbourhood: {', '.join(link(x) for x in on_lake[name])}."
            )
        if on_river[name]:
            ground.append(
                f"{english([link(x) for x in on_river[name]])} {'flow' if len(on_river[name]) > 1 else 'flows'} through it."
            )
        sections.append(("Geography", " ".join(ground)))
        counts = []
        start = int(people * rng.uniform(1.02, 1.35))
        for index, year in enumerate((1990, 2000, 2010, 2015, 2020, 2024)):
            value = (
                people if year == 2024 else int(start + (people - start) * index / 5 * rng.uniform(0.9, 1.1))
            )
            counts.append((year, value))
        sections.append(("Population", table(["Year", "Inhabitants"], [(y, number(v)) for y, v in counts])))
        if kind != "village" or rng.random() < 0.5:
            feasts = some(rng, list(FEASTS), 2)
            sections.append(
                (
                    "Economy and culture",
                    say(
                        rng,
                        "[Its largest employers are|Most people work in] {one}, {two} and [the schools|the hospital of the next town|the administration|tourism]. "
                        "The {feast} [is held every year in|has drawn visitors every] {month} since {year}.",
                        one=rng.choice(TRADES[:7]),
                        two=rng.choice(TRADES[7:]),
                        feast=feasts[0],
                        month=rng.choice(["May", "June", "July", "August", "September", "October"]),
                        year=rng.randrange(1951, 2015),
                    ),
                )
            )
        sights = [
            say(
                rng,
                "the church of {saint} ([brick|fieldstone], {century}th century)",
                saint=rng.choice(CHURCHES),
                century=rng.choice((13, 13, 14, 15)),
            )
        ]
        sights += some(
            rng,
            [
                "the old forge",
                "the manor park",
                "the war memorial by a local sculptor",
                "the ice house",
                "the bathing place",
                "the row of tithe barns",
                "the dovecote",
                "the school museum",
            ],
            rng.randrange(2, 4),
        )
        sections.append(("Sights", bullets(sights)))
        if on_rail[name]:
            sections.append(
                ("Transport", f"[[{name} station]] lies on the {english([link(x) for x in on_rail[name]])}.")
            )
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
            "mayor": "",
        }
        found.append(
            Draft(
                title=name,
                subject="town",
                lead=lead,
                box=("settlement", fields),
                sections=sections,
                categories=[("Towns" if kind != "village" else "Villages") + f" in the {DISTRICT}"],
                slips=[
                    ("population", number(people), slip(rng, number(people))),
                    ("first mention", str(first), slip(rng, str(first))),
                ],
                fame=5 if name == HOME else 4 if kind != "village" else 2,
                see_also=["List of towns and villages in the Lakeland district"],
            )
        )
    return found


def abroad(rng: random.Random) -> list[Draft]:
    """Towns where brands of this world come from."""
    found = []
    for name, country, lat, lon, people, known in data()["abroad"]:
        found.append(
            Draft(
                title=name,
                subject="town",
                lead=[
                    f"'''{name}''' is a town in {link(country, 'the ' + country if country in ('Netherlands', 'United Kingdom') else country)} with {number(people)} inhabitants.",
                    say(
                        rng,
                        "[It is known for|Readers of this encyclopedia know it for] {known}.",
                        known=known,
                    ),
                ],
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
                sections=[
                    (
                        "Economy",
                        say(
                            rng,
                            "[Several companies|Companies] that sell [in|to] the lake country have their seat here; see below.",
                        ),
                    )
                ],
                categories=[f"Towns in {country}"],
                fame=2,
            )
        )
    return found
