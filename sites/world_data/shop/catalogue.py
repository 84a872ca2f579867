"""Brands, categories, product classes and products, from the lists and grammars in ``data``.

Every product draws from its own stream, named after what it is, so adding a kind or a brand leaves the others
alone.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import timedelta
from decimal import Decimal
from hashlib import sha256
from itertools import product as cartesian
from random import Random
from typing import Any, TypeVar

from sites.facts import EPOCH
from sites.sitekit.grammar import expand, holds, show
from sites.world_data.shop.descriptions import describe, facts_of, summarise
from sites.world_data.shop.kinds import AttributeSpec, Goods, Kind, load_goods, slugify
from sites.world_data.shop.pricing import checked, draw_stock, ean, linear, price_point, reduced
from sites.world_data.shop.records import (
    DEFAULT_SEED,
    Attribute,
    AttributeValue,
    Brand,
    Catalogue,
    Category,
    ImageSpec,
    Product,
    ProductClass,
)

T = TypeVar("T")
GENERATIONS = ("", "Mk 2", "Mk 3", "Mk 4", "Mk 5", "Mk 6", "Mk 7", "Mk 8", "Mk 9", "Mk 10", "Mk 11", "Mk 12")
"""What is appended when every line of a kind, those in reserve too, has used up its models: hardly ever."""

DISCOUNTED = 0.12
WITHDRAWN = 0.012
LAUNCH_DAYS = 3 * 365 - 6
FLAGSHIPS = {"headphones": 46.0, "backpack": 42.0, "kettle": 38.0, "water_bottle": 34.0}
"""Kinds of which one product, long in the shop, is a hit, and how popular that is (the median product: 1)."""
_ACCENTS = ("grey", "black", "white", "orange", "yellow", "red", "blue", "mint", "beige", "navy")


@dataclass(frozen=True, slots=True)
class _Model:
    """One product to be: a line of a brand, a combination of axis values, and the how-many-eth edition."""

    brand: Brand
    line: str
    combo: dict[str, Any]
    generation: int


def make_catalogue(seed: int = DEFAULT_SEED, scale: int = 1) -> Catalogue:
    """The whole catalogue for a seed number; ``scale`` multiplies the number of products."""
    goods = load_goods(seed)
    products: list[Product] = []
    titles: set[str] = set()
    for kind in goods.kinds.values():
        made = _make_kind(goods, kind, seed, scale, titles)
        products.extend(made)
    linked = _relate(goods, _with_own_numbers(products), seed)
    return Catalogue(
        brands=tuple(goods.brands.values()),
        categories=_categories(goods),
        classes=tuple(_product_class(kind, linked) for kind in goods.kinds.values()),
        products=tuple(linked),
    )


# ---- frame ---------------------------------------------------------------------------------------
def _categories(goods: Goods) -> tuple[Category, ...]:
    result = []
    for department in goods.departments.values():
        picture = ImageSpec(department.picture, "petrol", "sand")
        result.append(Category(department.slug, department.name, None, department.text, picture))
        seen = set()
        for kind in goods.kinds.values():
            if kind.department == department.slug and kind.category not in seen:
                seen.add(kind.category)
                image = ImageSpec(kind.picture, _first_tint(kind), "grey")
                result.append(
                    Category(kind.category, kind.category_name, department.slug, kind.category_text, image)
                )
    return tuple(result)


def _first_tint(kind: Kind) -> str:
    if kind.colours:
        return kind.colours[0]
    if isinstance(kind.tint, list):
        return str(kind.tint[0])
    return str(next(iter(kind.tint["values"].values())))


def _product_class(kind: Kind, products: list[Product]) -> ProductClass:
    mine = [product for product in products if product.kind == kind.key]
    values: dict[str, list[AttributeValue]] = {}
    for product in mine:
        for item in (product, *product.children):
            for code, value in item.attributes.items():
                values.setdefault(code, []).append(value)
    specs: list[tuple[str, str, str, bool, bool, bool]] = [
        (spec.code, spec.name, spec.unit, spec.facet, False, bool(spec.spec.get("text")))
        for spec in kind.attributes
        if not spec.hidden
    ]
    for code, variant in kind.variants.items():
        if code != "colour":
            specs.append(
                (code, variant.get("name", code.capitalize()), variant.get("u", ""), True, True, False)
            )
    if kind.colours:
        specs.append(("colour", "Colour", "", True, "colour" in kind.variants, False))
    attributes = []
    for code, name, unit, facet, variant_of, free in specs:
        found = values.get(code)
        if not found:
            continue
        if all(isinstance(value, bool) for value in found):
            form = "boolean"
        elif all(isinstance(value, int) for value in found):
            form = "integer"
        elif all(isinstance(value, int | float) for value in found):
            form = "float"
        else:
            form = "text" if free else "option"
        options = tuple(dict.fromkeys(str(value) for value in found)) if form == "option" else ()
        attributes.append(Attribute(code, name, form, unit, options, facet, variant_of))
    return ProductClass(slugify(kind.key), kind.category_name, tuple(attributes))


def _by_chance(things: Iterable[T], stream: str) -> list[T]:
    """Shuffled by a hash of each thing, so that one more among them leaves the others in their order."""
    return sorted(things, key=lambda thing: sha256(f"{stream}:{thing}".encode()).digest())


# ---- models --------------------------------------------------------------------------------------
def _models(goods: Goods, kind: Kind, seed: int, count: int) -> list[_Model]:
    """Deal the combinations of axis values to the lines of the kind until there are ``count`` products."""
    axes = [
        [(spec.code, value) for value in spec.spec["axis"]] for spec in kind.attributes if "axis" in spec.spec
    ]
    rows: list[dict[str, Any]] = list(kind.rows) or [{}]
    lines = list(goods.lines[kind.key])
    if len(rows) < count and kind.more_rows:
        rows += kind.more_rows[: count - len(rows)]
    if kind.rows_once:
        Random(f"{seed}:models:{kind.key}").shuffle(rows)
    else:
        models_a_line = len(rows) * math.prod(map(len, axes))
        wanted = math.ceil(count / models_a_line) - len(lines)
        lines += _by_chance(goods.reserve[kind.key], f"{seed}:reserve:{kind.key}")[: max(0, wanted)]
    decks: list[list[dict[str, Any]]] = []
    for position, (brand, line) in enumerate(lines):
        mine = rows[position :: len(lines)] if kind.rows_once else rows
        deck = [{**row, **dict(choice)} for row in mine for choice in cartesian(*axes)]
        decks.append(_by_chance(deck, f"{seed}:models:{kind.key}:{brand}:{line}"))
    models: list[_Model] = []
    for generation in range(len(GENERATIONS)):
        depth = max(len(deck) for deck in decks)
        for index in range(depth):
            for (brand, line), deck in zip(lines, decks, strict=True):
                if index < len(deck):
                    models.append(_Model(goods.brands[brand], line, deck[index], generation))
                    if len(models) == count:
                        return models
    return models


def _make_kind(goods: Goods, kind: Kind, seed: int, scale: int, titles: set[str]) -> list[Product]:
    models = _models(goods, kind, seed, kind.count * scale)
    order = {pair: index for index, pair in enumerate(goods.lines[kind.key] + goods.reserve[kind.key])}
    models.sort(key=lambda model: order[(model.brand.slug, model.line)])
    products = []
    for number, model in enumerate(models, start=1):
        products.append(_make_product(goods, kind, model, seed, number, titles))
    if kind.key in FLAGSHIPS:
        long_here = EPOCH - timedelta(days=760)
        chosen = [
            index
            for index, product in enumerate(products)
            if product.date_created < long_here
            and goods.brands[product.brand].tier == 2
            and not product.list_price
        ]
        if chosen:
            index = Random(f"{seed}:flagship:{kind.key}").choice(chosen)
            children = tuple(replace(child, is_public=True) for child in products[index].children)
            hit = replace(products[index], popularity=FLAGSHIPS[kind.key], is_public=True, children=children)
            products[index] = replace(hit, stock=max(hit.stock, 60)) if not hit.children else hit
    return products


def _line_values(kind: Kind, model: _Model, seed: int) -> tuple[dict[str, Any], float]:
    """What all models of a line share, and the line's own price level."""
    rng = Random(f"{seed}:line:{kind.key}:{model.brand.slug}:{model.line}")
    values = {}
    for spec in kind.attributes:
        if "line" in spec.spec:
            choices = spec.spec["line"]
            if isinstance(choices, dict):
                choices = choices[model.brand.tier]
            values[spec.code] = rng.choice(choices)
    return values, rng.uniform(0.9, 1.12)


