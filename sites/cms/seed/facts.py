"""The slots of a story, drawn once an article, so that headline, excerpt and text say the same."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from functools import cache
from random import Random
from typing import Any

import yaml

from sites.cms.seed.stories import DATA, Story
from sites.world_data import Place, addresses, load, places
from sites.world_data.brands import brands
from sites.world_data.region import DISTRICTS, VILLAGES, WEEKDAYS
from sites.world_data.shop.on_sale import Goods, short_title, title_of

Facts = dict[str, object]
# Mean temperature of the lake and of the ground, by month.
_LAKE = (2, 2, 4, 8, 14, 18, 21, 21, 17, 12, 8, 4)
_GROUND = (1, 2, 4, 8, 13, 17, 19, 18, 15, 10, 6, 3)


@cache
def newsroom() -> Mapping[str, Any]:
    """The file ``data/newsroom.yaml``."""
    found: Mapping[str, Any] = yaml.safe_load((DATA / "newsroom.yaml").read_text(encoding="utf-8"))
    return found


@cache
def streets() -> tuple[str, ...]:
    """Names of streets of Neubrandenburg that exist on the map."""
    return tuple(
        sorted(
            {
                one.street
                for one in addresses()
                if one.city == "Neubrandenburg" and not one.street[0].isdigit()
            }
        )
    )


def _person(rng: Random) -> tuple[str, str]:
    """A full name and "she" or "he"."""
    family = rng.choice(load("people")["groups"]["german"]["family"])
    pronoun = rng.choice(("she", "he"))
    given = rng.choice(newsroom()["women" if pronoun == "she" else "men"])
    return f"{given} {family}", pronoun


def _two(rng: Random, values: tuple[str, ...] | list[str]) -> tuple[str, str]:
    first, second = rng.sample(list(values), 2)
    return first, second


def _grouped(number: int) -> str:
    return f"{number:,}"


def make_facts(story: Story, author: str, rng: Random, when: datetime, goods: Goods) -> Facts:
    """Everything that texts of the story may name at the time ``when``."""
    facts: Facts = {}
    (facts["speaker"], pronoun), (facts["speaker2"], pronoun2) = _person(rng), _person(rng)
    facts["they"] = pronoun
    facts["their2"] = "her" if pronoun2 == "she" else "his"
    facts["themself"] = "herself" if pronoun2 == "she" else "himself"
    facts["author_first"] = author.split(" ")[0]
    facts["village"], facts["village2"] = _two(rng, VILLAGES)
    facts["district"], facts["district2"] = _two(rng, DISTRICTS)
    facts["district2"] = str(facts["district2"]).removeprefix("the ")
    facts["street"], facts["street2"] = _two(rng, streets())
    facts["club"], facts["club2"] = _two(rng, newsroom()["clubs"])
    facts["quote"], facts["quote2"] = _two(rng, newsroom()["quotes"])
    facts.update(_times(rng, when))
    facts.update(_numbers(rng, when))
    if story.place:
        place: Place = rng.choice([one for one in places(story.place) if one.name])
        facts["place"] = place.name
    if story.brand:
        facts.update(_brand(rng, when, goods))
    if story.project:
        public = [one for one in load("projects")["projects"] if not one.get("private")]
        begun = [one for one in public if str(one["started"]) < f"{when:%Y-%m}"]
        project = rng.choice(begun or public[:1])
        facts["project"], facts["about"] = project["name"], str(project["about"]).rstrip(".")
    facts["community"] = story.community
    return facts


def _times(rng: Random, when: datetime) -> Facts:
    later = when + timedelta(days=rng.randint(6, 26))
    future = (when.month - 1 + rng.randint(2, 5)) % 12 + 1
    return {
        "weekday": WEEKDAYS[(when - timedelta(days=rng.randint(1, 3))).weekday()],
        "date": f"{later.day} {later:%B}",
        "dateday": f"{later:%A}, {later.day} {later:%B}",
        "month": f"{when:%B}",
        "nextmonth": datetime(2025, future, 1).strftime("%B"),
        "year": rng.randint(1998, when.year - 2),
        "time": f"{rng.randint(15, 20)}:{rng.choice(('00', '15', '30', '45'))}",
        "morning": f"{rng.randint(6, 9)}:{rng.choice(('00', '30'))}",
        "late": f"{rng.randint(22, 23)}:{rng.choice(('05', '12', '25', '40', '55'))}",
        "closing": rng.randint(16, 19),
        "built": rng.randint(1898, 1971),
        "clock": f"{rng.randint(5, 6)}:{rng.randint(10, 59)}",
        "runtime": f"2:{rng.randint(4, 29):02}:{rng.randint(0, 59):02}",
    }


def _numbers(rng: Random, when: datetime) -> Facts:
    few = rng.randint(4, 9)
    dozen, dozen2 = rng.sample(range(12, 48), 2)
    thousand = rng.randrange(1200, 8400, 10)
    goals = rng.randint(2, 5)
    throws = rng.randint(24, 35)
    against = rng.randint(3, 18)
    dear = when.year >= 2025
    return {
        "few": few,
        "few2": rng.randint(2, few - 1),
        "dozen": dozen,
        "dozen2": dozen2,
        "hundred": rng.randrange(120, 960, 5),
        "thousand": _grouped(thousand),
        "thousand2": _grouped(thousand + rng.randrange(500, 4000, 100)),
        "percent": rng.randint(3, 38),
        "percent2": rng.randint(40, 85),
        "teuro": f"{rng.randrange(60, 940, 5)},000 euros",
        "teuro2": f"{rng.randrange(15, 90, 5)},000 euros",
        "keuro": f"{_grouped(rng.randrange(600, 4800, 50))} euros",
        "meuro": f"{rng.randint(11, 94) / 10:g} million euros",
        "for": against + rng.randint(4, 20),
        "against": against,
        "age": rng.randint(62, 94),
        "youngage": rng.randint(15, 24),
        "years": rng.randrange(12, 46),
        "years2": rng.choice((26, 27, 28, 34, 35, 36, 44, 45)),
        "line": rng.randint(1, 12),
        "walk": rng.randint(3, 9),
        "every": rng.choice((10, 12, 15, 20)),
        "entry": rng.randint(2, 6),
        "entry2": rng.randint(7, 12),
        "ticket": rng.randint(15, 38),
        "fee": rng.randint(2, 5),
        "fee2": rng.randint(20, 80),
        "dogtax": rng.randrange(48, 96, 6),
        "height": rng.randint(5, 14),
        "metres": f"{rng.choice((15, 18, 20, 25, 30)) / 10:g}",
        "goals": goals,
        "goals2": rng.randint(0, goals - 1),
        "minute": rng.choice((64, 68, 74, 76, 77, 85, 87, 88)),
        "hgoals": throws,
        "hgoals2": throws - rng.randint(1, 6),
        "place_no": rng.choice(("one", "two")),
        "seconds": rng.randint(2, 39),
        "distance": 34,
        "distance2": rng.randrange(60, 124, 4),
        "tons": rng.choice(("2.8", "3.5", "7.5", "12")),
        "busfare": "2.30" if dear else "2.10",
        "dayfare": "5.80" if dear else "5.20",
        "roll": rng.randint(42, 49) + (5 if dear else 0),
        "speed": rng.randint(74, 108),
        "cents": rng.randint(44, 62),
        "cm": rng.randint(4, 34),
        "degrees": _LAKE[when.month - 1] + rng.randint(-1, 2),
        "degrees2": _GROUND[when.month - 1],
        "gust": rng.randint(86, 124),
        "grade": rng.randint(5, 9),
    }


def _brand(rng: Random, when: datetime, goods: Goods) -> Facts:
    """A brand of the shop with a product that was already sold."""
    records = [one for one in brands(goods.seed) if any("(" not in line[:1] for line in one["voice"])]
    record = rng.choice(records)
    known = [
        product
        for kind in record["lines"]
        for product in goods.by_kind.get(kind, ())
        if goods.brands[product.brand].name == record["name"]
    ]
    product = rng.choice([one for one in known if one.date_created < when] or known)
    return {
        "brand": record["name"],
        "brand_town": record["town"],
        "makes": record["makes"],
        "makes_capital": record["makes"][:1].upper() + record["makes"][1:],
        "founded": record["founded"],
        "character": record["character"],
        "voice": rng.choice([line for line in record["voice"] if not line.startswith("(")]),
        "product": title_of(product),
        "product_short": short_title(product, goods.brands),
        "price": f"{product.price:.2f} euros",
    }
