"""Customers' reviews: how many each product has, and by which purchases."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from datetime import timedelta
from random import Random

from sites.shopping.seed.records import EPOCH, People, Review, Trade
from sites.shopping.seed.reviewing import Purchase, Writer
from sites.shopping.seed.stories import cast_stories
from sites.world_data.shop.catalogue import FLAGSHIPS
from sites.world_data.shop.kinds import load_goods
from sites.world_data.shop.records import Catalogue

TARGET = 9_400
"""Reviews at scale 1."""
HITS = (264, 233, 217, 206)
"""Reviews of the four best-known products at scale 1."""


def make_reviews(
    catalogue: Catalogue, people: People, trade: Trade, seed: int, scale: int = 1
) -> tuple[Review, ...]:
    """All reviews, numbered by date. At most one a customer and product; many products have none."""
    goods = load_goods(seed)
    writer = Writer(goods, catalogue, people, seed)
    purchases = _purchases(catalogue, trade)
    counts = _counts(catalogue, purchases, seed, scale)
    stories = cast_stories(
        goods, catalogue, {sku: len(found) for sku, found in purchases.items()}, counts, seed
    )
    reviews: list[Review] = []
    for product in catalogue.products:
        wanted = counts.get(product.sku, 0)
        if wanted:
            reviews.extend(writer.write(product, purchases[product.sku], wanted, stories.get(product.sku)))
    reviews.extend(writer.junk(catalogue, counts, len(reviews) // 90))
    reviews.sort(key=lambda review: (review.date, review.product, review.email))
    return tuple(replace(review, id=number) for number, review in enumerate(reviews, start=1))


def _purchases(catalogue: Catalogue, trade: Trade) -> dict[str, list[Purchase]]:
    """First purchase of each product by each customer that arrived; by sku of standalone or parent."""
    parents = {item.sku: product.sku for product in catalogue.products for item in product.sellable}
    found: dict[str, dict[str, Purchase]] = defaultdict(dict)
    for order in sorted(trade.orders, key=lambda order: order.date):
        if order.status not in ("Complete", "Returned"):
            continue
        arrived = max(
            (shipment.delivered for shipment in order.shipments if shipment.delivered),
            default=order.date + timedelta(days=4),
        )
        for line in order.lines:
            sku = parents.get(line.product)
            if sku and order.customer not in found[sku]:
                found[sku][order.customer] = Purchase(
                    order.customer, sku, line.product, arrived, order.status == "Returned", order.date
                )
    return defaultdict(list, {sku: list(by_customer.values()) for sku, by_customer in found.items()})


def _counts(
    catalogue: Catalogue, purchases: dict[str, list[Purchase]], seed: int, scale: int
) -> dict[str, int]:
    """How many reviews each product gets: a few hits, a long tail, and none for every third."""
    public = [product for product in catalogue.products if product.is_public]
    old = EPOCH - timedelta(days=540)
    famous = [
        product
        for product in sorted(public, key=lambda item: (-item.popularity, item.sku))
        if product.date_created < old and product.kind in FLAGSHIPS
    ][: len(HITS)]
    counts = {product.sku: number for product, number in zip(famous, HITS, strict=False)}
    weights: dict[str, float] = {}
    for product in public:
        rng = Random(f"{seed}:review-count:{product.sku}")
        age = min((EPOCH - product.date_created).days, 730) / 730
        if product.sku in counts or rng.random() < 0.22 or age < 0.015:
            continue
        weights[product.sku] = (len(purchases[product.sku]) + 0.4) * age**0.6 * rng.lognormvariate(0, 0.75)
    total = sum(weights.values()) or 1
    rest = TARGET * scale - sum(counts.values())
    for sku, weight in weights.items():
        number = round(rest * weight / total)
        if number:
            counts[sku] = min(number, 120)
    return counts
