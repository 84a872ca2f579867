"""Who buys: customers with address books, wish lists, open baskets, stock alerts, newsletter."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import accumulate
from typing import Any

from sites.shopping.seed import selling, texts
from sites.shopping.seed.orders import make_orders
from sites.shopping.seed.records import (
    EPOCH,
    Address,
    Basket,
    Catalogue,
    Customer,
    People,
    Product,
    StockAlert,
    Subscription,
    WishList,
    WishListLine,
)
from sites.world_data import (
    PostalAddress,
    addresses,
    ascii_name,
    draw_names,
    load,
    mail_domains,
    phone_number,
)

__all__ = ["make_orders", "make_people"]

ORDINARY = 414
"""Customers beside the personas, at scale 1."""
FIRST_JOIN = datetime(2023, 9, 1, tzinfo=UTC)
STAFF_RIGHTS = (
    "order.view_order",
    "catalogue.view_product",
    "catalogue.reviews.view_productreview",
    "partner.dashboard_access",
)
# Join dates and activity of personas; the number of their orders is set in orders.py.
PERSONA_JOINED = {
    "emma": "2024-03-19T17:42:10",
    "owner": "2023-09-01T08:00:00",
    "staff": "2024-02-05T07:30:00",
    "frequent": "2023-10-11T09:15:33",
    "runner_up": "2023-11-28T20:04:51",
    "spender": "2024-04-02T19:20:07",
    "canceller": "2024-03-27T21:33:45",
    "returner": "2024-05-14T11:09:29",
    "grumbler": "2024-04-21T06:50:02",
    "fussy": "2024-06-08T16:27:38",
    "newcomer": "2026-03-09T18:12:55",
}
USERNAMES = {"emma": "emma", "owner": "marta", "staff": "jonas"}
PLACES_IN_BOOK = (("home", "home"), ("work", "work"), ("parents", "my parents"), ("garden", "allotment"))
NOTES_FOR_COURIER = (
    "Second bell from the top.",
    "Please ring twice.",
    "Leave with the neighbours on the ground floor.",
    "The entrance is in the yard.",
    "Beware of the step.",
    "Reception closes at 16:00.",
)
COMPANIES = (
    "Tischlerei Holm",
    "Praxis am Ring",
    "Stadtgärtnerei",
    "Kanzlei Nord",
    "Radwerk",
    "Druckerei Vier Tore",
    "Kita Seestern",
    "Planbüro Linde",
)


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


def moment(text: str) -> datetime:
    """A moment in UTC from its ISO form without zone."""
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def make_customers(seed: int, scale: int = 1) -> tuple[Customer, ...]:
    """Personas first, then ordinary customers in the order in which they joined."""
    rng = random.Random(f"{seed}:customers")
    phones: set[str] = set()
    everybody = [persona_customer(row, rng, phones) for row in load("people")["personas"]]
    mails = {one.email for one in everybody}
    domains, shares = list(mail_domains()), list(mail_domains().values())
    ordinary = []
    for given, family in draw_names(rng, ORDINARY * scale):
        seconds = (EPOCH - timedelta(days=3) - FIRST_JOIN).total_seconds()
        joined = FIRST_JOIN + timedelta(seconds=int(rng.random() * (0.25 + 0.75 * rng.random()) * seconds))
        local = f"{ascii_name(given)}.{ascii_name(family)}"
        if rng.random() < 0.12:
            local = rng.choice(
                (f"{ascii_name(given)[0]}.{ascii_name(family)}", f"{ascii_name(family)}.{ascii_name(given)}")
            )
        email = f"{local}@{rng.choices(domains, shares)[0]}"
        while email in mails:
            email = f"{local}{rng.randrange(48, 99)}@{rng.choices(domains, shares)[0]}"
        mails.add(email)
        quiet_days = 0.0 if rng.random() < 0.5 else rng.random() * rng.random() * rng.random() * 240
        last_login = max(
            EPOCH - timedelta(minutes=rng.randrange(20, 900), days=quiet_days), joined + timedelta(minutes=7)
        )
        eagerness = rng.random()
        ordinary.append(
            Customer(
                username=email.replace("@", "."),
                email=email,
                first_name=given,
                last_name=family,
                phone=phone_number(rng, phones),
                date_joined=joined,
                addresses=address_book(given, family, rng, phones),
                nickname=nickname(given, family, rng),
                newsletter=rng.random() < 0.38,
                last_login=last_login.replace(microsecond=0),
                is_active=rng.random() > 0.01,
                activity=round(0.12 + 1.6 * eagerness * eagerness * eagerness, 3),
            )
        )
    ordinary.sort(key=lambda one: (one.date_joined, one.email))
    return (*everybody, *ordinary)


def persona_customer(row: dict[str, Any], rng: random.Random, phones: set[str]) -> Customer:
    """The account of a persona of people.yaml."""
    key, given, family = row["key"], row["given"], row["family"]
    role = key if key in ("owner", "staff") else "customer"
    book = emma_addresses(phones, rng) if key == "emma" else address_book(given, family, rng, phones)
    return Customer(
        username=USERNAMES.get(key, row["email"].replace("@", ".")),
        email=row["email"],
        first_name=given,
        last_name=family,
        phone=book[0].phone,
        date_joined=moment(PERSONA_JOINED[key]),
        addresses=book,
        nickname="Emma L." if key == "emma" else nickname(given, family, rng),
        newsletter=key in ("frequent", "spender", "fussy"),
        role=role,
        last_login=EPOCH - timedelta(minutes=rng.randrange(61, 900)),
        permissions=STAFF_RIGHTS if role == "staff" else (),
        activity={"grumbler": 1.6, "fussy": 1.6, "newcomer": 0.1}.get(
            key, 1.0 if role == "customer" else 0.0
        ),
    )


def nickname(given: str, family: str, rng: random.Random) -> str:
    """What stands above somebody's reviews."""
    forms = (
        given,
        f"{given} {family[0]}.",
        f"{given[0]}. {family}",
        f"{ascii_name(given)}{rng.randrange(60, 99)}",
    )
    return rng.choices(forms, (30, 40, 18, 12))[0]


