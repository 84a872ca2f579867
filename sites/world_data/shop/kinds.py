"""Kinds of product, read from ``data/kinds/*.yaml``, one file a department, and the brands that make them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from sites.sitekit.data import load_yaml
from sites.sitekit.grammar import Line, parse_block
from sites.world_data.brands import brands as brands_of
from sites.world_data.shop.records import Brand

DATA = Path(__file__).parent / "data"


@dataclass(frozen=True, slots=True)
class AttributeSpec:
    """How an attribute gets its value; exactly one of the sources in ``spec`` is used (see ``catalogue``)."""

    code: str
    name: str
    unit: str
    facet: bool
    hidden: bool
    spec: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of product: where it stands, what it is made of, how it is described."""

    key: str
    department: str
    category: str
    category_name: str
    category_text: str
    noun: str
    code: str
    count: int
    title: str
    picture: str
    attributes: tuple[AttributeSpec, ...]
    rows: tuple[dict[str, Any], ...]
    more_rows: tuple[dict[str, Any], ...]
    """Rows for a larger shop than the usual one."""
    rows_once: bool
    colours: tuple[str, ...]
    tint: Any
    variants: dict[str, Any]
    price: dict[str, Any]
    weight: dict[str, Any]
    goes_with: tuple[str, ...]
    intro: tuple[Line, ...]
    features: tuple[Line, ...]
    care: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Department:
    slug: str
    name: str
    text: str
    picture: str
    care: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Goods:
    """Everything the catalogue is made from."""

    departments: dict[str, Department]
    kinds: dict[str, Kind]
    brands: dict[str, Brand]
    voices: dict[str, tuple[Line, ...]]
    lines: dict[str, list[tuple[str, str]]] = field(default_factory=dict)
    """Kind -> (brand slug, line) pairs."""
    reserve: dict[str, list[tuple[str, str]]] = field(default_factory=dict)
    """The same of lines that are only made when those above have every model that there can be."""


def slugify(text: str) -> str:
    """ASCII slug; German letters and the sign of a number below nought are written out."""
    table = str.maketrans(
        {"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "Ä": "ae", "Ö": "oe", "Ü": "ue", "é": "e"}
    )
    plain = re.sub(r"(?<=\s)-(?=\d)", "minus ", text.translate(table).lower())
    return "-".join("".join(c if c.isascii() and c.isalnum() else " " for c in plain).split())


@lru_cache(maxsize=4)
def load_goods(seed: int) -> Goods:
    """All departments and kinds, and the brands under their names in the world of this seed."""
    departments: dict[str, Department] = {}
    kinds: dict[str, Kind] = {}
    for path in sorted((DATA / "kinds").glob("*.yaml")):
        body = load_yaml(path)
        dept = body["department"]
        departments[dept["slug"]] = Department(
            dept["slug"],
            dept["name"],
            dept["text"],
            dept["picture"],
            parse_block(dept.get("care")),
        )
        for key, raw in body["kinds"].items():
            attributes = tuple(
                AttributeSpec(
                    code,
                    spec.get("n", code.replace("_", " ").capitalize()),
                    spec.get("u", ""),
                    bool(spec.get("facet", False)),
                    bool(spec.get("hidden", False)),
                    spec,
                )
                for code, spec in (raw.get("attrs") or {}).items()
            )
            kinds[key] = Kind(
                key=key,
                department=dept["slug"],
                category=raw["cat"][0],
                category_name=raw["cat"][1],
                category_text=raw["cat"][2],
                noun=raw["noun"],
                code=raw["code"],
                count=raw.get("count", 28),
                title=raw["title"],
                picture=raw.get("picture", key),
                attributes=attributes,
                rows=tuple(raw.get("rows", ())),
                more_rows=tuple(raw.get("more_rows", ())),
                rows_once=raw.get("rows_once", False),
                colours=tuple(raw.get("colours", ())),
                tint=raw.get("tint", ["grey"]),
                variants=raw.get("variants", {}),
                price=raw["price"],
                weight=raw.get("weight", {"base": 500}),
                goes_with=tuple(raw.get("goes_with", ())),
                intro=parse_block(raw["intro"]),
                features=parse_block(raw["features"]),
                care=parse_block(raw.get("care")),
            )
    brands: dict[str, Brand] = {}
    voices: dict[str, tuple[Line, ...]] = {}
    lines: dict[str, list[tuple[str, str]]] = {key: [] for key in kinds}
    reserve: dict[str, list[tuple[str, str]]] = {key: [] for key in kinds}
    for raw in brands_of(seed):
        slug = slugify(raw["name"])
        made = {kind: names for kind, names in raw["lines"].items() if kind in kinds}
        brands[slug] = Brand(
            slug,
            raw["name"],
            raw["town"],
            raw["country"],
            raw["founded"],
            raw["makes"],
            raw["character"],
            raw["tier"],
            tuple(dict.fromkeys(name for names in raw["lines"].values() for name in names)),
        )
        voices[slug] = parse_block("\n".join(raw["voice"]))
        for kind, names in made.items():
            lines[kind].extend((slug, name) for name in names)
            reserve[kind].extend((slug, name) for name in raw["more_lines"])
    return Goods(departments, kinds, brands, voices, lines, reserve)