def _value(spec: AttributeSpec, facts: dict[str, Any], tier: int, rng: Random) -> Any:
    """The value of one attribute; None when the product has none."""
    source = spec.spec
    if "when" in source and not all(holds(part.strip(), facts) for part in source["when"].split(";")):
        return None
    if "any" in source:
        return rng.choice(source["any"])
    if "tiers" in source:
        return rng.choice(source["tiers"][tier - 1])
    if "p" in source:
        return rng.random() < source["p"][tier - 1]
    if "lin" in source:
        number = linear(source["lin"], facts, tier, rng)
        return int(number) if float(source["lin"].get("step", 1)).is_integer() else round(number, 2)
    if "map" in source:
        return source["values"].get(facts.get(source["map"]))
    return source.get("const")


def _attributes(kind: Kind, model: _Model, seed: int, rng: Random) -> tuple[dict[str, Any], float]:
    shared, level = _line_values(kind, model, seed)
    facts: dict[str, Any] = {}
    for spec in kind.attributes:
        if spec.code in model.combo:
            value = model.combo[spec.code]
        elif spec.code in shared:
            value = shared[spec.code]
            if "when" in spec.spec and not all(
                holds(part.strip(), facts) for part in spec.spec["when"].split(";")
            ):
                value = None
        else:
            value = _value(spec, facts, model.brand.tier, rng)
        if value is not None:
            facts[spec.code] = value
    for code, value in model.combo.items():
        facts.setdefault(code, value)
    return facts, level


