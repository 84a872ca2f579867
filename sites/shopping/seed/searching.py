"""What customers typed into the search before they ordered, and what they looked for in vain."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

from sites.shopping.seed.records import EPOCH, Order, People, Search, Trade
from sites.sitekit.chance import Chance
from sites.sitekit.data import load_yaml
from sites.world_data.shop.records import Catalogue, Product

DATA = Path(__file__).parent / "data"
SINCE = EPOCH - timedelta(days=440)  # older searches were deleted
HOW_MANY = (1, 2, 3, 5, 8)
IN_VAIN = 0.2


def make_searches(catalogue: Catalogue, people: People, trade: Trade, seed: int) -> tuple[Search, ...]:
    """The searches of customers who were logged in, the oldest first.

    Each order has chance of its own: one more order changes no other's searches.
    """
    terms = _Terms(catalogue)
    known = {customer.email for customer in people.customers}
    found = [
        search
        for order in trade.orders
        if order.date >= SINCE and order.customer in known
        for search in _before(order, terms, Chance(seed, "searches", order.number))
    ]
    return tuple(sorted(found, key=lambda one: (one.date, one.customer, one.query)))


def _before(order: Order, terms: _Terms, chance: Chance) -> Iterator[Search]:
    rng = chance.stream("before")
    asked: set[str] = set()
    for _ in range(rng.choice(HOW_MANY)):
        term = terms.draw(order, chance.of(len(asked)))
        date = order.date - timedelta(seconds=rng.randrange(90, 3000))
        if term not in asked:
            yield Search(order.customer or "", term, date)
        asked.add(term)


class _Terms:
    """Words for what is in an order, and for what the shop does not have."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.by_sku = catalogue.by_sku()
        self.categories = {category.slug: category.name.lower() for category in catalogue.categories}
        self.brands = {brand.slug: brand.name.lower() for brand in catalogue.brands}
        data = load_yaml(DATA / "searches.yaml")
        self.in_vain: dict[str, int] = data["in_vain"]

    def draw(self, order: Order, chance: Chance) -> str:
        rng = chance.stream("term")
        if rng.random() < IN_VAIN:
            return chance.pick(sorted(self.in_vain), weight=lambda term: self.in_vain[term])
        product = self._listed(rng.choice(order.lines).product)
        thing = self.categories[product.categories[0]]
        brand = self.brands[product.brand]
        return rng.choices((thing, brand, f"{brand} {thing}"), (60, 25, 15))[0]

    def _listed(self, sku: str) -> Product:
        """The product of an article: a variant's parent has the categories."""
        product = self.by_sku[sku]
        return product if product.categories else self.by_sku[product.parent or sku]
