"""Chronicles of years; all invented."""

from __future__ import annotations

import random

from sites.wiki.seed.clubs import Club
from sites.wiki.seed.grammar import say
from sites.wiki.seed.markup import bullets, link, number, table
from sites.wiki.seed.people import MONTHS, Person
from sites.wiki.seed.records import Draft
from sites.wiki.seed.region import HOME, data


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
