"""What holds in every world of the shop, and how little one more alternative changes."""

from __future__ import annotations

from dataclasses import replace

import pytest
from other_worlds import SEEDS

from sites.shopping.seed import DEFAULT_SEED, generate
from sites.sitekit.distinctness import overlap
from sites.world_data import brands as brands_module
from sites.world_data import load
from sites.world_data.brands import brands, in_world
from sites.world_data.shop import catalogue
from sites.world_data.shop.catalogue import make_catalogue
from sites.world_data.shop.kinds import load_goods


@pytest.mark.parametrize("seed", [DEFAULT_SEED, *SEEDS])
def test_names_and_numbers_of_goods_are_unique(seed: int) -> None:
    made = make_catalogue(seed)
    products = made.products
    assert len({product.title for product in products}) == len(products)
    assert not any(", edition" in product.title for product in products)
    assert len({product.slug for product in products}) == len(products)
    assert all(child.is_public == product.is_public for product in products for child in product.children)
    items = made.by_sku()
    assert len(items) == sum(1 + len(product.children) for product in products)
    assert len({item.upc for item in items.values()}) == len(items)
    assert len({brand.name for brand in made.brands}) == len(made.brands)


def test_a_whole_shop_of_another_seed_keeps_its_promises() -> None:
    shop = generate(5)
    assert len(shop.reviews) > 9000
    assert sum(not product.is_public for product in shop.products) > 5
    assert {order.status for order in shop.orders} >= {
        "Pending",
        "Processing",
        "Shipped",
        "Complete",
        "Returned",
    }
    assert all(message.subject and "{" not in message.text for message in shop.trade.messages)


def test_two_worlds_share_few_names() -> None:
    mine, theirs = make_catalogue(DEFAULT_SEED), make_catalogue(7)
    assert overlap([p.title for p in mine.products], [p.title for p in theirs.products]) < 0.1
    assert overlap([b.name for b in mine.brands], [b.name for b in theirs.brands]) < 0.4


def test_the_default_world_has_the_names_of_the_file() -> None:
    assert [row["name"] for row in brands(DEFAULT_SEED)] == [row["name"] for row in load("brands")["brands"]]


def test_a_text_of_the_default_world_is_said_with_the_names_of_another() -> None:
    old, new = load("brands")["brands"][0], brands(7)[0]
    line, renamed = old["lines"]["headphones"][0], new["lines"]["headphones"][0]
    text = f"The {old['name']} {line} of {old['name']}."
    assert in_world(text, 7) == f"The {new['name']} {renamed} of {new['name']}."
    assert in_world(text, DEFAULT_SEED) == text


def test_one_more_name_of_a_brand_leaves_the_others_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    before = [row["name"] for row in brands(7)]
    rows = [
        dict(row, names=[*row["names"], f"Neu {number}"])
        for number, row in enumerate(load("brands")["brands"])
    ]
    brands.cache_clear()
    monkeypatch.setattr(brands_module, "load", lambda name: {"brands": rows})
    after = [row["name"] for row in brands(7)]
    brands.cache_clear()
    changed = [new for old, new in zip(before, after, strict=True) if old != new]
    assert len(changed) < len(before) / 3
    assert all(name.startswith("Neu ") for name in changed)


def test_one_more_colour_changes_one_kind_of_goods(monkeypatch: pytest.MonkeyPatch) -> None:
    before = make_catalogue(7)
    goods = load_goods(7)
    kinds = {
        **goods.kinds,
        "kettle": replace(goods.kinds["kettle"], colours=(*goods.kinds["kettle"].colours, "lilac")),
    }
    monkeypatch.setattr(catalogue, "load_goods", lambda seed: replace(goods, kinds=kinds))
    after = make_catalogue(7)
    changed = {
        old.kind
        for old, new in zip(before.products, after.products, strict=True)
        if replace(old, upc="") != replace(new, upc="")
    }
    assert changed <= {"kettle"}
