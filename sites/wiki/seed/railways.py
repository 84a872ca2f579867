"""Railway lines and stations of the lake country."""

from __future__ import annotations

from collections import defaultdict

from sites.wiki.seed import prose
from sites.wiki.seed.chance import Chance, slip
from sites.wiki.seed.markup import english, link, table
from sites.wiki.seed.records import Draft
from sites.wiki.seed.region import DISTRICT, data, pools, positions

BUILDERS = (
    "the state", "a company of landowners", "the town of [[Friedland]]", "the town of [[Demmin]]", "a bank in the capital",
    "the town of [[Malchin]]", "a sugar factory", "three brothers from Hamburg", "the chamber of agriculture", "a shipping company",
)  # fmt: skip


def railways(world: Chance) -> list[Draft]:
    """Lines with their stations."""
    found = []
    rows = data()["railways"]
    for name, opened, gauge, note, stops in rows:
        chance = world.at("railway", name)
        length = round(stops[-1][1] - stops[0][1], 1)
        narrow = gauge < 1435
        builder = chance.pick("builder", BUILDERS)
        values = {
            "name": name,
            "narrow": "narrow-gauge " if narrow else " ",
            "first": link(stops[0][0] + " station", stops[0][0]),
            "last": link(stops[-1][0] + " station", stops[-1][0]),
            "district": link(DISTRICT),
            "length": length,
            "opened": opened,
            "note": note,
            "builder": builder,
            "builder_first": builder[0].upper() + builder[1:],
            "lake": chance.pick("lake", pools()["lake"]),
        }
        lead = [
            part.replace("a  railway", "a railway")
            for part in prose.lead(chance.at("prose"), "railway", **values)
        ]
        sections = prose.chapters(chance.at("prose"), "railway", (2, 4), **values)
        stations_table = (
            "Stations",
            table(
                ["Kilometre", "Station"], [(f"{km:.1f}", link(stop + " station", stop)) for stop, km in stops]
            ),
        )
        sections.insert(chance.number("place of the table", 0, len(sections)), stations_table)
        if not narrow and opened < 1905:
            sections.append(("Services", services(chance)))
        fields = {
            "name": name,
            "length_km": f"{length}",
            "gauge_mm": str(gauge),
            "opened": str(opened),
            "stations": str(len(stops)),
            "termini": f"{stops[0][0]} and {stops[-1][0]}",
        }
        others = chance.order("see also", [row[0] for row in rows if row[0] != name])
        found.append(
            Draft(
                title=name,
                subject="railway",
                lead=lead,
                box=("railway line", fields),
                sections=sections,
                categories=[f"Railway lines in the {DISTRICT}"],
                slips=[("opening", str(opened), slip(chance.stream("slip"), str(opened)))],
                fame=4,
                see_also=["List of railway stations in the Lakeland district", *others[:2]],
            )
        )
    return found


def services(chance: Chance) -> str:
    """Which trains run how often."""
    trains = [
        (
            f"RE {chance.number('express', 1, 8)}" if index == 0 else f"RB {chance.number('local', 12, 69)}",
            f"every {chance.pick(('interval', index), ('60', '120'))} minutes",
            chance.pick(("hours", index), ("6–22", "5–21", "8–18", "7–20")),
        )
        for index in range(chance.number("services", 1, 2))
    ]
    return table(["Service", "Interval", "Hours"], trains)


def stations(world: Chance) -> list[Draft]:
    """An article for every station on the lines."""
    lines: dict[str, list[tuple[str, float, int]]] = defaultdict(list)
    beside: dict[str, list[str]] = defaultdict(list)
    for name, opened, _, _, stops in data()["railways"]:
        for index, (stop, km) in enumerate(stops):
            lines[stop].append((name, km, opened))
            beside[stop] += [
                other + " station" for other, _ in stops[max(0, index - 1) : index + 2] if other != stop
            ]
    known = positions()
    found = []
    for stop, on in sorted(lines.items()):
        title = f"{stop} station"
        if not world.keeps("station", stop):
            continue
        chance = world.at("station", stop)
        first = min(opened for _, _, opened in on)
        opened = first + (0 if chance.unit("late") < 0.6 else chance.number("years late", 1, 29))
        tracks = chance.number("tracks", 2, 6) if len(on) > 1 else chance.number("tracks", 1, 3)
        values = {
            "name": title,
            "kind": "junction" if len(on) > 1 else "station",
            "lines": english([link(name) for name, _, _ in on]),
            "opened": opened,
            "tracks": f"{tracks} platform tracks" if tracks > 1 else "one platform track",
            "lake": chance.pick("lake", [row[0] for row in data()["lakes"]]),
        }
        lead = prose.lead(chance.at("prose"), "station", **values)
        if stop in known:
            lead.append(
                chance.say(
                    "[It serves|It is the station of|Its passengers come from] {place}.", place=link(stop)
                )
            )
        sections = prose.chapters(chance.at("prose"), "station", (1, 3), **values)
        rows = [(link(name), f"{km:.1f}") for name, km, _ in on]
        sections.insert(
            chance.number("place of the table", 0, len(sections)),
            ("Lines", table(["Line", "Kilometre"], rows)),
        )
        fields = {
            "name": title,
            "serves": link(stop) if stop in known else "",
            "opened": str(opened),
            "tracks": str(tracks),
            "lines": ", ".join(link(name) for name, _, _ in on),
        }
        found.append(
            Draft(
                title=title,
                subject="station",
                lead=lead,
                box=("station", fields),
                sections=sections,
                categories=[f"Railway stations in the {DISTRICT}"],
                slips=[("opening", str(opened), slip(chance.stream("slip"), str(opened)))],
                fame=2,
                see_also=sorted(set(beside[stop]))[:3],
            )
        )
    return found
