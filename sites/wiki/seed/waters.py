"""Lakes and rivers of the lake country."""

from __future__ import annotations

from collections import defaultdict

from sites.wiki.seed import prose
from sites.wiki.seed.chance import Chance, slip
from sites.wiki.seed.markup import bullets, coordinates, english, link, number, table
from sites.wiki.seed.records import Draft
from sites.wiki.seed.region import DISTRICT, data, kilometres, pools

GRADES = ("very good", "good", "satisfying", "sufficient")


def lakes(world: Chance) -> list[Draft]:
    """Lakes of the region."""
    rows = data()["lakes"]
    found = []
    for name, lat, lon, area, depth, height, place, out in rows:
        chance = world.at("lake", name)
        length = round((area * chance.real("length", 2.2, 5.5)) ** 0.5, 1)
        mean = round(depth * chance.real("mean depth", 0.35, 0.6), 1)
        values = {
            "name": name,
            "place": link(place),
            "district": link(DISTRICT),
            "area": area,
            "depth": depth,
            "height": height,
            "length": length,
            "out": "" if out == "none" else link(out),
            "lake": link(name),
        }
        sections = prose.chapters(chance.at("prose"), "lake", (4, 7), **values)
        if area > 2:
            sections.insert(chance.number("place of the table", 1, 3), water_quality(chance))
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
        near = sorted(rows, key=lambda row: kilometres((lat, lon), (row[1], row[2])))
        found.append(
            Draft(
                title=name,
                subject="lake",
                lead=prose.lead(chance.at("prose"), "lake", **values),
                box=("lake", fields),
                sections=sections,
                categories=[f"Lakes of the {DISTRICT}"],
                slips=[
                    ("depth", f"{depth}", slip(chance.stream("depth slip"), f"{depth}")),
                    ("area", f"{area}", slip(chance.stream("area slip"), f"{area}")),
                ],
                fame=6 if name == "Tollensesee" else 5 if area > 15 else 3,
                see_also=["List of lakes of the Lakeland district", *(row[0] for row in near[1:3])],
            )
        )
    return found


def water_quality(chance: Chance) -> tuple[str, str]:
    """How far one sees, year by year up to the last."""
    rows = []
    seen = chance.real("visibility", 1.6, 4.6)
    for year in range(chance.number("first year", 2012, 2019), 2026):
        sight = max(0.6, seen + chance.real(("visibility", year), -0.7, 0.7))
        rows.append(
            (year, f"{sight:.1f}", GRADES[0 if sight > 4 else 1 if sight > 2.6 else 2 if sight > 1.7 else 3])
        )
    text = chance.say(
        "[Visibility is measured every August at the deepest point|A white disc is let down every August until it cannot be seen|"
        "{@name} measures every August how far one sees|Every August the district's boat measures how clear the water is].",
        pools(),
    )
    return "Water quality", f"{text}\n\n" + table(["Year", "Visibility (m)", "Grade"], rows)


def rivers(world: Chance) -> list[Draft]:
    """Rivers and streams of the region."""
    tributaries: dict[str, list[str]] = defaultdict(list)
    for name, _, _, _, mouth, _ in data()["rivers"]:
        tributaries[mouth].append(name)
    found = []
    for name, length, basin, source, mouth, on in data()["rivers"]:
        chance = world.at("river", name)
        gauge = round(basin * chance.real("flow", 0.003, 0.009), 1)
        values = {
            "name": name,
            "kind": "stream" if length < 20 else "river",
            "length": length,
            "basin": number(basin),
            "source": link(source),
            "mouth": link(mouth),
            "gauge": gauge,
            "gauge_place": link(on[-1]) if on else "the mouth",
        }
        sections = prose.chapters(chance.at("prose"), "river", (4, 7), **values)
        if on:
            sections.insert(
                1,
                (
                    chance.say("[Places|Towns and villages|Where it passes]"),
                    "On its way from the source:\n" + bullets(map(link, on)),
                ),
            )
        if tributaries[name]:
            sections.insert(2, ("Tributaries", bullets(link(one) for one in sorted(tributaries[name]))))
        fields = {
            "name": name,
            "length_km": f"{length}",
            "basin_km2": number(basin),
            "source": link(source),
            "mouth": link(mouth),
            "discharge": f"{gauge} m³/s",
        }
        others = chance.order("see also", [row[0] for row in data()["rivers"] if row[0] not in (name, mouth)])
        found.append(
            Draft(
                title=name,
                subject="river",
                lead=prose.lead(chance.at("prose"), "river", **values),
                box=("river", fields),
                sections=sections,
                categories=[f"Rivers of the {DISTRICT}"],
                slips=[("length", f"{length}", slip(chance.stream("slip"), f"{length}"))],
                fame=6 if name == "Tollense" else 3,
                see_also=["List of rivers of the Lakeland district", others[0]],
            )
        )
    return found


def waters_of(place: str) -> str:
    """What an article on a place says of its waters; empty where there are none."""
    lakes_here = [row[0] for row in data()["lakes"] if row[6] == place]
    on_river = [row[0] for row in data()["rivers"] if place in row[5]]
    parts = []
    if lakes_here:
        parts.append(
            f"{'Lakes' if len(lakes_here) > 1 else 'The lake'} of the neighbourhood: {', '.join(map(link, lakes_here))}."
        )
    if on_river:
        parts.append(
            f"{'The ' + english([link(one) for one in on_river])} {'flow' if len(on_river) > 1 else 'flows'} through it."
        )
    return " ".join(parts)
