"""What is in the baskets of the orders."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime
from itertools import accumulate

from sites.shopping.seed.dates import Draft
from sites.world_data import persona
from sites.world_data.shop.records import Catalogue, Product

# Months in which things sell better, by picture kind.
SEASONS = {
    ("tent", "sleeping_bag", "sleeping_mat", "camping_stove", "cool_box"): (5, 6, 7, 8),
    ("secateurs", "plant_pot", "helmet", "pannier", "bike_lock", "water_bottle"): (4, 5, 6, 7),
    ("rain_jacket", "fleece_jacket", "hiking_boot", "torch", "bike_light", "kettle"): (9, 10, 11, 12),
    ("candle", "string_lights", "board_game", "jigsaw", "blocks", "soft_toy", "chocolate"): (11, 12),
    ("notebook", "pen", "usb_stick", "laptop_sleeve", "backpack"): (8, 9),
    ("rug", "bed_linen", "towel", "storage_box"): (1, 2),
}
GOOD_MONTHS = {kind: months for kinds, months in SEASONS.items() for kind in kinds}
# What people come back for, and what they buy several of.
HABITS = frozenset(
    ("coffee_bag", "tea_box", "honey_jar", "chocolate", "muesli", "soap", "bottle_pump", "notebook")
)
CONSUMABLES = HABITS | {"candle", "battery", "light_bulb", "pen", "storage_box"}
WORN = frozenset(("rain_jacket", "fleece_jacket", "t_shirt", "hiking_boot", "trainer", "socks", "helmet"))


class Stall:
    """Draws products as customers do."""

    def __init__(self, catalogue: Catalogue, rng: random.Random) -> None:
        self.rng = rng
        self.products = [product for product in catalogue.products if product.is_public]
        self.by_sku = {product.sku: product for product in self.products}
        self.all = self._weighted(self.products)
        departments = {category.slug: category.parent or category.slug for category in catalogue.categories}
        groups: dict[str, list[Product]] = defaultdict(list)
        for product in self.products:
            for slug in {departments.get(slug, slug) for slug in product.categories}:
                groups[slug].append(product)
        self.departments = {slug: self._weighted(group) for slug, group in groups.items()}
        self.department_of = {
            p.sku: departments.get(p.categories[0], "") for p in self.products if p.categories
        }
        prices = sorted(product.price for product in self.products)
        cheap = [product for product in self.products if product.price <= prices[int(len(prices) * 0.55)]]
        self.cheap = self._weighted(cheap)
        dear = [product for product in self.products if product.price >= prices[int(len(prices) * 0.93)]]
        self.dear = self._weighted(dear)

    @staticmethod
    def _weighted(products: list[Product]) -> tuple[list[Product], list[float]]:
        return products, list(accumulate(product.popularity for product in products))

    def draw(self, date: datetime, pool: tuple[list[Product], list[float]]) -> Product:
        """A product of a pool that existed on the date, in season for preference."""
        product = pool[0][0]
        for _ in range(60):
            product = self.rng.choices(pool[0], cum_weights=pool[1])[0]
            if product.date_created > date:
                continue
            months = GOOD_MONTHS.get(product.image.kind)
            if months is None or date.month in months or self.rng.random() < 0.5:
                return product
        fitting = [one for one in pool[0] if one.date_created <= date] or [
            min(self.products, key=lambda one: (one.date_created, one.sku))
        ]
        return product if product.date_created <= date else self.rng.choice(fitting)

    def next(self, date: datetime, first: Product, kinds: set[str]) -> Product:
        """What goes into a basket together with ``first``; seldom a second thing of a kind that is in it."""
        for _ in range(6):
            product = self._companion(date, first)
            if product.kind not in kinds or self.rng.random() < 0.1:
                break
        return product

    def _companion(self, date: datetime, first: Product) -> Product:
        chance = self.rng.random()
        related = [self.by_sku[sku] for sku in first.related if sku in self.by_sku]
        related = [product for product in related if product.date_created <= date]
        if related and chance < 0.4:
            return self.rng.choice(related)
        if chance < 0.65 and first.sku in self.department_of:
            return self.draw(date, self.departments[self.department_of[first.sku]])
        return self.draw(date, self.all)

    def item(self, product: Product) -> Product:
        """The variant that is bought."""
        items = product.sellable
        return self.rng.choices(items, [item.popularity for item in items])[0]


def fill_baskets(drafts: Sequence[Draft], catalogue: Catalogue, seed: int) -> None:
    """Put one to six things into every draft."""
    rng = random.Random(f"{seed}:baskets of orders")
    stall = Stall(catalogue, rng)
    spender, emma = persona("spender").email, persona("emma").email
    thrifty = {persona("frequent").email, persona("runner_up").email}
    habits: dict[str, list[Product]] = defaultdict(list)
    for draft in drafts:
        email = draft.customer.email
        dear = email == spender
        wanted = rng.choices((1, 2, 3, 4, 5, 6), (0, 20, 40, 40, 0, 0) if dear else (37, 27, 19, 10, 5, 2))[0]
        lines: dict[str, tuple[Product, Product, int]] = {}
        kinds: set[str] = set()
        first: Product | None = None
        for _ in range(wanted):
            if dear:
                product = stall.draw(draft.date, stall.dear)
            elif email in thrifty:
                product = stall.draw(draft.date, stall.cheap)
            elif first is None and email == emma and rng.random() < 0.4:
                product = variant_product(stall, draft.date)
            elif habits[email] and rng.random() < 0.2:
                product = rng.choice(habits[email])
            elif first is None:
                product = stall.draw(draft.date, stall.all)
            else:
                product = stall.next(draft.date, first, kinds)
            first = first or product
            kinds.add(product.kind)
            item = stall.item(product)
            often = product.image.kind in CONSUMABLES
            if product.image.kind in HABITS and product not in habits[email]:
                habits[email].append(product)
            quantity = rng.choices((1, 2, 3, 4, 6), (55, 25, 11, 6, 3) if often else (88, 9, 2, 1, 0))[0]
            lines.setdefault(item.sku, (product, item, quantity))
        draft.lines = list(lines.values())


def variant_product(stall: Stall, date: datetime) -> Product:
    """A product with variants, if one turns up soon."""
    for _ in range(25):
        product = stall.draw(date, stall.all)
        if product.children:
            return product
    return product
