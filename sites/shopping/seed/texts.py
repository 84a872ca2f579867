"""Running text of the shop, written by hand: pages, e-mails, messages of customers, remarks on orders."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import cache
from importlib import resources
from typing import Any

import yaml

from sites.shopping.seed.dates import Draft
from sites.shopping.seed.records import EPOCH, ContactMessage, MessageTemplate, Order, Page, People
from sites.sitekit.grammar import expand
from sites.world_data import persona
from sites.world_data.shop.records import Customer


@cache
def _data(name: str) -> Any:
    """The parsed content of ``data/<name>.yaml``; do not change what is returned."""
    text = resources.files("sites.shopping.seed").joinpath("data", f"{name}.yaml").read_text(encoding="utf-8")
    return yaml.safe_load(text)


def pages() -> tuple[Page, ...]:
    """Content pages of the shop, HTML."""
    return tuple(Page(row["url"], row["title"], row["content"].strip()) for row in _data("pages"))


def message_templates() -> tuple[MessageTemplate, ...]:
    """E-mails that the shop sends, as Django templates."""
    return tuple(
        MessageTemplate(
            row["code"],
            row["name"],
            row["category"],
            row["subject"],
            row["body"].strip(),
            html=row["html"].strip(),
        )
        for row in _data("emails")
    )


def order_wishes() -> list[str]:
    """What customers ask for when they order."""
    return list(_data("remarks")["wishes"])


def cancel_reasons(worn: bool) -> list[str]:
    """Why orders are cancelled, as the shop's staff write it down; sizes matter for what is ``worn`` only."""
    return [text for text in _data("remarks")["cancelled"] if worn or "size" not in text]


def return_reasons(worn: bool) -> list[str]:
    """Why orders come back, as the warehouse writes it down; only what is ``worn`` can be too small."""
    return [text for text in _data("remarks")["returned"] if worn or "too " not in text]


def staff_remarks() -> list[str]:
    """What else is noted on orders that are done."""
    return list(_data("remarks")["done"])


def filled(text: str, draft: Draft) -> str:
    """A note with its choices made and its blanks filled in for an order."""
    dearest = max((product for product, _, _ in draft.lines), key=lambda one: (one.price, one.sku))
    facts = {
        "given": draft.customer.first_name,
        "product": dearest.title.split(",")[0],
        "weekday": f"{draft.date + timedelta(days=2):%A}",
    }
    return expand(text, random.Random(f"note:{draft.customer.email}:{draft.date}:{text}"), facts)


def contact_messages(people: People, orders: Sequence[Order], seed: int) -> tuple[ContactMessage, ...]:
    """What came in through the contact form: each text of data/contact.yaml once, oldest first.

    A text that speaks of an order gets a fitting one: of the status it needs, by the persona it names or by
    anybody, and not the same order twice.
    """
    rng = random.Random(f"{seed}:contact")
    by_email = {customer.email: customer for customer in people.customers}
    used: set[str] = set()
    messages = []
    rows = _data("contact")
    for index, row in enumerate(rows):
        # The last rows are the youngest; the last three came this morning and are unread.
        age = timedelta(hours=2 + (len(rows) - 1 - index) * 61, minutes=rng.randrange(50))
        if index < len(rows) - 1:  # people write between eight and nine in the evening
            age -= timedelta(hours=8 + (EPOCH - age).hour % 13 - (EPOCH - age).hour)
        writer: Customer | None = by_email[persona(row["from"]).email] if "from" in row else None
        order: Order | None = None
        if "status" in row:
            order = fitting_order(orders, row["status"], writer, EPOCH - age, used, rng)
            if order is None:
                continue
            used.add(order.number)
            writer = by_email[order.customer]
        if writer is None and "name" not in row:
            candidates = [
                one for one in people.customers if one.role == "customer" and one.date_joined < EPOCH - age
            ]
            writer = rng.choice(candidates[9:] or candidates)
        messages.append(message(row, writer, order, EPOCH - age))
    return tuple(messages)


def message(
    row: dict[str, Any], writer: Customer | None, order: Order | None, date: datetime
) -> ContactMessage:
    """A row of data/contact.yaml with its blanks filled in."""
    blanks: dict[str, str] = {}
    if order:
        dearest = max(order.lines, key=lambda line: (line.line_total, line.product))
        blanks = {
            "number": order.number,
            "product": dearest.title,
            "amount": f"€{dearest.line_total:,.2f}",
            "total": f"€{order.total:,.2f}",
            "ordered": f"{order.date.day} {order.date:%B %Y}",
        }
    name = f"{writer.first_name} {writer.last_name}" if writer else row["name"]
    return ContactMessage(
        name=name,
        email=writer.email if writer else row["email"],
        subject=row["subject"].format(**blanks),
        text=row["text"].format(name=name.split()[0], **blanks).strip(),
        date=date.replace(microsecond=0),
        order=order.number if order else None,
        status=row.get("state", "answered"),
        customer=writer.email if writer else None,
    )


def fitting_order(
    orders: Sequence[Order],
    status: str,
    writer: Customer | None,
    date: datetime,
    used: set[str],
    rng: random.Random,
) -> Order | None:
    """An order that somebody could write about on a date: of the five weeks before it, if there is one."""
    found = [
        order
        for order in orders
        if order.status == status
        and timedelta(hours=6) < date - order.date
        and order.number not in used
        and (writer is None or order.customer == writer.email)
    ]
    recent = [order for order in found if date - order.date < timedelta(days=35)]
    return rng.choice(recent or found[-5:]) if found else None
