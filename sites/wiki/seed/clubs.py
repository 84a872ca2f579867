"""Clubs, their leagues season by season, and the regatta; all invented."""

from __future__ import annotations

import random
from dataclasses import dataclass

from sites.wiki.seed import prose
from sites.wiki.seed.chance import Chance, slip
from sites.wiki.seed.markup import article, bullets, english, link, table
from sites.wiki.seed.people import Person
from sites.wiki.seed.records import Draft
from sites.wiki.seed.region import DISTRICT, HOME, data, pools

BEASTS = (
    "Kranich", "Adler", "Hecht", "Eiche", "Seerose", "Fortschritt", "Einheit", "Concordia", "Viktoria", "Germania",
    "Blau-Weiß", "Grün-Gold", "Rot-Schwarz", "Windmühle", "Torwache", "Nordwind", "Eisvogel", "Fischotter", "Wacker",
    "Frisch auf", "Borussia", "Hansa", "Lokomotive", "Traktor", "Motor", "Turbine", "Aufbau", "Vorwärts", "Sturmvogel",
    "Seeadler", "Uhu", "Wildgans", "Rohrdommel", "Haubentaucher", "Buche", "Linde", "Ahorn", "Findling", "Bernstein",
    "Backstein", "Leuchtturm", "Anker", "Kompass", "Polarstern", "Morgenrot", "Schwarz-Gelb", "Eintracht", "Union", "Union Süd",
    "Phönix", "Greif", "Stier", "Wolf", "Biber", "Dachs", "Libelle", "Schwan", "Reiher", "Möwe", "Ostwind",
)  # fmt: skip
LEAGUES = {
    "football": ("Lakeland League",),
    "handball": (
        "Four Gates Handball League", "Handball League of the Lakes", "Tollense Handball Series", "Castle Handball League",
        "Northern Handball Round", "Peene Handball League", "Handball Cup of the Towns", "Mill Country Handball League",
    ),
    "volleyball": (
        "Northern Volleyball Series", "Volleyball League of the Lakes", "Uecker Volleyball Round", "Amber Volleyball League",
        "Volleyball Series of the Towns", "Havel Volleyball League", "Windmill Volleyball League", "Reed Volleyball Series",
    ),
    "chess": (
        "Castle Chess League", "Chess League of the Four Gates", "Rook League", "Winter Chess Round", "Chess Series of the Libraries",
        "Müritz Chess League", "Long Table Chess League", "Chess League of the Inns",
    ),
}  # fmt: skip
"""What the league of a sport may be called."""
SPORTS = {
    "football": ("SV", 14, "pitch"),
    "handball": ("HV", 10, "hall"),
    "volleyball": ("VC", 10, "hall"),
    "chess": ("SK", 10, "room"),
    "rowing": ("RC", 8, "boathouse"),
    "sailing": ("SC", 6, "harbour"),
    "table tennis": ("TTC", 8, "hall"),
}
UNITS = {"football": "goals", "handball": "goals", "volleyball": "sets", "chess": "boards"}
GROUNDS = ("Sports ground", "Hall", "Club house")
STREETS = ("Am Stadtpark", "Am Bahndamm", "Seestraße", "Lindenallee", "Am Wasserturm", "Schulhof", "Mühlenweg", "Am Speicher", "Torfgasse", "Am Kanal", "Gänseanger", "Ziegeleiweg")  # fmt: skip
YEARS = range(2016, 2025)
"""In which years the seasons began that have an article."""


@dataclass(frozen=True)
class Club:
    """A club with an article."""

    name: str
    sport: str
    town: str


def league_of(world: Chance, sport: str) -> str:
    """The name of a sport's league; empty where there is none."""
    return world.pick(("league", sport), LEAGUES[sport]) if sport in LEAGUES else ""


