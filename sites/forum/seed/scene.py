"""What a thread is about: the goods of the shop and the places of the map that its slots are filled from."""

from __future__ import annotations

import re
from datetime import datetime
from functools import cache
from random import Random

from sites.forum.seed.plots import Plot
from sites.sitekit.grammar import holds, show
from sites.world_data import Place, addresses, places
from sites.world_data.region import DISTRICTS, VILLAGES, WEEKDAYS
from sites.world_data.shop.on_sale import Goods, short_title, title_of
from sites.world_data.shop.records import Product
from sites.world_data.software import software

Facts = dict[str, object]

RELATIVES = (
    "my father",
    "my mother",
    "my sister",
    "my brother",
    "my neighbour",
    "my flatmate",
    "my aunt",
    "my grandfather",
    "a colleague",
)
OCCASIONS = (
    "the holidays",
    "the birthday of my mother",
    "the visit at the weekend",
    "Easter",
    "the summer fête",
    "the first of the month",
    "our wedding anniversary",
    "the next frost",
    "the housewarming",
    "the end of the school year",
)
_DAYS = {"Mo": "Mon", "Tu": "Tue", "We": "Wed", "Th": "Thu", "Fr": "Fri", "Sa": "Sat", "Su": "Sun"}
_OWN_FIELDS = ("street", "hours", "phone", "cuisine", "city", "wheelchair", "address")


def data_sheet(product: Product, goods: Goods, rng: Random) -> str:
    """Two or three facts of a product's page: "capacity 20000 mAh, output 30 W"; empty if there are none."""
    said = []
    for attribute in goods.attributes[product.product_class]:
        value = product.attributes.get(attribute.code)
        name = attribute.name if attribute.name[1:2].isupper() else attribute.name.lower()
        if value is True:
            said.append(name)
        elif value is not None and value is not False and attribute.code not in ("colour", "pack"):
            said.append(f"{name} {show(value)} {attribute.unit}".strip())
    return ", ".join(rng.sample(said, min(len(said), rng.choice((2, 3)))))


def product_facts(product: Product, goods: Goods, suffix: str = "") -> Facts:
    """Slots for a product: ``p``, ``short``, ``brand``, ``line``, ``price`` and its attributes."""
    facts: Facts = {key + suffix: show(value) for key, value in product.attributes.items()}
    facts["p" + suffix] = title_of(product)
    facts["short" + suffix] = short_title(product, goods.brands)
    facts["brand" + suffix] = goods.brands[product.brand].name
    facts["line" + suffix] = product.line
    facts["maker_town" + suffix] = goods.brands[product.brand].town
    facts["price" + suffix] = f"{product.price:.2f} euros"
    return facts


def spoken_hours(text: str) -> str:
    """Opening hours of OpenStreetMap as people write them: "Mon-Fri 8:00-18:30, Sat 8:00-13:00"."""
    text = re.sub(r"\b0(\d:)", r"\1", text.replace("Sa[1]", "first Sat of the month"))
    for short, spoken in _DAYS.items():
        text = re.sub(rf"\b{short}\b", spoken, text)
    text = re.sub(r"\s*;\s*", ", ", text)
    text = re.sub(r",(?=\d)", " and ", text)
    return re.sub(r"(\d:\d\d)\+", r"\1 until late", text).replace(" off", " closed")


def closing_hours(text: str) -> dict[str, float]:
    """When a place opens and closes: ``week_start``, ``week_end``, ``sat_end``, ``sun_end`` as hours.

    Of opening hours in OpenStreetMap's form; what is not said there is missing.
    """
    days = list(_DAYS)
    found: dict[str, float] = {}
    for names, start, end in re.findall(r"((?:\b[A-Z][a-z]\b[-,]?)+) (\d\d:\d\d)-(\d\d:\d\d)", text):
        covered: set[str] = set()
        for part in names.strip(",").split(","):
            first, _, last = part.partition("-")
            covered.update(days[days.index(first) : days.index(last or first) + 1])
        opens, closes = (int(clock[:2]) + int(clock[3:]) / 60 for clock in (start, end))
        for day, field in (("Mo", "week"), ("Sa", "sat"), ("Su", "sun")):
            if day in covered:
                found[f"{field}_start"], found[f"{field}_end"] = opens, closes
    return found


def place_facts(place: Place, suffix: str = "") -> Facts:
    """Slots for a place; what the map does not know is missing."""
    facts: Facts = {"place" + suffix: place.name}
    street = f"{place.street} {place.housenumber}".strip() if place.street and place.housenumber else ""
    values = (
        street,
        spoken_hours(place.opening_hours),
        place.phone,
        place.cuisine.replace("_", " ").replace(";", " and "),
        place.city,
        place.wheelchair,
        f"{street}, {place.postcode} {place.city}" if street and place.postcode and place.city else street,
    )
    facts.update({key + suffix: value for key, value in zip(_OWN_FIELDS, values, strict=True) if value})
    facts.update({key + suffix: value for key, value in closing_hours(place.opening_hours).items()})
    return facts


