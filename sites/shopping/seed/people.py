"""Who buys: customers with address books, wish lists, open baskets, stock alerts, newsletter."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import accumulate

from sites.shopping.seed import selling, texts
from sites.shopping.seed.orders import make_orders
from sites.shopping.seed.records import (
    EPOCH,
    Basket,
    People,
    StockAlert,
    Subscription,
    WishList,
    WishListLine,
)
from sites.world_data import (
    ascii_name,
    draw_names,
    mail_domains,
)
from sites.world_data.shop.customers import FIRST_JOIN, make_customers, moment
from sites.world_data.shop.records import Catalogue, Customer, Product

__all__ = ["make_orders", "make_people"]


def make_people(catalogue: Catalogue, seed: int, scale: int = 1) -> People:
    """Everybody with an account, and all that depends on the catalogue but not on orders."""
    customers = make_customers(seed, scale)
    return People(
        customers=customers,
        wish_lists=make_wish_lists(catalogue, customers, seed),
        baskets=make_baskets(catalogue, customers, seed),
        stock_alerts=make_alerts(catalogue, customers, seed),
        subscriptions=make_subscriptions(customers, seed, scale),
        shipping_methods=selling.SHIPPING_METHODS,
        ranges=selling.ranges(catalogue),
        offers=selling.offers(),
        vouchers=selling.vouchers(),
        pages=texts.pages(),
        templates=texts.message_templates(),
        partners=selling.partners(),
    )


# ---- lists ----
class Shelf:
    """Draws public products by popularity, or of given picture kinds."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.products = [product for product in catalogue.products if product.is_public]
        self.weights = list(accumulate(product.popularity for product in self.products))

    def draw(self, rng: random.Random) -> Product:
        """One product by popularity."""
        return rng.choices(self.products, cum_weights=self.weights)[0]

    def of_kinds(self, *kinds: str) -> list[Product]:
        """Products of picture kinds, most popular first."""
        found = [product for product in self.products if product.image.kind in kinds]
        return sorted(found, key=lambda p: (-p.popularity, p.sku))


def make_wish_lists(catalogue: Catalogue, customers: Sequence[Customer], seed: int) -> tuple[WishList, ...]:
    """Three lists of Emma's, and one for about every sixth customer."""
    rng = random.Random(f"{seed}:wish lists")
    shelf = Shelf(catalogue)
    emma = customers[0]
    camping = shelf.of_kinds("tent", "sleeping_bag", "sleeping_mat", "camping_stove", "cool_box")
    gifts = shelf.of_kinds("board_game", "jigsaw", "soft_toy", "blocks")
    own = shelf.of_kinds("headphones", "smartwatch", "desk_lamp", "coffee_maker", "rain_jacket", "yoga_mat")
    plans = (
        ("Camping trip", "Public", camping[1:6], "2025-05-11T18:20:00"),
        ("Birthday ideas for Lea", "Shared", gifts[2:6], "2025-10-04T20:45:00"),
        ("For me, one day", "Private", own[1:7], "2024-08-30T21:10:00"),
    )
    keys: set[str] = set()
    lists = [
        WishList(
            emma.email, name, list_key(rng, keys), seen, moment(date), list_lines(products, moment(date), rng)
        )
        for name, seen, products, date in plans
    ]
    names = (
        "Wish list",
        "Birthday",
        "Christmas",
        "New flat",
        "Kitchen",
        "For the garden",
        "Later",
        "Presents",
    )
    for customer in customers[1:]:
        if customer.role != "customer" or rng.random() > 0.16:
            continue
        date = between(customer.date_joined, EPOCH - timedelta(days=2), rng)
        products = list({(p := shelf.draw(rng)).sku: p for _ in range(rng.randrange(1, 8))}.values())
        seen = rng.choices(("Private", "Shared", "Public"), (60, 25, 15))[0]
        lines = list_lines(products, date, rng)
        lists.append(WishList(customer.email, rng.choice(names), list_key(rng, keys), seen, date, lines))
    return tuple(lists)


def list_lines(products: Sequence[Product], after: datetime, rng: random.Random) -> tuple[WishListLine, ...]:
    """A line for each product, put on the list one after the other from ``after`` on."""
    lines = []
    for product in products:
        after = between(after, min(after + timedelta(days=25), EPOCH - timedelta(hours=2)), rng)
        lines.append(WishListLine(product.sku, 2 if rng.random() < 0.1 else 1, after))
    return tuple(lines)


