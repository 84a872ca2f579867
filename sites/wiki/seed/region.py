"""The lake country: towns, waters, railways, streets, places; positions and hours are the map's."""

from __future__ import annotations

import random
from collections import defaultdict
from functools import cache
from importlib import resources
from math import asin, cos, radians, sin, sqrt
from typing import Any

import yaml

from sites.wiki.seed.grammar import say, slip, some
from sites.wiki.seed.markup import article, bullets, coordinates, english, link, number, table
from sites.wiki.seed.records import Draft
from sites.world_data import Place, addresses, places

HOME = "Neubrandenburg"
DISTRICT = "Lakeland district"


@cache
def data() -> dict[str, Any]:
    """The content of ``data/region.yaml``."""
    text = resources.files("sites.wiki.seed").joinpath("data/region.yaml").read_text(encoding="utf-8")
    return yaml.safe_load(text)


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


def drafts(rng: random.Random) -> list[Draft]:
    """All articles of the region but people, companies and clubs."""
    return [
        *towns(rng),
        *abroad(rng),
        *lakes(rng),
        *rivers(rng),
        *railways(rng),
        *stations(rng),
        *streets(rng),
        *sights(rng),
    ]


# ---- towns ---------------------------------------------------------------------------------------------
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


# ---- waters --------------------------------------------------------------------------------------------
FISH = ("pike", "perch", "zander", "eel", "bream", "tench", "vendace", "roach", "burbot", "whitefish")
BIRDS = (
    "great crested grebe",
    "white-tailed eagle",
    "osprey",
    "crane",
    "goldeneye",
    "bittern",
    "kingfisher",
    "black tern",
)


def lakes(rng: random.Random) -> list[Draft]:
    """Lakes of the region."""
    found = []
    for name, lat, lon, area, depth, height, place, out in data()["lakes"]:
        length = round((area * rng.uniform(2.2, 5.5)) ** 0.5, 1)
        mean = round(depth * rng.uniform(0.35, 0.6), 1)
        lead = [
            f"{'The ' if not name.endswith('see') else ''}'''{name}''' is a lake near {link(place)} in the {link(DISTRICT)}.",
            say(
                rng,
                "It [covers|has an area of] {area} square kilometres and is [up to {depth} metres deep|{depth} metres deep at its deepest point].",
                area=area,
                depth=depth,
            ),
        ]
        if out != "none":
            lead.append(say(rng, "[Its water leaves by|It drains into] {out}.", out=link(out)))
        animals = f"Fishermen know it for {english(some(rng, list(FISH), 3))}; the {rng.choice(BIRDS)} and the {rng.choice(BIRDS[::-1])} breed in its reeds."
        sections = [
            (
                "Origin",
                say(
                    rng,
                    "The basin was [formed by meltwater below the ice|left by a block of dead ice|scoured by a tongue of the glacier] [some|about] {years} years ago. "
                    "Its shores are [steep and wooded in the west|flat and lined with reeds|partly moor, partly beech wood].",
                    years=number(rng.randrange(11, 16) * 1000),
                ),
            ),
            ("Nature", animals),
        ]
        if area > 2:
            start = rng.randrange(3, 6)
            rows = [
                (
                    year,
                    f"{rng.randrange(18, 46) / 10:.1f}",
                    rng.choice(["very good", "good", "good", "sufficient"]),
                )
                for year in range(2018 + start % 2, 2026)
            ]
            sections.append(
                (
                    "Water quality",
                    "Visibility is measured every August at the deepest point.\n\n"
                    + table(["Year", "Visibility (m)", "Grade"], rows),
                )
            )
            sections.append(
                (
                    "Use",
                    say(
                        rng,
                        "There are {n} bathing places and [a landing stage|two landing stages|a boat hire|a sailing club]. Motor boats [are not allowed|need a permit|may go at 6 km/h].",
                        n=rng.choice(["two", "three", "four", "seven"]),
                    ),
                )
            )
        fields = {
            "name": name,
            "location": link(place),
            "coordinates": coordinates(lat, lon),
            "area_km2": f"{area}",
            "length_km": f"{length}",
            "max_depth_m": f"{depth}",
            "mean_depth_m": f"{mean}",
            "elevation_m": f"{height}",
            "outflow": "" if out == "none" else link(out),
        }
        found.append(
            Draft(
                title=name,
                subject="lake",
                lead=lead,
                box=("lake", fields),
                sections=sections,
                categories=[f"Lakes of the {DISTRICT}"],
                slips=[
                    ("depth", f"{depth}", slip(rng, f"{depth}")),
                    ("area", f"{area}", slip(rng, f"{area}")),
                ],
                fame=5 if area > 15 else 3,
                see_also=["List of lakes of the Lakeland district"],
            )
        )
    return found


