"""Railway lines and stations of the lake country."""

from __future__ import annotations

import random
from collections import defaultdict

from sites.wiki.seed.grammar import say, slip
from sites.wiki.seed.markup import english, link, table
from sites.wiki.seed.records import Draft
from sites.wiki.seed.region import DISTRICT, data, positions


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
