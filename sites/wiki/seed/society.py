"""People of the region, clubs and their seasons, chronicles of years; all invented."""

from __future__ import annotations

import random
from dataclasses import dataclass

from sites.wiki.seed.grammar import say, slip, some
from sites.wiki.seed.markup import article, bullets, english, link, number, table
from sites.wiki.seed.records import Draft
from sites.wiki.seed.region import DISTRICT, HOME, data
from sites.world_data import draw_names

MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)

# profession: (category, what one is known for, kinds of work or None)
PROFESSIONS: dict[str, tuple[str, list[str], list[str]]] = {
    "writer": (
        "Writers",
        ["stories of ferrymen", "novels in letters", "children's books", "a dictionary of the local dialect"],
        [
            "The Ferry at {place}",
            "Letters from {place}",
            "Winter in {place}",
            "Seven Barns",
            "The Clockmaker's Sister",
            "Reed and Ice",
            "What the Heron Saw",
            "A House with Two Doors",
            "Salt Road",
            "The Long Table",
        ],
    ),
    "painter": (
        "Painters",
        [
            "landscapes with low horizons",
            "portraits of market women",
            "murals in schools",
            "woodcuts of birds",
        ],
        [
            "Shore near {place}",
            "Barn at {place}",
            "Thaw",
            "Three Cranes",
            "Market Day",
            "The Lock Keeper",
            "Blue Boats",
            "Field with Boulder",
            "Evening Mill",
        ],
    ),
    "composer": (
        "Composers",
        ["songs for mixed choir", "a mass for small churches", "music for brass", "an opera about a miller"],
        [
            "Lake Songs",
            "Mass of {place}",
            "Brass Suite",
            "The Miller's Wager",
            "Seven Psalms",
            "Bells of {place}",
            "Ice Waltz",
            "Crane Quartet",
        ],
    ),
    "architect": (
        "Architects",
        ["brick schools", "water towers", "stations of light railways", "concert halls"],
        [
            "Water tower of {place}",
            "School of {place}",
            "Town hall of {place}",
            "Sanatorium of {place}",
            "Bathing hall of {place}",
        ],
    ),
    "engineer": ("Engineers", ["locks and weirs", "bicycle gears", "a grain dryer", "signal boxes"], []),
    "botanist": (
        "Scientists",
        ["the flora of the fens", "a list of mosses", "the water lilies of the lake country"],
        [],
    ),
    "astronomer": (
        "Scientists",
        ["a catalogue of double stars", "sundials", "the observation of two comets"],
        [],
    ),
    "historian": (
        "Scientists",
        ["a chronicle in four volumes", "the history of the mills", "finding the lost town charter"],
        [
            "Chronicle of {place}",
            "The Mills of the Tollense",
            "Walls and Gates",
            "Peasants and Abbots",
            "A Hundred Sundays",
        ],
    ),
    "rower": (
        "Sportspeople",
        [
            "a national title in the double scull",
            "twelve wins in the Lake Regatta",
            "coaching the youth eight",
        ],
        [],
    ),
    "footballer": (
        "Sportspeople",
        ["a goal from the half-way line", "412 matches for one club", "never having been sent off"],
        [],
    ),
    "chess player": (
        "Sportspeople",
        ["an opening with the rim pawn", "a draw against a world champion", "simultaneous games on trains"],
        [],
    ),
    "mayor": (
        "Politicians",
        ["the by-pass", "the rebuilding of the market place", "the first women's council", "the waterworks"],
        [],
    ),
    "photographer": (
        "Painters",
        ["pictures of stations at night", "portraits of fishermen", "a series about closed schools"],
        ["Platform Two", "Faces of {place}", "Last Lesson", "Fog over {place}", "Nets"],
    ),
    "teacher": (
        "Politicians",
        ["evening schools", "the first school garden", "a primer in two languages"],
        [],
    ),
    "organ builder": (
        "Engineers",
        ["organs with wooden pipes", "the restoration of nine organs"],
        ["Organ of {place}", "Positive of {place}", "Great organ of {place}"],
    ),
    "baker": (
        "Businesspeople",
        ["a rye bread that keeps for three weeks", "bread for four thousand people in the winter of 1946"],
        [],
    ),
}


@dataclass(frozen=True)
class Person:
    """Somebody with an article."""

    name: str
    profession: str
    born: int
    died: int | None
    birthplace: str


def day(rng: random.Random, year: int) -> str:
    """A date in that year as articles write it."""
    return f"{rng.randrange(1, 29)} {rng.choice(MONTHS)} {year}"