def rivers(rng: random.Random) -> list[Draft]:
    """Rivers and streams of the region."""
    tributaries: dict[str, list[str]] = defaultdict(list)
    for name, _, _, _, mouth, _ in data()["rivers"]:
        tributaries[mouth].append(name)
    found = []
    for name, length, basin, source, mouth, on in data()["rivers"]:
        lead = [
            f"The '''{name}''' is a {'stream' if length < 20 else 'river'} of the lake country, {length} kilometres long.",
            say(
                rng,
                "It [rises at|comes from|begins at] {source} and [flows into|ends in|joins] {mouth}.",
                source=link(source),
                mouth=link(mouth),
            ),
        ]
        sections = [
            (
                "Course",
                say(
                    rng,
                    "Its catchment [covers|measures] {basin} square kilometres. [The upper course is straight and was dug in the 18th century|Below its source it crosses a wet valley|In its upper course it falls quickly]; "
                    "[further down|later] it [winds through meadows|has been left to itself since the nineties|is deep enough for canoes].",
                    basin=number(basin),
                ),
            )
        ]
        if on:
            sections.append(
                ("Places", "On its way from the source:\n" + bullets(link(place) for place in on))
            )
        if tributaries[name]:
            sections.append(("Tributaries", bullets(link(one) for one in sorted(tributaries[name]))))
        gauge = rng.randrange(3, 90) / 10
        sections.append(
            (
                "Water levels",
                say(
                    rng,
                    "The gauge at {place} shows {flow} cubic metres a second on average; the highest flood was measured in [March|April|February] {year}.",
                    place=link(on[-1]) if on else "the mouth",
                    flow=gauge,
                    year=rng.choice([1947, 1956, 1979, 1981, 1994, 2002, 2011]),
                ),
            )
        )
        fields = {
            "name": name,
            "length_km": f"{length}",
            "basin_km2": number(basin),
            "source": link(source),
            "mouth": link(mouth),
            "discharge": f"{gauge} m³/s",
        }
        found.append(
            Draft(
                title=name,
                subject="river",
                lead=lead,
                box=("river", fields),
                sections=sections,
                categories=[f"Rivers of the {DISTRICT}"],
                slips=[("length", f"{length}", slip(rng, f"{length}"))],
                fame=5 if name == "Tollense" else 3,
                see_also=["List of rivers of the Lakeland district"],
            )
        )
    return found


