"""Clubs, their leagues season by season, and the regatta; all invented."""

from __future__ import annotations

import random
from dataclasses import dataclass

from sites.wiki.seed.grammar import say, slip
from sites.wiki.seed.markup import bullets, english, link, table
from sites.wiki.seed.people import Person
from sites.wiki.seed.records import Draft
from sites.wiki.seed.region import DISTRICT, HOME, data
from sites.world_data import draw_names

BEASTS = (
    "Kranich",
    "Adler",
    "Hecht",
    "Eiche",
    "Seerose",
    "Fortschritt",
    "Einheit",
    "Concordia",
    "Viktoria",
    "Germania",
    "Blau-Weiß",
    "Grün-Gold",
    "Rot-Schwarz",
    "Windmühle",
    "Torwache",
    "Nordwind",
)
SPORTS = {
    "football": ("SV", "Lakeland League", 14, "pitch"),
    "handball": ("HV", "Four Gates Handball League", 10, "hall"),
    "volleyball": ("VC", "Northern Volleyball Series", 10, "hall"),
    "chess": ("SK", "Castle Chess League", 10, "room"),
    "rowing": ("RC", "", 8, "boathouse"),
    "sailing": ("SC", "", 6, "harbour"),
    "table tennis": ("TTC", "", 8, "hall"),
}
COLOURS = (
    "blue and white",
    "green and gold",
    "red and black",
    "red and white",
    "black and yellow",
    "blue and yellow",
    "green and white",
)


@dataclass(frozen=True)
class Club:
    """A club with an article."""

    name: str
    sport: str
    town: str


def clubs(rng: random.Random, known: list[Person]) -> tuple[list[Club], list[Draft]]:
    """Clubs, their leagues season by season, and the annual regatta."""
    towns = [row[0] for row in data()["towns"] if row[1] != "village"]
    villages = [row[0] for row in data()["towns"] if row[1] == "village"]
    players = {"rower": "rowing", "footballer": "football", "chess player": "chess"}
    all_clubs: list[Club] = []
    drafts: list[Draft] = []
    by_sport: dict[str, list[Club]] = {}
    for sport, (prefix, league, count, ground) in SPORTS.items():
        places = [HOME, HOME, *rng.sample([*towns[1:], *rng.sample(villages, 6)], count - 2)]
        beasts = rng.sample(BEASTS, count)
        members = [
            Club(f"{prefix} {beast} {town}", sport, town) for beast, town in zip(beasts, places, strict=True)
        ]
        by_sport[sport] = members
        all_clubs += members
        for club in members:
            founded = rng.randrange(1887, 1994)
            people_of = [
                one for one in known if players.get(one.profession) == sport and one.birthplace == club.town
            ]
            size = rng.randrange(46, 940)
            where = say(
                rng,
                "[Sports ground|Hall|Club house] [Am Stadtpark|Am Bahndamm|Seestraße|Lindenallee|Am Wasserturm|Schulhof|Mühlenweg]",
            )
            lead = [
                f"'''{club.name}''' is a {sport} club from {link(club.town)}.",
                say(
                    rng,
                    "It was founded in {year} and has {size} members; its colours are {colours}.",
                    year=founded,
                    size=size,
                    colours=(colours := rng.choice(COLOURS)),
                ),
            ]
            if league:
                lead.append(f"Its first team plays in the {link(league)}.")
            chair = " ".join(draw_names(rng, 1)[0])
            sections = [
                (
                    "History",
                    say(
                        rng,
                        "The club [grew out of|began as] [a works team|a gymnastics society|a circle of railwaymen|a school team|a summer camp]. "
                        "In {a} [it got a {ground} of its own|its {ground} burned down and was rebuilt by the members|women were admitted]; in {b} [it had to merge with its neighbour|the youth section was founded|it won the district cup].",
                        a=founded + rng.randrange(5, 20),
                        b=rng.randrange(1996, 2022),
                        ground=ground,
                    ),
                )
            ]
            if people_of:
                sections.append(("Well-known members", bullets(link(one.name) for one in people_of[:4])))
            fields = {
                "name": club.name,
                "sport": sport.capitalize(),
                "town": link(club.town),
                "founded": str(founded),
                "colours": colours,
                "ground": where,
                "members": str(size),
                "chair": chair,
                "league": link(league) if league else "",
            }
            drafts.append(
                Draft(
                    title=club.name,
                    subject="club",
                    lead=lead,
                    box=("club", fields),
                    sections=sections,
                    categories=[f"{sport.capitalize()} clubs in the {DISTRICT}", f"Sport in {club.town}"],
                    slips=[
                        ("founding", str(founded), slip(rng, str(founded))),
                        ("members", str(size), slip(rng, str(size))),
                    ],
                    fame=rng.choice((2, 3, 4)),
                )
            )
        if league:
            drafts += seasons(rng, sport, league, members)
    drafts += regattas(rng, by_sport["rowing"])
    return all_clubs, drafts


