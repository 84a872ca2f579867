"""What is written about a product: the description, the line under its title, and the facts both rest on."""

from __future__ import annotations

import html
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any

from sites.sitekit.data import load_yaml
from sites.sitekit.grammar import Line, capital, expand, fitting, parse_block, show
from sites.world_data.shop.kinds import Department, Goods, Kind
from sites.world_data.shop.records import Brand, Product


def facts_of(product: Product, brand: Brand, kind: Kind) -> dict[str, Any]:
    """What a text about the product may refer to: its attributes, names, and what its variants offer."""
    facts: dict[str, Any] = dict(product.attributes)
    facts.update(
        brand=brand.name,
        line=product.line,
        kind=kind.key,
        department=kind.department,
        noun=kind.noun,
        tier=brand.tier,
        town=brand.town,
        title=product.title,
    )
    facts["model"] = f"{brand.name} {product.line}"
    if product.children:
        for code in kind.variants:
            found = list(dict.fromkeys(show(child.attributes.get(code, "")) for child in product.children))
            found = [value for value in found if value]
            if len(found) > 1:
                facts[f"{code}s"] = ", ".join(found[:-1]) + " and " + found[-1]
                facts[f"{code}_first"], facts[f"{code}_last"] = found[0], found[-1]
                facts[f"{code}_number"] = len(found)
    return facts


def describe(
    goods: Goods, kind: Kind, brand: Brand, facts: dict[str, Any], product: Product, rng: Random
) -> str:
    department: Department = goods.departments[kind.department]
    intro = _say(kind.intro, facts, rng, 1)
    features = _say(kind.features, facts, rng, rng.choice((2, 3, 3, 4)))
    voice = _say(goods.voices[brand.slug], facts, rng, 1) if rng.random() < 0.55 else []
    care = _say(kind.care + department.care, facts, rng, 1) if rng.random() < 0.6 else []
    facts_list = _fact_lines(kind, product)
    remarks = _remarks(facts, product, rng)
    layout = rng.random()
    paragraphs: list[list[str]]
    if layout < 0.3:
        paragraphs = [intro + features[:1] + voice, features[1:] + care + remarks]
    elif layout < 0.65:
        paragraphs = [intro + remarks[:1], features, voice + care + remarks[1:]]
    elif layout < 0.85:
        paragraphs = [intro + features, voice + remarks, care]
    else:
        paragraphs = [remarks[:1] + voice + intro, features + care + remarks[1:]]
    parts = [f"<p>{html.escape(' '.join(part), quote=False)}</p>" for part in paragraphs if part]
    if rng.random() < 0.6 and facts_list:
        rows = "".join(f"<li>{html.escape(row, quote=False)}</li>" for row in facts_list)
        parts.insert(rng.choice((1, len(parts))), f"<ul>{rows}</ul>")
    return "\n".join(parts)


def _remarks(facts: dict[str, Any], product: Product, rng: Random) -> list[str]:
    """What the shop's people say of it themselves: one or two sentences."""
    hands, lines = _house()
    weight = f"{product.weight_g} g" if product.weight_g < 1000 else f"{product.weight_g / 1000:.2g} kg"
    known = {
        **facts,
        "since": f"{product.date_created:%B %Y}",
        "weight_text": weight,
        "hands": rng.choice(hands),
        "town_of_shop": "Neubrandenburg",
    }
    return _say(lines, known, rng, rng.choice((1, 2, 2)))


@lru_cache(maxsize=1)
def _house() -> tuple[list[str], tuple[Line, ...]]:
    raw = load_yaml(Path(__file__).parent / "data" / "remarks.yaml")
    return raw["hands"], parse_block(raw["remarks"])


def summarise(kind: Kind, product: Product, facts: Mapping[str, Any]) -> str:
    """The line under the title in a listing."""
    words = []
    for spec in kind.attributes:
        value = product.attributes.get(spec.code)
        if value is None or value is False or spec.spec.get("text") or (spec.code == "pack" and value == 1):
            continue
        if value is True:
            words.append(spec.name.lower())
        elif isinstance(value, str):
            words.append(value)
        else:
            words.append(f"{show(value)} {spec.unit}" if spec.unit else f"{show(value)} {spec.name.lower()}")
    if "colours" in facts:
        words.append(f"in {facts['colours']}")
    elif "colour" in product.attributes:
        words.append(str(product.attributes["colour"]))
    return capital(" · ".join(words[:5]))


def _say(lines: tuple[Line, ...], facts: Mapping[str, Any], rng: Random, count: int) -> list[str]:
    """Up to ``count`` of the lines that fit, in the order in which they were written."""
    possible = fitting(lines, facts)
    chosen = sorted(rng.sample(range(len(possible)), min(count, len(possible))))
    return [capital(expand(possible[index].text, rng, facts)) for index in chosen]


def _fact_lines(kind: Kind, product: Product) -> list[str]:
    rows = []
    for spec in kind.attributes:
        value = product.attributes.get(spec.code)
        if value is None:
            continue
        if isinstance(value, bool):
            rows.append(f"{spec.name}: {'yes' if value else 'no'}")
        else:
            unit = "piece" if spec.unit == "pieces" and value == 1 else spec.unit
            rows.append(f"{spec.name}: {show(value)}{' ' + unit if unit else ''}")
    if product.weight_g and kind.weight.get("show", True):
        rows.append(
            f"Weight: {product.weight_g} g"
            if product.weight_g < 1000
            else f"Weight: {product.weight_g / 1000:.2g} kg"
        )
    return rows
