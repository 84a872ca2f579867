"""Lists: every row is taken from the infobox of an article, so that both say the same."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable

from sites.wiki.seed import prose
from sites.wiki.seed.chance import Chance
from sites.wiki.seed.markup import bullets, link, number, table
from sites.wiki.seed.records import Draft
from sites.wiki.seed.region import HOME

Row = tuple[object, ...]


def field(draft: Draft, name: str) -> str:
    """What an article's infobox says."""
    assert draft.box is not None
    return draft.box[1].get(name, "")


def value(text: str) -> float:
    """The first number in a text."""
    found = re.search(r"\d[\d,]*(?:\.\d+)?", text)
    return float(found[0].replace(",", "")) if found else 0.0


def drafts(world: Chance, known: list[Draft]) -> list[Draft]:
    """All lists, made of the articles given."""
    by: dict[str, list[Draft]] = defaultdict(list)
    for one in known:
        by[one.subject].append(one)
    towns = [one for one in by["town"] if field(one, "district")]

    def rows(of: Iterable[Draft], *names: str, key: Callable[[Draft], object]) -> list[Row]:
        return [(link(one.title), *(field(one, name) for name in names)) for one in sorted(of, key=key)]  # type: ignore[arg-type, type-var]

    def by_number(name: str) -> Callable[[Draft], object]:
        return lambda one: (-value(field(one, name)), one.title)

    def by_title(one: Draft) -> object:
        return one.title

    found = [
        lists(
            world,
            "towns and villages in the Lakeland district",
            ["Place", "Kind", "Inhabitants", "Area (km²)", "First mentioned"],
            rows(towns, "kind", "population", "area_km2", "first_mentioned", key=by_title),
            ["Lists about the lake country"],
        ),
        lists(
            world,
            "lakes of the Lakeland district",
            ["Lake", "Near", "Area (km²)", "Greatest depth (m)", "Height above sea level (m)"],
            rows(by["lake"], "location", "area_km2", "max_depth_m", "elevation_m", key=by_title),
            ["Lists about the lake country"],
        ),
        lists(
            world,
            "rivers of the Lakeland district",
            ["River", "Length (km)", "Source", "Mouth"],
            rows(by["river"], "length_km", "source", "mouth", key=by_number("length_km")),
            ["Lists about the lake country"],
        ),
        lists(
            world,
            "railway stations in the Lakeland district",
            ["Station", "Opened", "Tracks", "Lines"],
            rows(by["station"], "opened", "tracks", "lines", key=by_title),
            ["Lists about the lake country"],
        ),
        lists(
            world,
            "railway lines in the Lakeland district",
            ["Line", "Opened", "Length (km)", "Gauge (mm)"],
            rows(by["railway"], "opened", "length_km", "gauge_mm", key=by_title),
            ["Lists about the lake country"],
        ),
        lists(
            world,
            f"streets in {HOME}",
            ["Street", "Kind", "Postal code", "Length (m)", "Named"],
            rows(by["street"], "kind", "postcode", "length_m", "named", key=by_title),
            ["Lists about the lake country"],
        ),
        lists(
            world,
            "companies in this encyclopedia",
            ["Company", "Seat", "Founded", "Employees", "Makes"],
            rows(by["company"], "headquarters", "founded", "employees", "industry", key=by_title),
            ["Lists about companies"],
        ),
        lists(
            world,
            "countries by population",
            ["Country", "Inhabitants", "Region"],
            rows(by["country"], "population", "region", key=by_number("population")),
            ["Lists of countries"],
        ),
        lists(
            world,
            "countries by area",
            ["Country", "Area (km²)", "Region"],
            rows(by["country"], "area_km2", "region", key=by_number("area_km2")),
            ["Lists of countries"],
        ),
        lists(
            world,
            "capitals",
            ["Country", "Capital", "Currency"],
            rows(by["country"], "capital", "currency", key=by_title),
            ["Lists of countries"],
        ),
        lists(
            world,
            "sports clubs in the lake country",
            ["Club", "Sport", "Town", "Founded", "Members"],
            rows(by["club"], "sport", "town", "founded", "members", key=by_title),
            ["Lists about the lake country"],
        ),
    ]
    places: dict[str, list[Draft]] = defaultdict(list)
    for one in by["place"]:
        places[field(one, "kind")].append(one)
    for kind, plural in (
        ("Pharmacy", "pharmacies"),
        ("Restaurant", "restaurants"),
        ("Café", "cafés"),
        ("School", "schools"),
        ("Museum", "museums"),
        ("Supermarket", "supermarkets"),
    ):
        found.append(
            lists(
                world,
                f"{plural} around {HOME}",
                [kind, "Town", "Address", "Opening hours"],
                [
                    (
                        link(one.title),
                        field(one, "town"),
                        field(one, "address"),
                        field(one, "opening_hours") or "not known",
                    )
                    for one in sorted(places[kind], key=lambda x: x.title)
                ],
                ["Lists about the lake country"],
            )
        )
    jobs: dict[str, list[Draft]] = defaultdict(list)
    for one in by["person"]:
        jobs[field(one, "occupation")].append(one)
    for job, them in sorted(jobs.items()):
        found.append(
            lists(
                world,
                f"{job.lower()}s from the Lakeland district",
                ["Name", "Born", "Born in", "Died", "Known for"],
                rows(them, "birth_date", "birth_place", "death_date", "known_for", key=by_title),
                ["Lists of people"],
            )
        )
    kinds: dict[str, list[Draft]] = defaultdict(list)
    for one in by["product"]:
        kinds[field(one, "kind")].append(one)
    for kind, them in sorted(kinds.items()):
        if len(them) >= 4:
            found.append(
                lists(
                    world,
                    f"{kind.lower() if kind != 'USB stick' else kind} lines",
                    ["Line", "Maker", "Introduced", "Price"],
                    rows(them, "maker", "introduced", "price", key=by_title),
                    ["Lists about companies"],
                )
            )
    return [*found, *meanings(world, known)]


def lists(world: Chance, what: str, head: list[str], rows: list[Row], categories: list[str]) -> Draft:
    """One list."""
    return Draft(
        title=f"List of {what}",
        subject="list",
        fame=4,
        lead=prose.lead(world.at("list", what), "list", what=what, n=number(len(rows))),
        sections=[("List", table(head, rows))],
        categories=categories,
    )


def meanings(world: Chance, known: list[Draft]) -> list[Draft]:
    """Disambiguation pages for family names and other names that several articles share."""
    by: dict[str, list[Draft]] = defaultdict(list)
    titles = {one.title for one in known}
    for one in known:
        if one.subject == "person":
            by[one.title.rpartition(" ")[2]].append(one)
    found = []
    for name, them in sorted(by.items()):
        if len(them) > 2 and name not in titles:
            items = [
                f"{link(one.title)} ({field(one, 'birth_date')[-4:]}–{field(one, 'death_date')[-4:]}), {field(one, 'occupation').lower()}"
                for one in sorted(them, key=lambda x: x.title)
            ]
            found.append(
                Draft(
                    title=name,
                    subject="meaning",
                    lead=[
                        world.at("name", name).say(
                            "'''{name}''' is a family name. [People of this name|Who bears it|Bearers of the name]:",
                            name=name,
                        )
                        + f"\n{bullets(items)}"
                    ],
                    categories=["Disambiguation pages"],
                    tail="{{Disambiguation}}",
                    fame=1,
                )
            )
    return found
