"""Who has an account at the shop: personas and ordinary customers with their address books."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from sites.facts import EPOCH
from sites.world_data import (
    PostalAddress,
    addresses,
    ascii_name,
    draw_names,
    load,
    mail_domains,
    phone_number,
)
from sites.world_data.shop.records import Address, Customer

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