# ---- railways ------------------------------------------------------------------------------------------
def railways(rng: random.Random) -> list[Draft]:
    """Lines with their stations."""
    found = []
    for name, opened, gauge, note, stops in data()["railways"]:
        length = round(stops[-1][1] - stops[0][1], 1)
        narrow = gauge < 1435
        lead = [
            f"The '''{name}''' is a {'narrow-gauge ' if narrow else ''}railway line from {link(stops[0][0] + ' station', stops[0][0])} to {link(stops[-1][0] + ' station', stops[-1][0])} in the {link(DISTRICT)}.",
            f"The part described here is {length} kilometres long and was opened in {opened}.",
            note,
        ]
        rows = [(f"{km:.1f}", link(stop + " station", stop)) for stop, km in stops]
        builder = rng.choice(
            [
                "the state",
                "a company of landowners",
                "the town of " + link(rng.choice(["Friedland", "Demmin", "Malchin"])),
                "a bank in the capital",
            ]
        )
        sections = [
            ("Stations", table(["Kilometre", "Station"], rows)),
            (
                "History",
                say(
                    rng,
                    "[It was built by|The money came from] {who}; [work|digging] began in {year}. [A second track was laid in {second}|The rails were renewed in {second}|Signals were set by hand until {second}]. "
                    "[Goods traffic ended in {goods}|The last steam engine ran in {goods}].",
                    who=builder,
                    year=opened - rng.randrange(2, 5),
                    second=opened + rng.randrange(12, 60),
                    goods=rng.randrange(1968, 2004),
                ),
            ),
        ]
        if not narrow and opened < 1905:
            trains = [
                (
                    f"RE {rng.randrange(1, 9)}" if index == 0 else f"RB {rng.randrange(12, 70)}",
                    f"every {rng.choice([60, 120])} minutes",
                    rng.choice(["6–22", "5–21", "8–18"]),
                )
                for index in range(rng.randrange(1, 3))
            ]
            sections.append(("Services", table(["Service", "Interval", "Hours"], trains)))
        fields = {
            "name": name,
            "length_km": f"{length}",
            "gauge_mm": str(gauge),
            "opened": str(opened),
            "stations": str(len(stops)),
            "termini": f"{stops[0][0]} and {stops[-1][0]}",
        }
        found.append(
            Draft(
                title=name,
                subject="railway",
                lead=lead,
                box=("railway line", fields),
                sections=sections,
                categories=[f"Railway lines in the {DISTRICT}"],
                slips=[("opening", str(opened), slip(rng, str(opened)))],
                fame=4,
                see_also=["List of railway stations in the Lakeland district"],
            )
        )
    return found


def stations(rng: random.Random) -> list[Draft]:
    """An article for every station on the lines."""
    lines: dict[str, list[tuple[str, float, int]]] = defaultdict(list)
    for name, opened, _, _, stops in data()["railways"]:
        for stop, km in stops:
            lines[stop].append((name, km, opened))
    known = positions()
    found = []
    for stop, on in sorted(lines.items()):
        first = min(opened for _, _, opened in on)
        opened = first + (0 if rng.random() < 0.6 else rng.randrange(1, 30))
        tracks = rng.randrange(2, 7) if len(on) > 1 else rng.randrange(1, 4)
        lead = [
            f"'''{stop} station''' is a {'junction' if len(on) > 1 else 'station'} on the {english([link(name) for name, _, _ in on])}.",
            say(
                rng,
                "It was opened in {year} and has {tracks}.",
                year=opened,
                tracks=f"{tracks} platform tracks" if tracks > 1 else "one platform track",
            ),
        ]
        if stop in known:
            lead.append(f"It serves {link(stop)}.")
        sections = [
            (
                "Building",
                say(
                    rng,
                    "The station building [of red brick|of yellow brick|with a timber-framed upper floor|of {year}] [is a listed monument|houses a bicycle workshop|was sold to an artist|stands empty|is a youth club].",
                    year=opened + rng.randrange(1, 9),
                ),
            ),
            ("Lines", table(["Line", "Kilometre"], [(link(name), f"{km:.1f}") for name, km, _ in on])),
        ]
        fields = {
            "name": f"{stop} station",
            "serves": link(stop) if stop in known else "",
            "opened": str(opened),
            "tracks": str(tracks),
            "lines": ", ".join(link(name) for name, _, _ in on),
        }
        found.append(
            Draft(
                title=f"{stop} station",
                subject="station",
                lead=lead,
                box=("station", fields),
                sections=sections,
                categories=[f"Railway stations in the {DISTRICT}"],
                slips=[("opening", str(opened), slip(rng, str(opened)))],
                fame=2,
            )
        )
    return found


# ---- streets and places --------------------------------------------------------------------------------
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
