"""What reviewers tell around the thing: who they are, why they bought it, how it came, how they end.

Everybody has a life of their own that all their reviews agree on; dates are those of the purchase.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import cache, lru_cache
from random import Random
from typing import Any

from sites.shopping.seed.sayings import DATA
from sites.shopping.seed.voices import style_of
from sites.sitekit.data import load_yaml
from sites.sitekit.grammar import Line, capital, parse_block
from sites.world_data import personas
from sites.world_data.shop.records import Customer

LISTS = ("jobs", "kids", "relatives")


@dataclass(frozen=True, slots=True)
class Habit:
    """How likely a way of writing has each part, and how many words of the thing itself."""

    about_oneself: float
    scene: float
    end: float
    update: float
    points: tuple[int, int]


HABITS = {
    "terse": Habit(0.15, 0.05, 0.2, 0.0, (1, 1)),
    "normal": Habit(0.6, 0.35, 0.45, 0.05, (1, 2)),
    "chatty": Habit(1.7, 0.8, 0.6, 0.2, (2, 3)),
    "lower": Habit(0.4, 0.2, 0.3, 0.0, (1, 2)),
    "shout": Habit(0.4, 0.3, 0.5, 0.05, (1, 2)),
    "list": Habit(0.0, 0.0, 0.0, 0.0, (2, 2)),
    "letter": Habit(1.1, 0.6, 0.2, 0.25, (1, 3)),
    "foreign": Habit(0.5, 0.3, 0.4, 0.0, (1, 2)),
    "young": Habit(0.3, 0.25, 0.1, 0.1, (1, 2)),
    "measured": Habit(0.3, 0.2, 0.3, 0.35, (2, 3)),
}


@lru_cache(maxsize=1)
def voices() -> dict[str, Any]:
    """``data/voices.yaml``: lists as they are, blocks as lines of the grammar."""
    raw = load_yaml(DATA / "voices.yaml")
    return {name: found if name in LISTS else parse_block(found) for name, found in raw.items()}


def block(name: str) -> tuple[Line, ...]:
    """One block of ``voices.yaml``."""
    lines: tuple[Line, ...] = voices()[name]
    return lines


def _ordinal(number: int) -> str:
    ending = "th" if number in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


@cache
def _life(email: str) -> dict[str, Any]:
    """Job, age and home of a person; a persona has a life elsewhere and tells nothing of it here."""
    if email in {one.email for one in personas().values()}:
        return {}
    rng = Random(f"life:{email}")
    age = rng.randint(16, 26) if style_of(email) == "young" else int(rng.triangular(22, 84, 47))
    lists = voices()
    job = rng.choice([one for one in lists["jobs"] if one != "retired"])
    if age >= 66 or age < 19:
        job = "retired" if age >= 66 else ""
    home = rng.choice(
        ("family", "family", "couple", "alone", "shared") if 25 < age < 60 else ("couple", "alone")
    )
    life = {"age": age, "home": "shared" if age < 25 else home}
    if job:
        life["job"] = job
    if home == "family":
        life["kid"], life["kid_age"] = rng.choice(lists["kids"]), rng.randint(2, 13)
        life["kid_birthday"] = _ordinal(life["kid_age"])
    return life


def told_of(
    person: Customer, since: datetime, ordered: datetime | None, date: datetime, rng: Random
) -> dict[str, Any]:
    """Slots about a writer and a purchase; ``ordered`` is None where the shop knows of none."""
    facts: dict[str, Any] = dict(_life(person.email))
    bought = ordered or since
    facts.update(
        name=person.first_name,
        town=person.addresses[0].city if person.addresses else "Neubrandenburg",
        relative=rng.choice(voices()["relatives"]),
        weekday=f"{bought:%A}",
        month=f"{bought:%B}",
        later=f"{date:%B}",
        date=f"{bought.day} {bought:%B}",
        bought=ordered is not None,
    )
    return facts


def opened(style: str, text: str, lead: str) -> str:
    """A text behind the way in which somebody of a style begins; a letter has its own line for it."""
    if not lead:
        return text
    return f"{lead}\n{capital(text)}" if style == "letter" else f"{lead} {text}"