def standings(
    rng: random.Random, members: list[Club], strength: dict[str, float]
) -> list[tuple[str, int, int, int, int, int, int]]:
    """A season played out: club, won, drawn, lost, for, against, points; best first, no two alike in the order."""
    record = {club.name: [0, 0, 0, 0, 0] for club in members}
    for home in members:
        for away in members:
            if home is away:
                continue
            a = max(0, round(rng.gauss(1.6 + strength[home.name] - strength[away.name] * 0.5, 1.2)))
            b = max(0, round(rng.gauss(1.2 + strength[away.name] - strength[home.name] * 0.5, 1.2)))
            for club, own, other in ((home, a, b), (away, b, a)):
                row = record[club.name]
                row[0] += own > other
                row[1] += own == other
                row[2] += own < other
                row[3] += own
                row[4] += other
    rows = [(name, *row, row[0] * 3 + row[1]) for name, row in record.items()]
    return sorted(rows, key=lambda row: (-row[6], -(row[4] - row[5]), -row[4], row[0]))  # type: ignore[return-value]


def seasons(rng: random.Random, sport: str, league: str, members: list[Club]) -> list[Draft]:
    """The article of a league and one for each of its seasons."""
    drafts, winners = [], []
    strength = {club.name: rng.uniform(-0.6, 0.9) for club in members}
    unit = {"football": "goals", "handball": "goals", "volleyball": "sets", "chess": "boards"}[sport]
    years = list(range(2016, 2025))
    names = [f"{year}–{(year + 1) % 100:02d} {league}" for year in years]
    for index, (year, title) in enumerate(zip(years, names, strict=True)):
        rows = standings(rng, members, strength)
        strength = {name: value * 0.8 + rng.uniform(-0.35, 0.35) for name, value in strength.items()}
        top = " ".join(draw_names(rng, 1)[0])
        best = rng.randrange(14, 39)
        winners.append(
            (link(title, f"{year}–{(year + 1) % 100:02d}"), link(rows[0][0]), link(rows[1][0]), top)
        )
        nav = [
            link(other, "previous season" if step < 0 else "next season")
            for step, other in (
                (-1, names[index - 1] if index else ""),
                (1, names[index + 1] if index + 1 < len(names) else ""),
            )
            if other
        ]
        drafts.append(
            Draft(
                title=title,
                subject="season",
                fame=3,
                lead=[
                    f"The '''{title}''' was season number {year - 1990} of the {link(league)} in {sport}.",
                    f"{link(rows[0][0])} won it with {rows[0][6]} points, {rows[0][6] - rows[1][6] or 'no'} more than {link(rows[1][0])}.",
                    f"Best player was {top} with {best} {unit}.",
                ],
                sections=[
                    (
                        "Table",
                        table(
                            ["Rank", "Club", "Won", "Drawn", "Lost", unit.capitalize(), "Points"],
                            [
                                (place, link(row[0]), row[1], row[2], row[3], f"{row[4]}:{row[5]}", row[6])
                                for place, row in enumerate(rows, 1)
                            ],
                        ),
                    ),
                    ("Other seasons", f"See the {english(nav)}."),
                ],
                box=(
                    "season",
                    {
                        "name": title,
                        "sport": sport.capitalize(),
                        "clubs": str(len(members)),
                        "champion": link(rows[0][0]),
                        "relegated": link(rows[-1][0]),
                        "best_player": top,
                    },
                ),
                categories=[f"Seasons of the {league}"],
                slips=[("points", f"{rows[0][6]} points", slip(rng, f"{rows[0][6]} points"))],
            )
        )
    drafts.append(
        Draft(
            title=league,
            subject="season",
            fame=4,
            lead=[
                f"The '''{league}''' is the highest {sport} league of the lake country.",
                f"It was founded in 1990; {len(members)} clubs play in it.",
            ],
            sections=[
                ("Champions", table(["Season", "Champion", "Second", "Best player"], winners)),
                (
                    "Clubs",
                    bullets(
                        f"{link(club.name)} ({link(club.town)})"
                        for club in sorted(members, key=lambda one: one.name)
                    ),
                ),
            ],
            box=(
                "league",
                {"name": league, "sport": sport.capitalize(), "founded": "1990", "clubs": str(len(members))},
            ),
            categories=["Leagues of the lake country"],
        )
    )
    return drafts


def regattas(rng: random.Random, members: list[Club]) -> list[Draft]:
    """The Lake Regatta, year by year, in one list."""
    rows = []
    for year in range(1998, 2026):
        if year in (2020, 2021):
            continue
        first, second = rng.sample(members, 2)
        minutes, seconds = rng.randrange(21, 26), rng.randrange(0, 60)
        rows.append(
            (year, link(first.name), f"{minutes}:{seconds:02d}", link(second.name), rng.randrange(9, 31))
        )
    return [
        Draft(
            title="Tollense Lake Regatta",
            subject="season",
            fame=4,
            lead=[
                "The '''Tollense Lake Regatta''' is a rowing race of eights over six kilometres on the [[Tollensesee]], held on the last Saturday of August since 1998.",
                "In 2020 and 2021 it did not take place.",
            ],
            sections=[("Winners", table(["Year", "Winner", "Time", "Second", "Boats"], rows))],
            categories=["Sport in Neubrandenburg", "Leagues of the lake country"],
        )
    ]