def place_address(
    given: str, family: str, place: PostalAddress, phone: str, label: str, notes: str = "", line2: str = ""
) -> Address:
    """An address of a person at a place of places.yaml."""
    return Address(
        given,
        family,
        place.line1,
        place.postcode,
        place.city,
        line2=line2,
        phone=phone,
        notes=notes,
        label=label,
    )


def address_book(given: str, family: str, rng: random.Random, phones: set[str]) -> tuple[Address, ...]:
    """One to four different addresses; the first is the default for delivery, and mostly for billing."""
    count = rng.choices((1, 2, 3, 4), (58, 27, 10, 5))[0]
    houses = rng.sample(addresses(), count)
    mobile = phone_number(rng, phones)
    bill = 1 if count > 1 and rng.random() < 0.25 else 0
    book = []
    for index, ((label, _), place) in enumerate(zip(PLACES_IN_BOOK, houses, strict=False)):
        first = given
        if label == "parents":
            first = rng.choice(("Karin", "Heinz", "Ursula", "Dieter", "Renate"))
        one = place_address(
            first,
            family,
            place,
            mobile if index < 2 else phone_number(rng, phones),
            label,
            notes=rng.choice(NOTES_FOR_COURIER) if rng.random() < 0.15 else "",
            line2=rng.choice(COMPANIES) if label == "work" else "",
        )
        book.append(with_defaults(one, index == 0, index == bill))
    return tuple(book)


def with_defaults(address: Address, shipping: bool, billing: bool) -> Address:
    """The address as default for delivery or billing."""
    return replace(address, default_shipping=shipping, default_billing=billing)


def find_house(street: str, number: str) -> PostalAddress:
    """The house of places.yaml; ``LookupError`` when it is not there."""
    for place in addresses():
        if (place.street, place.housenumber) == (street, number):
            return place
    raise LookupError(f"no such address in places.yaml: {street} {number}")


def emma_addresses(phones: set[str], rng: random.Random) -> tuple[Address, ...]:
    """Five addresses in Emma's book: home, work, her parents, her sister, the allotment."""
    home, work, parents, sister, plot = EMMA_HOUSES
    mobile = phone_number(rng, phones)
    family = "Lindqvist"
    return (
        with_defaults(place_address("Emma", family, find_house(*home), mobile, "home"), True, True),
        place_address(
            "Emma", family, find_house(*work), mobile, "work", "Reception closes at 16:00.", "Planbüro Linde"
        ),
        place_address("Karin", family, find_house(*parents), phone_number(rng, phones), "parents"),
        place_address("Astri", "Lindqvist-Bohn", find_house(*sister), phone_number(rng, phones), "sister"),
        place_address(
            "Emma", family, find_house(*plot), mobile, "garden", "Plot 27, the gate with the blue fish."
        ),
    )


EMMA_HOUSES = (
    ("Katharinenstraße", "48"),
    ("Friedrich-Engels-Ring", "36"),
    ("Marie-Hager-Straße", "13"),
    ("Robinienstraße", "58"),
    ("Hauptstraße", "5"),
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