def _with_own_numbers(products: list[Product]) -> list[Product]:
    """No article number twice: of two that were drawn alike the later moves on to a free one."""
    taken: set[str] = set()

    def own(item: Product) -> Product:
        upc = item.upc
        while upc in taken:
            upc = checked(f"{int(upc[:12]) + 1:012d}")
        taken.add(upc)
        return item if upc == item.upc else replace(item, upc=upc)

    return [own(replace(item, children=tuple(map(own, item.children)))) for item in products]


# ---- one product ---------------------------------------------------------------------------------


def _make_product(
    goods: Goods, kind: Kind, model: _Model, seed: int, number: int, titles: set[str]
) -> Product:
    brand, tier = model.brand, model.brand.tier
    stream = f"{seed}:product:{kind.key}:{brand.slug}:{model.line}:{sorted(model.combo.items(), key=str)}"
    rng = Random(f"{stream}:{model.generation}")
    facts, level = _attributes(kind, model, seed, rng)
    naming = {**facts, "brand": brand.name, "line": model.line, "noun": kind.noun}
    edition = GENERATIONS[model.generation]
    base_title = expand(
        kind.title, rng, {**naming, "edition": edition, "mark": f" {edition}" if edition else ""}
    )
    if edition and "{mark}" not in kind.title:
        base_title = f"{base_title} {edition}"
    title = base_title = " ".join(base_title.split())
    suffix = 2
    while slugify(title) in titles:
        title, suffix = f"{base_title}, edition {suffix}", suffix + 1
    titles.add(slugify(title))

    sku = f"{kind.code}-{number:04d}"
    variant_axes = _variant_axes(kind, facts, rng)
    colour = rng.choice(kind.colours) if kind.colours else None
    own = {spec.code: facts[spec.code] for spec in kind.attributes if spec.code in facts and not spec.hidden}
    for code, _ in variant_axes:
        own.pop(code, None)
    if colour and "colour" not in dict(variant_axes):
        own["colour"] = colour

    scale_up = 1.0 + 0.06 * model.generation
    discount = rng.choice((0.1, 0.15, 0.2, 0.2, 0.25, 0.3, 0.4)) if rng.random() < DISCOUNTED else None

    def priced(values: dict[str, Any]) -> tuple[Decimal, Decimal | None]:
        full = price_point(linear(kind.price, values, tier, None, pack_power=0.86) * level * scale_up, tier)
        return (full, None) if discount is None else (reduced(full, discount, tier), full)

    age = rng.random() ** 0.9 * LAUNCH_DAYS
    if model.generation:
        age *= 0.75
    created = (EPOCH - timedelta(days=age + 4)).replace(hour=rng.randint(6, 16), minute=rng.randint(0, 59))
    created = created.replace(second=0, microsecond=0)
    accent = _ACCENTS[sum(map(ord, brand.slug)) % len(_ACCENTS)]
    image = ImageSpec(kind.picture, colour or _tint(kind, facts, rng), accent)
    weight = max(5, int(linear(kind.weight, facts, tier, rng)))
    price, list_price = priced(facts)
    stock = draw_stock(rng)
    upc = ean(rng)
    margin = Decimal(str(round(rng.uniform(0.45, 0.66), 3)))
    product = Product(
        sku=sku,
        upc=upc,
        slug=slugify(title),
        title=title,
        structure="standalone",
        product_class=slugify(kind.key),
        kind=kind.key,
        brand=brand.slug,
        line=model.line,
        description="",
        summary="",
        price=price,
        list_price=list_price,
        cost=((list_price or price) * margin).quantize(Decimal("0.01")),
        stock=stock,
        attributes=own,
        categories=(kind.category,),
        date_created=created,
        is_public=rng.random() >= WITHDRAWN,
        image=image,
        weight_g=weight,
        popularity=round(rng.lognormvariate(0, 1.1), 4),
    )
    if variant_axes:
        product = _with_children(product, kind, variant_axes, facts, priced, margin, rng)
    texts = Random(f"{stream}:{model.generation}:text")
    known = facts_of(product, brand, kind)
    # hidden attributes steer the texts without being shown; those that variants decide must not
    for code, value in facts.items():
        if code not in dict(variant_axes):
            known.setdefault(code, value)
    return replace(
        product,
        description=describe(goods, kind, brand, known, product, texts),
        summary=summarise(kind, product, known),
    )


