"""The goods on the shop's shelves, as the forum and the newspaper speak of them."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime, timedelta

from sites.sitekit.grammar import holds
from sites.world_data.shop.catalogue import make_catalogue
from sites.world_data.shop.records import Attribute, Brand, Product


@dataclass(frozen=True, slots=True)
class Goods:
    """The public part of the shop's catalogue, by kind."""

    seed: int
    by_kind: dict[str, tuple[Product, ...]]
    brands: dict[str, Brand]
    attributes: dict[str, tuple[Attribute, ...]]

    def on_sale(self, kind: str, when: datetime, conditions: tuple[str, ...] = ()) -> list[Product]:
        """The products of a kind that were in the shop for two weeks at ``when`` and meet the conditions."""
        return [
            product
            for product in self.by_kind[kind]
            if product.date_created < when - timedelta(days=14)
            and all(holds(condition, product.attributes) for condition in conditions)
        ]


def load_goods(seed: int, scale: int = 1) -> Goods:
    """The goods that the shop of this seed number and scale sells."""
    catalogue = make_catalogue(seed, scale)
    by_kind: dict[str, list[Product]] = defaultdict(list)
    for product in catalogue.products:
        if product.is_public:
            by_kind[product.kind].append(product)
    return Goods(
        seed,
        {kind: tuple(products) for kind, products in by_kind.items()},
        {brand.slug: brand for brand in catalogue.brands},
        {one.slug: one.attributes for one in catalogue.classes},
    )


def title_of(product: Product) -> str:
    """How people call a product in full: its title without the size of the pack."""
    return product.title.removesuffix(", single").removesuffix(" (single)")


def short_title(product: Product, brands: dict[str, Brand]) -> str:
    """How people call a product when all know what it is about: brand and line, or the name of a game."""
    if " (" in product.title:
        return product.title.split(" (", 1)[0]
    return f"{brands[product.brand].name} {product.line}"