def clubs(world: Chance, known: list[Person]) -> tuple[list[Club], list[Draft]]:
    """Clubs, their leagues season by season, and the annual regatta."""
    members = {sport: members_of(world, sport) for sport in SPORTS}
    everyone = [club for of in members.values() for club in of]
    drafts = []
    for sport, of in members.items():
        drafts += [club_article(world, club, of, known) for club in of]
        if league := league_of(world, sport):
            drafts += seasons(world.at("league", league), sport, league, of)
    drafts.append(regatta(world.at("regatta"), members["rowing"]))
    return everyone, drafts


def members_of(world: Chance, sport: str) -> list[Club]:
    """The clubs of a sport: two of the largest town and one each of others."""
    prefix, count, _ = SPORTS[sport]
    towns = [row[0] for row in data()["towns"] if row[1] != "village" and row[0] != HOME]
    villages = [row[0] for row in data()["towns"] if row[1] == "village"]
    others = world.order(("clubs", sport), [*towns, *world.order(("villages", sport), villages)[:6]])
    places = [HOME, HOME, *others[: count - 2]]
    beasts = world.order(("beasts", sport), BEASTS)[:count]
    return [Club(f"{prefix} {beast} {town}", sport, town) for beast, town in zip(beasts, places, strict=True)]


def club_article(world: Chance, club: Club, rivals: list[Club], known: list[Person]) -> Draft:
    """The article of a club."""
    chance = world.at("club", club.name)
    sport = club.sport
    players = {"rower": "rowing", "footballer": "football", "chess player": "chess"}
    founded, size = chance.number("founded", 1887, 1993), chance.number("members", 46, 939)
    people_of = [
        one.name for one in known if players.get(one.profession) == sport and one.birthplace == club.town
    ]
    where = f"{chance.pick('ground', GROUNDS)} {chance.pick('street', STREETS)}"
    league = league_of(world, sport)
    colours = chance.pick("colours", pools()["colour"])
    rival = chance.pick("rival", [one.name for one in rivals if one is not club])
    values = {
        "name": club.name,
        "sport": sport,
        "a_sport": f"{article(sport)} {sport}",
        "town": link(club.town),
        "founded": founded,
        "size": size,
        "colours": colours,
        "league": chance.say(
            " // [Its first team plays in|The first team belongs to] the {league}.", league=link(league)
        )
        if league
        else " ",
        "where": where,
        "ground": SPORTS[sport][2],
        "members": bullets(link(one) for one in people_of[:4]),
        "rival": link(rival),
    }
    fields = {
        "name": club.name,
        "sport": sport.capitalize(),
        "town": link(club.town),
        "founded": str(founded),
        "colours": colours,
        "ground": where,
        "members": str(size),
        "chair": chance.name("chair"),
        "league": link(league) if league else "",
    }
    level = chance.pick("fame", ("2", "3", "4"))
    return Draft(
        title=club.name,
        subject="club",
        lead=[part for part in prose.lead(chance.at("prose"), "club", **values) if part],
        box=("club", fields),
        sections=prose.chapters(chance.at("prose"), "club", (2, 4), sport, **values),
        categories=[f"{sport.capitalize()} clubs in the {DISTRICT}", f"Sport in {club.town}"],
        slips=[
            ("founding", str(founded), slip(chance.stream("founded slip"), str(founded))),
            ("members", str(size), slip(chance.stream("members slip"), str(size))),
        ],
        fame=int(level),
    )


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


def seasons(world: Chance, sport: str, league: str, members: list[Club]) -> list[Draft]:
    """The article of a league and one for each of its seasons."""
    drafts, winners = [], []
    strength = {club.name: world.real(("strength", club.name), -0.6, 0.9) for club in members}
    names = [f"{year}–{(year + 1) % 100:02d} {league}" for year in YEARS]
    for index, (year, title) in enumerate(zip(YEARS, names, strict=True)):
        chance = world.at(year)
        rows = standings(chance.stream("results"), members, strength)
        strength = {
            name: value * 0.8 + chance.real(("form", name), -0.35, 0.35) for name, value in strength.items()
        }
        top, best = chance.name("best player"), chance.number("best", 14, 38)
        winners.append(
            (link(title, f"{year}–{(year + 1) % 100:02d}"), link(rows[0][0]), link(rows[1][0]), top)
        )
        before = [link(names[index - 1], "previous season")] if index else []
        after = [link(names[index + 1], "next season")] if index + 1 < len(names) else []
        drafts.append(season(chance, sport, league, title, year - 1990, rows, top, best, before + after))
    drafts.append(league_article(world, sport, league, members, winners))
    return drafts


