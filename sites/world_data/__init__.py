"""Places and people that several sites share, so that a task may cross from one site to another.

The data are YAML files in this folder, read once and returned as frozen records. Nothing here knows of a
site; a site's seed draws from it with its own random stream.
"""

from __future__ import annotations

import random
import unicodedata
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

import yaml

__all__ = [
    "Persona",
    "Place",
    "PostalAddress",
    "addresses",
    "ascii_name",
    "draw_names",
    "load",
    "mail_domains",
    "persona",
    "personas",
    "phone_number",
    "places",
]

# Ranges of a thousand numbers that the Bundesnetzagentur gives to nobody ("Drama Numbers", 148/2021).
RESERVED_RANGES = ("+49 30 23125", "+49 40 66969", "+49 221 4710", "+49 69 90009", "+49 89 99998")


@dataclass(frozen=True, slots=True)
class PostalAddress:
    """An address that exists in OpenStreetMap; degrees are WGS 84."""

    street: str
    housenumber: str
    postcode: str
    city: str
    lat: float
    lon: float

    @property
    def line1(self) -> str:
        """Street and number as a German address has them."""
        return f"{self.street} {self.housenumber}"


@dataclass(frozen=True, slots=True)
class Place:
    """A named public place; what the map does not say is empty. ``kind`` is the OSM value (pharmacy)."""

    name: str
    kind: str
    lat: float
    lon: float
    street: str = ""
    housenumber: str = ""
    postcode: str = ""
    city: str = ""
    opening_hours: str = ""
    phone: str = ""
    wheelchair: str = ""
    cuisine: str = ""


@dataclass(frozen=True, slots=True)
class Persona:
    """A person with a part to play on one or more sites, known to seeds and tasks by ``key``."""

    key: str
    given: str
    family: str
    email: str
    part: str

    @property
    def name(self) -> str:
        return f"{self.given} {self.family}"


@cache
def load(name: str) -> dict[str, Any]:
    """The content of ``<name>.yaml`` of this folder, parsed once; do not change what is returned."""
    text = resources.files(__name__).joinpath(f"{name}.yaml").read_text(encoding="utf-8")
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    data: dict[str, Any] = yaml.load(text, Loader=loader)  # noqa: S506  (a safe loader either way)
    return data


@cache
def addresses() -> tuple[PostalAddress, ...]:
    """Addresses that exist, in a fixed order."""
    return tuple(PostalAddress(**row) for row in load("places")["addresses"])


@cache
def places(kind: str = "") -> tuple[Place, ...]:
    """Named places, all or of one kind (``pharmacy``, ``cafe``, ``school``, ``museum``, ...)."""
    rows = (Place(**row) for row in load("places")["places"])
    return tuple(place for place in rows if not kind or place.kind == kind)


@cache
def personas() -> dict[str, Persona]:
    """People with a part to play, by key."""
    return {row["key"]: Persona(**row) for row in load("people")["personas"]}


def persona(key: str) -> Persona:
    """One of ``personas()``; ``KeyError`` for an unknown key."""
    return personas()[key]


def mail_domains() -> dict[str, int]:
    """Invented mail domains and how common each is."""
    domains: dict[str, int] = load("people")["mail_domains"]
    return domains


def ascii_name(text: str) -> str:
    """A name as it stands in an e-mail address: ``Jörg`` becomes ``joerg``, ``Łukasz`` becomes ``lukasz``."""
    for letter, plain in {
        "ä": "ae",
        "ö": "oe",
        "ü": "ue",
        "ß": "ss",
        "ø": "o",
        "æ": "ae",
        "ł": "l",
        "ı": "i",
    }.items():
        text = text.replace(letter, plain).replace(letter.upper(), plain)
    flat = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return "".join(sign for sign in flat.lower() if sign.isalnum() or sign == "-")


def draw_names(rng: random.Random, count: int) -> list[tuple[str, str]]:
    """``count`` different (given, family) names in the mix of the region, none of them a persona's."""
    groups = list(load("people")["groups"].values())
    shares = [group["share"] for group in groups]
    taken = {(one.given, one.family) for one in personas().values()}
    names: list[tuple[str, str]] = []
    while len(names) < count:
        group = rng.choices(groups, shares)[0]
        family_group = group if rng.random() < 0.88 else rng.choices(groups, shares)[0]
        name = (rng.choice(group["given"]), rng.choice(family_group["family"]))
        if name not in taken:
            taken.add(name)
            names.append(name)
    return names


def phone_number(rng: random.Random, taken: set[str]) -> str:
    """A number that rings nowhere, different from all ``taken`` ones, to which it is added.

    Either of a range reserved for fiction, or of the local area with a subscriber number that begins with 0,
    as no subscriber number in Germany does.
    """
    while True:
        if rng.random() < 0.65:
            number = f"+49 395 0{rng.randrange(100_000, 1_000_000)}"
        else:
            number = f"{rng.choice(RESERVED_RANGES)}{rng.randrange(1000):03d}"
        if number not in taken:
            taken.add(number)
            return number
