"""The slots of a story: each is drawn when a text first names it, from a stream of its own, and stays as it is.

A slot is a kind and a label: ``{few_swings}`` is a ``few``, ``{dozen_children}`` a ``dozen``. Headline, excerpt, text and
comments of an article share its facts, so the same slot says the same everywhere, and two labels are two draws.
``less_few_desks`` is smaller than ``few_desks``, ``other_dozen_m`` is not ``dozen_m``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from functools import cache
from random import Random

from sites.cms.seed.chance import stream
from sites.cms.seed.stories import Story, data
from sites.sitekit.grammar import capital, expand
from sites.world_data import Place, addresses, load, places
from sites.world_data.brands import brands
from sites.world_data.region import DISTRICTS, VILLAGES, WEEKDAYS
from sites.world_data.shop.on_sale import Goods, short_title, title_of
from sites.world_data.software import software

# Mean temperature of the lake and of the ground, by month.
_LAKE = (2, 2, 4, 8, 14, 18, 21, 21, 17, 12, 8, 4)
_GROUND = (2, 2, 4, 8, 13, 17, 19, 18, 15, 10, 6, 3)
_ORDINALS = ("third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "eleventh", "twelfth")
_LAKE_VILLAGES = ("Alt Rehse", "Wustrow", "Klein Nemerow", "Nonnenhof", "Meiershof")
_PRONOUNS = {
    "she": {"they": "she", "their": "her", "them": "her", "themself": "herself"},
    "he": {"they": "he", "their": "his", "them": "him", "themself": "himself"},
}
NUMBERS: dict[str, Callable[[Random], object]] = {
    "few": lambda rng: rng.randint(4, 9),
    "dozen": lambda rng: rng.randint(12, 47),
    "hundred": lambda rng: rng.randrange(120, 960, 5),
    "thousand": lambda rng: f"{rng.randrange(1200, 8400, 10):,}",
    "percent": lambda rng: rng.randint(3, 38),
    "share": lambda rng: rng.randint(40, 85),
    "teuro": lambda rng: f"{rng.randrange(120, 940, 5)},000 euros",
    "teuro_small": lambda rng: f"{rng.randrange(15, 95, 5)},000 euros",
    "keuro": lambda rng: f"{rng.randrange(1200, 4800, 50):,} euros",
    "meuro": lambda rng: f"{rng.randint(11, 94) / 10:g} million euros",
    "years": lambda rng: rng.randint(12, 45),
    "age": lambda rng: rng.randint(62, 94),
    "age_mid": lambda rng: rng.randint(33, 52),
    "youngage": lambda rng: rng.randint(15, 24),
    "childage": lambda rng: rng.randint(7, 12),
    "decades": lambda rng: rng.choice((40, 50, 60, 75, 100)),
    "line": lambda rng: rng.randint(2, 12),
    "walk": lambda rng: rng.randint(3, 9),
    "every": lambda rng: rng.choice((10, 12, 15, 20)),
    "entry": lambda rng: rng.randint(2, 6),
    "entry2": lambda rng: rng.randint(7, 12),
    "ticket": lambda rng: rng.randint(15, 38),
    "fee": lambda rng: rng.randint(2, 5),
    "punch": lambda rng: rng.choice(("3.50", "4.00", "4.50")),
    "minutes_in": lambda rng: rng.randint(3, 8),
    "cm_rain": lambda rng: rng.randint(28, 61),
    "lunch": lambda rng: f"{rng.randrange(320, 480, 10) / 100:.2f}",
    "rent": lambda rng: f"{rng.randrange(580, 1090, 10) / 100:.2f}",
    "decibel": lambda rng: rng.randint(56, 78),
    "phone": lambda rng: rng.randint(100, 999),
    "phone_wild": lambda rng: f"+49 30 23125 {rng.randint(100, 999)}",
    "dogtax": lambda rng: rng.randrange(48, 96, 6),
    "height": lambda rng: rng.randint(5, 14),
    "metres": lambda rng: f"{rng.choice((15, 18, 20, 25, 30)) / 10:g}",
    "minute": lambda rng: rng.choice((64, 68, 74, 76, 77, 85, 87, 88)),
    "place_no": lambda rng: rng.choice(("one", "two")),
    "seconds": lambda rng: rng.randint(3, 39),
    "seconds_green": lambda rng: rng.randint(8, 14),
    "seconds_need": lambda rng: rng.randint(17, 29),
    "distance": lambda rng: 34,
    "distance2": lambda rng: rng.randrange(60, 124, 4),
    "tons": lambda rng: rng.choice(("2.8", "3.5", "7.5", "12")),
    "speed": lambda rng: rng.randint(74, 108),
    "cents": lambda rng: rng.randint(44, 62),
    "cm": lambda rng: rng.randint(4, 34),
    "cm_ice": lambda rng: rng.randint(12, 19),
    "gust": lambda rng: rng.randint(86, 124),
    "grade": lambda rng: rng.randint(5, 9),
    "grams": lambda rng: rng.randrange(180, 480, 10),
    "oven": lambda rng: rng.choice((160, 170, 180, 200, 220)),
    "nth": lambda rng: rng.choice(_ORDINALS),
    "dozen_needed": lambda rng: rng.randint(50, 64),
    "time": lambda rng: f"{rng.randint(15, 20)}:{rng.choice(('00', '15', '30', '45'))}",
    "morning": lambda rng: f"{rng.randint(6, 9)}:{rng.choice(('00', '30'))}",
    "late": lambda rng: f"{rng.randint(22, 23)}:{rng.choice(('05', '12', '25', '40', '55'))}",
    "early": lambda rng: rng.randint(2, 5),
    "minutes": lambda rng: f"{rng.randint(3, 57):02}",
    "time_evening": lambda rng: f"{rng.randint(19, 21)}:00",
    "closing": lambda rng: rng.randint(16, 19),
    "built": lambda rng: rng.randint(1898, 1971),
    "clock": lambda rng: f"{rng.randint(5, 6)}:{rng.randint(10, 59)}",
    "runtime": lambda rng: f"2:{rng.randint(4, 29):02}:{rng.randint(0, 59):02}",
    "village_lake": lambda rng: rng.choice(_LAKE_VILLAGES),
}
LONGEST_NAME = 50
"""Of a place; longer official names make no headline."""
POOLS = {
    "pet": "pets", "band": "bands", "bike": "bikes", "carname": "cars", "nickname": "nicknames", "boat_name": "boats", "jam": "jams", "quote": "quotes",
}  # fmt: skip


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


class Facts(dict[str, object]):
    """The facts of one thing: those that were named so far. Asking for another one draws it.

    ``key`` names the thing and its seed, ``when`` is the time of writing, ``around`` what is fixed beforehand.
    """

    def __init__(self, key: str, when: datetime, around: dict[str, object] | None = None) -> None:
        super().__init__(around or {})
        self._key, self._when = key, when

    def __missing__(self, name: str) -> object:
        self[name] = found = self._draw(name)
        return found

    def _draw(self, name: str) -> object:
        prefix, _, rest = name.partition("_")
        if prefix == "less":
            return stream(self._key, name).randint(2, int(str(self[rest])) - 1)
        if prefix == "other":
            return next(one for turn in range(99) if (one := self._of_kind(rest, turn)) != self[rest])
        base = name.rstrip("23456789")
        if base in ("speaker", "surname", "given", *_PRONOUNS["she"]) or name == "speaker_given":
            return self._of_person(base, name[len(base) :] if base != "speaker_given" else "")
        for kind, among in (
            ("village", VILLAGES),
            ("district", DISTRICTS),
            ("street", streets()),
            ("club", data("newsroom")["clubs"]),
        ):
            if base == kind:  # 1, 2 and 3 of a kind are different ones
                order = stream(self._key, kind).sample(list(among), 3)
                return order[int(name[len(base) :] or 1) - 1]
        return self._of_kind(name, 0)

    def _of_person(self, what: str, number: str) -> object:
        rng = stream(self._key, f"speaker{number}")
        family = rng.choice(load("people")["groups"]["german"]["family"])
        pronoun = rng.choice(("she", "he"))
        given = rng.choice(data("newsroom")["women" if pronoun == "she" else "men"])
        known = {"speaker": f"{given} {family}", "surname": family, "given": given, "speaker_given": given}
        return known.get(what) or _PRONOUNS[pronoun][what]

    def _of_kind(self, name: str, turn: int) -> object:
        rng = stream(self._key, name, turn) if turn else stream(self._key, name)
        parts = name.split("_")
        kinds = ["_".join(parts[:size]) for size in range(len(parts), 0, -1)]
        bare = kinds[-1].rstrip("23456789")
        kind = next((one for one in kinds if one in NUMBERS), bare)
        if kind in NUMBERS:
            return NUMBERS[kind](rng)
        if name in POOLS or kind in POOLS:
            return rng.choice(data("newsroom")[POOLS.get(name) or POOLS[kind]])
        among = {"village": VILLAGES, "district": DISTRICTS, "street": streets()}.get(kind)
        return rng.choice(among) if among else self._of_time(name, kind, rng)

    def _of_time(self, name: str, kind: str, rng: Random) -> object:
        when = self._when
        later = when + timedelta(days=rng.randint(6, 26))
        dear = when.year >= 2025
        months = [f"{datetime(2025, number, 1):%B}" for number in range(1, 13)]
        match name, kind:
            case "weekday", _:
                return WEEKDAYS[(when - timedelta(days=rng.randint(1, 3))).weekday()]
            case _, "weekday":
                return rng.choice(WEEKDAYS[:6])
            case _, "date":
                return f"{later.day} {later:%B}"
            case _, "dateday":
                return f"{later:%A}, {later.day} {later:%B}"
            case _, "month":
                return f"{when:%B}"
            case _, "lastmonth":
                return months[when.month - 2]
            case _, "nextmonth":
                return months[(when.month - 1 + rng.randint(2, 5)) % 12]
            case _, "lastyear":
                return when.year - 1
            case _, "year":
                return rng.randint(1998, when.year - 2)
            case _, "busfare":
                return "2.30" if dear else "2.10"
            case _, "dayfare":
                return "5.80" if dear else "5.20"
            case _, "roll":
                return rng.randint(42, 49) + (5 if dear else 0)
            case _, "degrees":
                return max(2, _LAKE[when.month - 1] + rng.randint(-1, 2))
            case _, "degrees2":
                return _GROUND[when.month - 1]
        raise KeyError(name)


def words(text: str, rng: Random, facts: Mapping[str, object]) -> str:
    """A text of the grammar in words. Some districts bring their article along: "the the Oststadt" is said once."""
    return re.sub(r"\b([Tt])he the\b", r"\1he", capital(expand(text, rng, facts)))


def make_facts(story: Story, author: str, key: str, when: datetime, goods: Goods) -> Facts:
    """The facts of an article at the time ``when``; ``key`` has the seed and names the article."""
    facts = Facts(key, when, {"author_first": author.split(" ")[0], "community": story.community})
    facts |= _scores(stream(key, "scores"))
    if story.place:
        place: Place = stream(key, "place").choice(
            [one for one in places(story.place) if 0 < len(one.name) < LONGEST_NAME]
        )
        facts["place"] = place.name
    if story.brand:
        facts |= _brand(stream(key, "brand"), when, goods)
    if story.project:
        rng = stream(key, "project")
        public = [one for one in software(goods.seed)["projects"] if not one.get("private")]
        begun = [one for one in public if str(one["started"]) < f"{when:%Y-%m}"]
        project = rng.choice(begun or public[:1])
        facts["project"], facts["about"] = project["name"], str(project["about"]).rstrip(".")
    for variable in story.variables:
        rng = stream(key, "variable", variable.names[0])
        for name, value in zip(variable.names, rng.choice(variable.values), strict=True):
            facts[name] = expand(value, rng, facts)
    return facts


def _scores(rng: Random) -> dict[str, object]:
    """Results and majorities: pairs in which one is the greater."""
    against, goals, throws, thousand = (
        rng.randint(3, 18),
        rng.randint(2, 5),
        rng.randint(24, 35),
        rng.randrange(1200, 8400, 10),
    )
    return {
        "for": against + rng.randint(4, 20),
        "against": against,
        "goals": goals,
        "goals2": rng.randint(0, goals - 1),
        "hgoals": throws,
        "hgoals2": throws - rng.randint(2, 6),
        "thousand": f"{thousand:,}",
        "thousand2": f"{thousand + rng.randrange(500, 4000, 100):,}",
    }


def _brand(rng: Random, when: datetime, goods: Goods) -> dict[str, object]:
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
