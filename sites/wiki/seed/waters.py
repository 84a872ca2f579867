"""Lakes and rivers of the lake country."""

from __future__ import annotations

import random
from collections import defaultdict

from sites.wiki.seed.grammar import say, slip, some
from sites.wiki.seed.markup import bullets, coordinates, english, link, number, table
from sites.wiki.seed.records import Draft
from sites.wiki.seed.region import DISTRICT, data

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