def _choose_places(plot: Plot, rng: Random) -> Facts | None:
    """A place that fits (no suffix), another one that fits (``_b``) and one that does not (``2``)."""
    everywhere = [
        place_facts(place)
        for kind in plot.place.split("|")
        for place in places(kind)
        if len(place.name) < 40 and "." not in place.name and place.name != "Deutsche Post"
    ]
    whole = [row for row in everywhere if all(need in row for need in plot.has)]
    fits = [row for row in whole if all(holds(part, row) for part in plot.where)]
    if not fits:
        return None
    facts = rng.choice(fits)
    chosen = dict(facts)
    others = [row for row in fits if row["place"] != facts["place"]]
    if others:
        chosen.update({f"{key}_b": value for key, value in rng.choice(others).items()})
    rest = [row for row in whole if row not in fits] if plot.where else others
    if rest:
        chosen.update({f"{key}2": value for key, value in rng.choice(rest).items()})
    return chosen


def _choose_project(plot: Plot, rng: Random, when: datetime, seed: int) -> Facts | None:
    """A public project of the forge that was there at ``when``, and another of its kind as ``project2``."""
    known = software(seed)
    owners = {row["username"]: row.get("given", "") for row in known["owners"]}
    kinds = plot.project.split("|")
    rows = [
        row
        for row in known["projects"]
        if not row.get("private")
        and row["started"] < when.strftime("%Y-%m")
        and (row["program"] in kinds or plot.project == "any")
        and all(holds(part, row) for part in plot.where)
    ]
    if not rows:
        return None
    row = rng.choice(rows)
    about = row["about"][:1].lower() + row["about"][1:]
    facts: Facts = {
        "project": row["name"],
        "space": row.get("group") or row["owner"],
        "owner": row["owner"],
        "about": about,
        "language": row["language"],
        "licence": row["licence"],
        "topic": row["topics"][0],
    }
    if owners.get(row["owner"]):
        facts["owner_given"] = owners[row["owner"]]
    others = [one for one in rows if one["name"] != row["name"]]
    if others:
        facts["project2"] = rng.choice(others)["name"]
    return facts


@cache
def roads() -> tuple[str, ...]:
    """The streets of the town, each as often as it has addresses."""
    return tuple(address.street for address in addresses() if address.city == "Neubrandenburg")


def common_facts(rng: Random, own: Facts | None = None) -> Facts:
    """Slots that any text may use: a village, a district, a street, a relative; ``own`` are the asker's."""
    villages = rng.sample(VILLAGES, 2)
    district = rng.choice(DISTRICTS)
    facts: Facts = {
        "village": villages[0],
        "village2": villages[1],
        "district": district,
        "weekday": rng.choice(WEEKDAYS),
        "occasion": rng.choice(OCCASIONS),
        "road": rng.choice(roads()),
        "relative": rng.choice(RELATIVES),
        "years": rng.choice(("two", "three", "four", "five", "six")),
        "months": rng.choice(("two", "three", "four", "six")),
        "age": rng.randint(58, 84),
        "kid": rng.randint(4, 11),
        "n": rng.randint(3, 9),
    }
    facts.update(own or {})
    short = str(facts["district"]).removeprefix("the ")
    facts["district_short"] = short[:1].upper() + short[1:]
    return facts


def set_scene(
    plot: Plot, rng: Random, when: datetime, goods: Goods, own: Facts
) -> tuple[Facts, Product | None] | None:
    """All slots of one thread of a plot and the product it is about; None if nothing fits at that time."""
    facts = common_facts(rng, own)
    chosen: Product | None = None
    if plot.kind:
        kind = rng.choice(plot.kind.split("|"))
        fits = goods.on_sale(kind, when, plot.where)
        if not fits:
            return None
        chosen = rng.choice(fits)
        facts.update(product_facts(chosen, goods))
        others = [one for one in goods.on_sale(kind, when) if one.brand != chosen.brand]
        if others:
            facts.update(product_facts(rng.choice(others), goods, "2"))
    if plot.place:
        where = _choose_places(plot, rng)
        if where is None:
            return None
        facts.update(where)
    if plot.project:
        project = _choose_project(plot, rng, when, goods.seed)
        if project is None:
            return None
        facts.update(project)
    for name, values in plot.slots.items():
        facts[name] = own.get(name) or rng.choice(values)
    return facts, chosen