def season(
    chance: Chance,
    sport: str,
    league: str,
    title: str,
    count: int,
    rows: list[tuple[str, int, int, int, int, int, int]],
    top: str,
    best: int,
    nav: list[str],
) -> Draft:
    """The article of a season."""
    unit = UNITS[sport]
    head = ["Rank", "Club", "Won", "Drawn", "Lost", unit.capitalize(), "Points"]
    body = [
        (place, link(row[0]), row[1], row[2], row[3], f"{row[4]}:{row[5]}", row[6])
        for place, row in enumerate(rows, 1)
    ]
    values = {
        "title": title,
        "count": count,
        "league": link(league),
        "sport": sport,
        "champion": link(rows[0][0]),
        "second": link(rows[1][0]),
        "third": link(rows[2][0]),
        "bottom": link(rows[-1][0]),
        "points": rows[0][6],
        "margin": rows[0][6] - rows[1][6] or "no",
        "top": top,
        "best": best,
        "unit": unit,
        "clubs": len(rows),
        "table": table(head, body),
        "nav": chance.say(
            "[See the|Before and after this one: the|There is more on the] {nav}.", nav=english(nav)
        ),
    }
    fields = {
        "name": title,
        "sport": sport.capitalize(),
        "clubs": str(len(rows)),
        "champion": link(rows[0][0]),
        "relegated": link(rows[-1][0]),
        "best_player": top,
    }
    points = f"{rows[0][6]} points"
    return Draft(
        title=title,
        subject="season",
        fame=3,
        lead=prose.lead(chance.at("prose"), "season", **values),
        sections=prose.chapters(chance.at("prose"), "season", (1, 3), sport, **values),
        box=("season", fields),
        categories=[f"Seasons of the {league}"],
        slips=[("points", points, slip(chance.stream("slip"), points))],
    )


def league_article(
    chance: Chance, sport: str, league: str, members: list[Club], winners: list[tuple[str, ...]]
) -> Draft:
    """The article of a league."""
    by_name = sorted(members, key=lambda one: one.name)
    founding = chance.say(
        "It was founded in 1990 {in the canteen of a sugar factory|by seven clubs|after a meeting of six hours|in a railway carriage}. "
        "The trophy is {a bronze heron|a milk churn|an oar|a brick of the town wall|a stuffed pike}, given by {@name}.",
        pools(),
    )
    return Draft(
        title=league,
        subject="season",
        fame=6 if sport == "football" else 4,
        lead=[
            f"The '''{league}''' is the highest {sport} league of the lake country.",
            f"It was founded in 1990; {len(members)} clubs play in it.",
        ],
        sections=[
            ("History", founding),
            ("Champions", table(["Season", "Champion", "Second", "Best player"], winners)),
            ("Clubs", bullets(f"{link(club.name)} ({link(club.town)})" for club in by_name)),
        ],
        box=(
            "league",
            {"name": league, "sport": sport.capitalize(), "founded": "1990", "clubs": str(len(members))},
        ),
        categories=["Leagues of the lake country"],
    )


def regatta(chance: Chance, members: list[Club]) -> Draft:
    """The Lake Regatta, year by year, in one list."""
    names = [club.name for club in members]
    rows = []
    for year in range(1998, 2026):
        if year in (2020, 2021):
            continue
        first, second = chance.order(year, names)[:2]
        time = f"{chance.number((year, 'minutes'), 21, 25)}:{chance.number((year, 'seconds'), 0, 59):02d}"
        rows.append((year, link(first), time, link(second), chance.number((year, "boats"), 9, 30)))
    return Draft(
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