def list_key(rng: random.Random, taken: set[str]) -> str:
    """Six letters of a shared address, different from those taken."""
    while True:
        key = "".join(rng.choice("abcdefghjkmnpqrstuvwxyz23456789") for _ in range(6))
        if key not in taken:
            taken.add(key)
            return key


def between(start: datetime, end: datetime, rng: random.Random) -> datetime:
    """A whole second between two moments; ``start`` if they are out of order."""
    span = int((end - start).total_seconds())
    return (start + timedelta(seconds=rng.randrange(span) if span > 0 else 0)).replace(microsecond=0)


def make_baskets(catalogue: Catalogue, customers: Sequence[Customer], seed: int) -> tuple[Basket, ...]:
    """Open baskets: an empty one for Emma, some things for others, a few given up long ago."""
    rng = random.Random(f"{seed}:baskets")
    shelf = Shelf(catalogue)
    baskets = [Basket(customers[0].email, EPOCH - timedelta(days=2, hours=3))]
    for customer in customers[1:]:
        if customer.role != "customer" or not (rng.random() < 0.14 or customer is customers[3]):
            continue
        lines: dict[str, int] = {}
        for _ in range(rng.randrange(1, 4)):
            item = rng.choice(shelf.draw(rng).sellable)
            if item.stock > 5:
                lines[item.sku] = 1 + (rng.random() < 0.15)
        if lines:
            date = between(
                max(customer.date_joined, EPOCH - timedelta(days=60)), EPOCH - timedelta(hours=2), rng
            )
            baskets.append(Basket(customer.email, date, tuple(lines.items())))
    return tuple(baskets)


def make_alerts(catalogue: Catalogue, customers: Sequence[Customer], seed: int) -> tuple[StockAlert, ...]:
    """Customers who wait for things that are out of stock, and alerts that were answered or called off."""
    rng = random.Random(f"{seed}:alerts")
    buyers = [customer for customer in customers if customer.role == "customer"]
    items = [item for product in catalogue.products if product.is_public for item in product.sellable]
    gone = [item for item in items if item.stock == 0]
    alerts: dict[tuple[str, str], StockAlert] = {}
    for item in gone:
        for _ in range(rng.choices((0, 1, 2, 3), (45, 35, 15, 5))[0]):
            buyer = rng.choice(buyers)
            start = max(buyer.date_joined, item.date_created, EPOCH - timedelta(days=90))
            date = between(start, EPOCH - timedelta(hours=1), rng)
            alerts[buyer.email, item.sku] = StockAlert(buyer.email, item.sku, date)
    for _ in range(min(30, len(items))):
        item, buyer = rng.choice(items), rng.choice(buyers)
        if item.stock and (buyer.email, item.sku) not in alerts:
            start = max(buyer.date_joined, item.date_created, EPOCH - timedelta(days=400))
            date = between(start, EPOCH - timedelta(days=1), rng)
            state = rng.choice(("Closed", "Closed", "Cancelled"))
            alerts[buyer.email, item.sku] = StockAlert(buyer.email, item.sku, date, state)
    return tuple(sorted(alerts.values(), key=lambda alert: (alert.date, alert.customer, alert.product)))


def make_subscriptions(customers: Sequence[Customer], seed: int, scale: int) -> tuple[Subscription, ...]:
    """Newsletter: the customers who want it, people without an account, and some who left."""
    rng = random.Random(f"{seed}:newsletter")
    lines = []
    for customer in customers:
        if customer.newsletter or (
            customer.role == "customer" and customer is not customers[0] and rng.random() < 0.05
        ):
            date = between(customer.date_joined, min(customer.date_joined + timedelta(days=90), EPOCH), rng)
            lines.append(Subscription(customer.email, date, customer.newsletter))
    taken = {customer.email for customer in customers}
    for given, family in draw_names(rng, 60 * scale):
        email = f"{ascii_name(given)}.{ascii_name(family)}@{rng.choice(list(mail_domains()))}"
        if email not in taken:
            taken.add(email)
            date = between(FIRST_JOIN, EPOCH - timedelta(hours=5), rng)
            lines.append(Subscription(email, date, rng.random() > 0.15))
    return tuple(sorted(lines, key=lambda line: (line.date, line.email)))
