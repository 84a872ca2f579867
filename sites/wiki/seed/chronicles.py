"""Chronicles of years; all invented."""

from __future__ import annotations

from sites.wiki.seed.chance import MONTHS, Chance
from sites.wiki.seed.clubs import Club
from sites.wiki.seed.markup import bullets, link, number, table
from sites.wiki.seed.people import Person
from sites.wiki.seed.prose import book
from sites.wiki.seed.records import Draft
from sites.wiki.seed.region import HOME, pools

FIRST, LAST = 1994, 2025


def chronicles(world: Chance, known: list[Person], members: list[Club]) -> list[Draft]:
    """What happened in Neubrandenburg, year by year."""
    return [chronicle(world.at("year", year), year, known, members) for year in range(FIRST, LAST + 1)]


def chronicle(chance: Chance, year: int, known: list[Person], members: list[Club]) -> Draft:
    """One year."""
    (chapter,) = book("year")
    texts = chance.order("events", [one.words for one in chapter.texts])[
        : chance.number("how many events", 6, 14)
    ]
    dated = sorted(
        (chance.number((text, "month"), 0, 11), chance.number((text, "day"), 1, 28), text) for text in texts
    )
    drawn = {**pools(), "club": [link(club.name) for club in members]}
    events = [f"{day} {MONTHS[month]}: {chance.at('said').say(text, drawn)}" for month, day, text in dated]
    figures = [
        ("Inhabitants", number(93000 - (year - 1990) * 860 + chance.number("inhabitants", -300, 300))),
        ("Births", number(chance.number("births", 420, 659))),
        ("Weddings", chance.number("weddings", 190, 339)),
        ("Days with snow", chance.number("snow", 4, 51)),
        ("Hottest day", f"{chance.number('heat', 310, 389) / 10} °C"),
    ]
    sections = [("Events", bullets(events)), ("In figures", table(["Figure", "Value"], figures))]
    if born := [link(one.name) for one in known if one.born == year]:
        sections.append(("Births", bullets(born)))
    if died := [link(one.name) for one in known if one.died == year]:
        sections.append(("Deaths", bullets(died)))
    title = f"{year} in {HOME}"
    lead = chance.say(
        "[This page lists what happened in|What is known of|Here stands what happened in|Events and figures of] '''{title}'''.",
        title=title,
    )
    return Draft(
        title=title,
        subject="year",
        lead=[lead],
        sections=sections,
        categories=[f"Years in {HOME}"],
        fame=2,
        see_also=[f"{other} in {HOME}" for other in (year - 1, year + 1) if FIRST <= other <= LAST],
    )