def _tint(kind: Kind, facts: Mapping[str, Any], rng: Random) -> str:
    if isinstance(kind.tint, dict):
        table = kind.tint["values"]
        return str(table.get(facts.get(kind.tint["by"]), next(iter(table.values()))))
    return str(rng.choice(kind.tint))


def _variant_axes(kind: Kind, facts: Mapping[str, Any], rng: Random) -> list[tuple[str, list[Any]]]:
    axes: list[tuple[str, list[Any]]] = []
    for code, variant in kind.variants.items():
        if rng.random() >= variant.get("p", 1.0):
            continue
        values = list(variant.get("values") or kind.colours)
        take = variant.get("take")
        if take:
            size = rng.randint(take[0], min(take[1], len(values)))
            if variant.get("values"):
                start = rng.randint(0, len(values) - size)
                values = values[start : start + size]
            else:
                values = rng.sample(values, size)
        if len(values) > 1:
            axes.append((code, values))
    return axes


def _with_children(
    parent: Product,
    kind: Kind,
    axes: list[tuple[str, list[Any]]],
    facts: dict[str, Any],
    priced: Any,
    margin: Decimal,
    rng: Random,
) -> Product:
    children = []
    scarce = rng.random() < 0.25
    for combo in cartesian(*([(code, value) for value in values] for code, values in axes)):
        options = dict(combo)
        price, list_price = priced({**facts, **options})
        labels = [kind.variants[code].get("label", "{v}").replace("{v}", show(v)) for code, v in combo]
        title = ", ".join([parent.title, *labels])
        stock = draw_stock(rng)
        if not scarce and stock == 0:
            stock = rng.randint(2, 30)
        colour = str(options.get("colour", parent.image.colour))
        children.append(
            replace(
                parent,
                sku="-".join([parent.sku, *(slugify(show(v)).upper()[:10] for v in options.values())]),
                upc=ean(rng),
                slug=slugify(title),
                title=title,
                structure="child",
                price=price,
                list_price=list_price,
                cost=((list_price or price) * margin).quantize(Decimal("0.01")),
                stock=max(0, stock // 2) if stock > 8 else stock,
                attributes=options,
                image=replace(parent.image, colour=colour),
                parent=parent.sku,
                popularity=round(rng.uniform(0.5, 1.5), 3),
            )
        )
    cheapest = min(children, key=lambda child: child.price)
    return replace(
        parent,
        structure="parent",
        children=tuple(children),
        price=cheapest.price,
        list_price=cheapest.list_price,
        cost=cheapest.cost,
        stock=sum(child.stock for child in children),
        image=children[0].image,
    )


def _relate(goods: Goods, products: list[Product], seed: int) -> list[Product]:
    """Neighbours in the line, a rival of another brand, and what goes with it."""
    by_line: dict[tuple[str, str, str], list[Product]] = {}
    by_kind: dict[str, list[Product]] = {}
    for product in products:
        by_line.setdefault((product.kind, product.brand, product.line), []).append(product)
        by_kind.setdefault(product.kind, []).append(product)
    result = []
    for product in products:
        rng = Random(f"{seed}:related:{product.sku}")
        siblings = [p.sku for p in by_line[(product.kind, product.brand, product.line)] if p is not product]
        chosen = rng.sample(siblings, min(2, len(siblings)))
        rivals = [p.sku for p in by_kind[product.kind] if p.brand != product.brand]
        if rivals:
            chosen.append(rng.choice(rivals))
        for other in goods.kinds[product.kind].goes_with:
            if other in by_kind:
                chosen.append(rng.choice(by_kind[other]).sku)
        result.append(replace(product, related=tuple(dict.fromkeys(chosen))[:5]))
    return result
