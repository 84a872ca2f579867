"""The seed of the shop: one generator, one seed number, no Django.

Order of making (each draws from its own stream ``random.Random(f"{seed}:{topic}")``):

1. ``catalogue.make_catalogue(seed, scale) -> Catalogue``
2. ``people.make_people(catalogue, seed, scale) -> People``
3. ``people.make_orders(catalogue, people, seed, scale) -> Trade``
4. ``reviews.make_reviews(catalogue, people, trade, seed, scale) -> tuple[Review, ...]``
5. ``searching.make_searches(catalogue, people, trade, seed) -> tuple[Search, ...]``
"""

from __future__ import annotations

from sites.shopping.seed.records import EPOCH, Shop
from sites.world_data.shop.records import DEFAULT_SEED

__all__ = ["DEFAULT_SEED", "EPOCH", "Shop", "generate"]


def generate(seed: int = DEFAULT_SEED, scale: int = 1) -> Shop:
    """The whole shop for a seed number; equal arguments give equal shops on every Python from 3.11.

    ``scale`` multiplies products, customers, orders and reviews; 1 is what the image holds by default.
    """
    from sites.shopping.seed.people import make_orders, make_people
    from sites.shopping.seed.reviews import make_reviews
    from sites.shopping.seed.searching import make_searches
    from sites.world_data.shop.catalogue import make_catalogue

    goods = make_catalogue(seed, scale)
    persons = make_people(goods, seed, scale)
    trade = make_orders(goods, persons, seed, scale)
    reviews = make_reviews(goods, persons, trade, seed, scale)
    return Shop(seed, scale, goods, persons, trade, reviews, make_searches(goods, persons, trade, seed))
