"""People of the region; all invented."""

from __future__ import annotations

from dataclasses import dataclass

from sites.wiki.seed import prose
from sites.wiki.seed.chance import Chance, slip
from sites.wiki.seed.markup import article, bullets, link, table
from sites.wiki.seed.records import Draft
from sites.wiki.seed.region import DISTRICT, data, pools
from sites.world_data import draw_names

COUNT = 290
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


def day(chance: Chance, name: str, year: int) -> str:
    """A date in that year as articles write it."""
    return f"{chance.day(name)} {year}"


def people(world: Chance) -> tuple[list[Person], list[Draft]]:
    """Biographies."""
    towns = [row[0] for row in data()["towns"]]
    size = {row[0]: row[4] ** 0.5 for row in data()["towns"]}
    known, drafts = [], []
    for given, family in draw_names(world.stream("people"), COUNT):
        name = f"{given} {family}"
        if not world.keeps("person", name):
            continue
        chance = world.at("person", name)
        profession = chance.pick("profession", list(PROFESSIONS))
        modern = profession in ("photographer", "footballer", "rower", "chess player", "engineer")
        born = chance.number("born", 1862 if modern else 1782, 1995)
        age = chance.number("age", 41, 96)
        died = born + age if born + age < 2024 else None
        birthplace, deathplace = (
            chance.pick(one, towns, size.__getitem__) for one in ("birthplace", "last place")
        )
        one = Person(name, profession, born, died, birthplace)
        known.append(one)
        drafts.append(biography(chance, one, family, deathplace))
    return known, drafts


def biography(chance: Chance, who: Person, family: str, place: str) -> Draft:
    """The article on somebody."""
    towns = [row[0] for row in data()["towns"]]
    name, profession, born, died = who.name, who.profession, who.born, who.died
    group, fame, works = PROFESSIONS[profession]
    famous = chance.pick("famous for", fame)
    born_on, died_on = day(chance, "birthday", born), day(chance, "death", died) if died else ""
    values = {
        "name": name,
        "Family": family,
        "life": f"{born_on} – {died_on}" if died else f"born {born_on}",
        "was": "was" if died else "is",
        "made_known": "made a name" if died else "is known",
        "a_profession": f"{article(profession)} {profession}",
        "birthplace": link(who.birthplace),
        "famous": famous,
        "school": link(chance.pick("school", towns[:22])),
        "place": link(place),
        "born": born,
        "died_on": died_on,
        "last_years": last_years(chance, family, born, died, place),
        "works": bibliography(chance, born, died, works) if works else "",
        "honours": bullets(honours(chance, born, died)),
    }
    fields = {
        "name": name,
        "birth_date": born_on,
        "birth_place": link(who.birthplace),
        "death_date": died_on,
        "death_place": link(place) if died else "",
        "occupation": profession.capitalize(),
        "known_for": famous,
    }
    categories = [f"{group} from the {DISTRICT}", f"People from {who.birthplace}", f"{born} births"]
    if died:
        categories.append(f"{died} deaths")
    level = chance.pick("fame", ("1", "2", "2 too", "3", "3 too", "4"))
    return Draft(
        title=name,
        subject="person",
        lead=prose.lead(chance.at("prose"), "person", **values),
        box=("person", fields),
        sections=prose.chapters(chance.at("prose"), "person", (2, 6), profession, **values),
        categories=categories,
        slips=[("year of birth", str(born), slip(chance.stream("slip"), str(born)))],
        fame=int(level[0]),
    )


def last_years(chance: Chance, family: str, born: int, died: int | None, place: str) -> str:
    """How somebody grew old, or lives now."""
    if died is None:
        return chance.say(
            "[{family} lives in {place}|{family} lives and works in {place}|{family} has lived in {place} since {since}] "
            "[and gives lessons|, next door to {@name}|with three dogs|and answers letters on {@weekday}].",
            pools(), family=family, place=link(place), since=min(2024, born + chance.number("years", 25, 60)),
        ).replace(" ,", ",")  # fmt: skip
    if died - born < 60:
        return ""
    return chance.say(
        "[From {from_year} on {family} hardly left the house|In {from_year} {family} gave up work|After {from_year} {family} {went blind|grew deaf|kept bees}] "
        "[and dictated to {@name}|and planted {30~190} trees|but was seen at every {fair|funeral|first night}|and quarrelled with {@paper}].",
        pools(), family=family, from_year=died - chance.number("years", 3, 11),
    )  # fmt: skip


def bibliography(chance: Chance, born: int, died: int | None, works: list[str]) -> str:
    """A table of works, all made in somebody's lifetime."""
    towns = [row[0] for row in data()["towns"]][:30]
    titles = chance.some("works", works, chance.number("how many works", 3, 6))
    year, rows = born + chance.number("first work", 22, 34), []
    for title in titles:
        if year > min(died or 2025, 2025):
            break
        rows.append((year, f"''{title.replace('{place}', chance.pick(('place', title), towns))}''"))
        year += chance.number(("pause", title), 1, 6)
    return table(["Year", "Title"], rows) if rows else ""


def honours(chance: Chance, born: int, died: int | None) -> list[str]:
    """Prizes, and what bears the name."""
    found = []
    year = min(born + chance.number("prize year", 36, 60), died or 2025, 2024)
    if chance.unit("prize") < 0.6:
        prize = chance.say(
            "[Lakeland Prize|Silver Heron|Honorary citizen of {@town}|Medal of the district|Golden Oar|Reed Pen of the reading society|Order of the Three Mills|Honorary member of the guild of ferrymen]",
            pools(),
        )
        found.append(f"{prize} ({year})")
    if chance.unit("named after") < 0.35:
        found.append(
            chance.say(
                "[A school|A small square|A boat of the rowing club|A rose|A kind of apple|A bus of line {2~19}|A lane in {@town}] bears the name.",
                pools(),
            )
        )
    return found