def people(rng: random.Random) -> tuple[list[Person], list[Draft]]:
    """Biographies."""
    towns = [row[0] for row in data()["towns"]]
    weights = [row[4] ** 0.5 for row in data()["towns"]]
    known, drafts = [], []
    for given, family in draw_names(rng, 290):
        name = f"{given} {family}"
        profession = rng.choice(list(PROFESSIONS))
        modern = profession in ("photographer", "footballer", "rower", "chess player", "engineer")
        born = rng.randrange(1862 if modern else 1782, 1996)
        age = rng.randrange(41, 97)
        died = born + age if born + age < 2024 else None
        birthplace, deathplace = rng.choices(towns, weights, k=2)
        known.append(Person(name, profession, born, died, birthplace))
        group, fame, works = PROFESSIONS[profession]
        famous = rng.choice(fame)
        born_on, died_on = day(rng, born), day(rng, died) if died else ""
        life = f"{born_on} – {died_on}" if died else f"born {born_on}"
        was = "was" if died else "is"
        lead = [
            f"'''{name}''' ({life}) {was} {article(profession)} {profession} from {link(birthplace)}, known for {famous}.",
        ]
        parent = rng.choice(
            [
                "a miller",
                "a ferryman",
                "a schoolteacher",
                "a baker",
                "a gardener",
                "a railwayman",
                "a shepherd",
                "an apothecary",
                "a joiner",
                "a seamstress",
            ]
        )
        school = rng.choice(towns[:22])
        body = [
            say(
                rng,
                "{family} grew up as the child of {parent} [in a house of three rooms|with five brothers and sisters|above the workshop] and [went to school|learned the trade] in {school}.",
                family=family,
                parent=parent,
                school=link(school),
            ),
            say(
                rng,
                "[At the age of|Aged] {age} {family} [moved to|settled in|came to] {place}[, where the most productive years began|, at first for one winter only|].",
                age=rng.randrange(18, 34),
                family=family,
                place=link(deathplace),
            ),
        ]
        if died:
            body.append(
                say(
                    rng,
                    "{family} died on {date} in {place} [and is buried there|after a short illness|and left a garden to the town].",
                    family=family,
                    date=died_on,
                    place=link(deathplace),
                )
            )
        sections = [("Life", "\n\n".join([" ".join(body[:2]), *body[2:]]))]
        if works:
            start = born + rng.randrange(22, 35)
            titles = some(rng, works, rng.randrange(3, 6))
            rows = []
            for title in titles:
                rows.append((start, say(rng, f"''{title}''", place=rng.choice(towns[:30]))))
                start += rng.randrange(1, 7)
            sections.append(("Works", table(["Year", "Title"], rows)))
        honours = []
        if rng.random() < 0.6:
            honours.append(
                say(
                    rng,
                    "[Lakeland Prize|Silver Heron|Honorary citizen of {place}|Medal of the district]",
                    place=link(rng.choice(towns[:20])),
                )
                + f" ({min(born + rng.randrange(38, 60), 2023)})"
            )
        if rng.random() < 0.35:
            honours.append(
                say(rng, "[A school|A small square|A boat of the rowing club|A rose] bears the name.")
            )
        if honours:
            sections.append(("Honours", bullets(honours)))
        fields = {
            "name": name,
            "birth_date": born_on,
            "birth_place": link(birthplace),
            "death_date": died_on,
            "death_place": link(deathplace) if died else "",
            "occupation": profession.capitalize(),
            "known_for": famous,
        }
        categories = [f"{group} from the {DISTRICT}", f"People from {birthplace}", f"{born} births"]
        if died:
            categories.append(f"{died} deaths")
        drafts.append(
            Draft(
                title=name,
                subject="person",
                lead=lead,
                box=("person", fields),
                sections=sections,
                categories=categories,
                slips=[("year of birth", str(born), slip(rng, str(born)))],
                fame=rng.choice((1, 2, 2, 3, 3, 4)),
            )
        )
    return known, drafts


# ---- clubs ---------------------------------------------------------------------------------------------
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


# ---- years ---------------------------------------------------------------------------------------------
def chronicles(rng: random.Random, known: list[Person], members: list[Club]) -> list[Draft]:
    """What happened in Neubrandenburg, year by year."""
    drafts = []
    towns = [row[0] for row in data()["towns"]]
    lakes = [row[0] for row in data()["lakes"][:20]]
    for year in range(1994, 2026):
        events = []
        for month in sorted(rng.sample(range(12), rng.randrange(5, 9))):
            date = f"{rng.randrange(1, 29)} {MONTHS[month]}"
            events.append(
                f"{date}: "
                + say(
                    rng,
                    "[A storm takes {n} trees from the ring road|The town council decides by {n} votes to build a new footbridge|The exhibition on {lake} has {big} visitors|"
                    "{club} celebrates with {big} guests|The new bus line to {town} carries {big} passengers in its first week|A beaver dam floods {n} gardens at the {lake}|"
                    "The library lends its {big}th book of the year|Bells from {town} are hung in the concert church|A heron sits on the market fountain for {n} minutes].",
                    n=rng.randrange(12, 60),
                    big=number(rng.randrange(1200, 9800)),
                    lake=link(rng.choice(lakes)),
                    club=link(rng.choice(members).name),
                    town=link(rng.choice(towns)),
                )
            )
        born = [link(one.name) for one in known if one.born == year]
        died = [link(one.name) for one in known if one.died == year]
        sections = [
            ("Events", bullets(events)),
            (
                "In figures",
                table(
                    ["Figure", "Value"],
                    [
                        ("Inhabitants", number(93000 - (year - 1990) * 860 + rng.randrange(-300, 300))),
                        ("Births", number(rng.randrange(420, 660))),
                        ("Weddings", rng.randrange(190, 340)),
                        ("Days with snow", rng.randrange(4, 52)),
                        ("Hottest day", f"{rng.randrange(310, 389) / 10} °C"),
                    ],
                ),
            ),
        ]
        if born:
            sections.append(("Births", bullets(born)))
        if died:
            sections.append(("Deaths", bullets(died)))
        drafts.append(
            Draft(
                title=f"{year} in {HOME}",
                subject="year",
                lead=[f"This page lists what happened in '''{year} in {HOME}'''."],
                sections=sections,
                categories=[f"Years in {HOME}"],
                fame=2,
                see_also=[f"{other} in {HOME}" for other in (year - 1, year + 1) if 1994 <= other < 2026],
            )
        )
    return drafts
