"""People of the region; all invented."""

from __future__ import annotations

import random
from dataclasses import dataclass

from sites.wiki.seed.grammar import say, slip, some
from sites.wiki.seed.markup import article, bullets, link, table
from sites.wiki.seed.records import Draft
from sites.wiki.seed.region import DISTRICT, data
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
