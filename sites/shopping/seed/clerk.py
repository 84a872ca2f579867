"""Plays an order through to the epoch, which gives its status, and prices it to the cent."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal

from sites.shopping.seed import selling, texts
from sites.shopping.seed.baskets import WORN
from sites.shopping.seed.dates import EMMA_RECENT, Draft
from sites.shopping.seed.records import (
    EPOCH,
    Discount,
    Note,
    Offer,
    Order,
    OrderLine,
    People,
    Shipment,
    StatusChange,
)
from sites.shopping.seed.selling import cents
from sites.world_data import addresses, persona
from sites.world_data.shop.records import Address, Catalogue, Product

# How long Emma's latest orders take to be packed and sent, in hours.
EMMA_PACE = dict(zip(EMMA_RECENT, ((13, 26), (12, 37), (14, 90), (12, 40)), strict=True))
SHIPPING_SHARES = {"standard": 60, "express": 13, "locker": 17, "pickup": 10}
PAYMENTS = {"Card": 44, "Invoice": 27, "Direct debit": 20, "Prepayment": 9}
CARRIERS = (("Nordpost", "NP", 55), ("Tollense Kurier", "TK", 25), ("PaketPlus", "PP", 20))


class Clerk:
    """Turns drafts into orders: addresses, delivery, discounts, total, history."""

    def __init__(self, catalogue: Catalogue, people: People, seed: int) -> None:
        self.rng = random.Random(f"{seed}:clerk")
        self.methods = {method.code: method for method in people.shipping_methods}
        self.ranges = {one.slug: one for one in people.ranges}
        self.parents = {category.slug: category.parent for category in catalogue.categories}
        self.offers = people.offers
        self.vouchers = {voucher.code: voucher for voucher in people.vouchers}
        self.used: set[tuple[str, str]] = set()
        self.served: Counter[str] = Counter()
        self.tracking: set[str] = set()
        staff = {customer.role: customer.username for customer in people.customers}
        self.owner, self.packer = staff.get("owner"), staff.get("staff")

    def order(self, draft: Draft, number: str) -> Order:
        """The finished order of a draft."""
        lines = [self.line(product, item, quantity, draft.date) for product, item, quantity in draft.lines]
        self.served[draft.customer.email] += 1
        discounts = self.discounts(draft, lines)
        goods = sum((line.line_total for line in lines), Decimal(0)) - sum(
            (d.amount for d in discounts), Decimal(0)
        )
        shipping, billing = self.addresses(draft)
        code = self.rng.choices(list(SHIPPING_SHARES), list(SHIPPING_SHARES.values()))[0]
        if code == "pickup" and not shipping.postcode.startswith("1703"):
            code = "standard"
        method = self.methods[code]
        charge = self.charge(draft, code, goods)
        payment = self.rng.choices(list(PAYMENTS), list(PAYMENTS.values()))[0]
        story = self.play(draft, code, payment)
        return Order(
            number=number,
            customer=draft.customer.email,
            date=draft.date,
            status=story.status,
            lines=tuple(replace(line, status=story.status) for line in lines),
            shipping_method=method.name,
            shipping_code=code,
            shipping_charge=charge,
            total=goods + charge,
            shipping_address=shipping,
            billing_address=billing,
            payment_method=payment,
            discounts=tuple(discounts),
            notes=tuple(story.notes),
            shipments=tuple(story.shipments),
            history=tuple(story.history),
        )

    def line(self, product: Product, item: Product, quantity: int, date: datetime) -> OrderLine:
        """A line at the price of that day: before a reduction and before last year's rise."""
        price = item.price
        age = (EPOCH - date).days
        if item.list_price and age > 45:
            price = item.list_price
        if age > 420 and price > 8:
            price = cents((price * Decimal("0.96")).to_integral_value() - Decimal("0.01") * (price % 1 != 0))
        return OrderLine(item.sku, item.title, quantity, price, price * quantity)

    def charge(self, draft: Draft, code: str, goods: Decimal) -> Decimal:
        """Delivery charge, nothing while delivery was free for all."""
        for offer in self.offers:
            running = offer.start <= draft.date and (offer.end is None or draft.date < offer.end)
            if offer.kind == "shipping_percentage" and running and goods >= offer.condition_value:
                return Decimal("0.00")
        return selling.shipping_charge(self.methods[code], goods)

    def addresses(self, draft: Draft) -> tuple[Address, Address]:
        """Delivery and billing address; Emma lived elsewhere until she moved."""
        book = draft.customer.addresses
        shipping = next(one for one in book if one.default_shipping)
        billing = next(one for one in book if one.default_billing)
        if len(book) > 1 and self.rng.random() < 0.16:
            shipping = self.rng.choice([one for one in book if one is not shipping])
        if draft.customer.email == persona("emma").email and draft.date < EMMA_MOVED:
            old = old_home(billing)
            return (old if shipping.default_shipping else shipping), old
        return shipping, billing

    def discounts(self, draft: Draft, lines: list[OrderLine]) -> list[Discount]:
        """A voucher or else the best running offer, or nothing."""
        total = sum((line.line_total for line in lines), Decimal(0))
        voucher = self.voucher(draft, total)
        if voucher:
            offer = self.vouchers[voucher].offer
            amount = selling.reduction(offer, [(line.unit_price, line.quantity) for line in lines])
            if amount > 0:
                self.used.add((voucher, draft.customer.email))
                return [Discount(self.vouchers[voucher].name, amount, voucher=voucher)]
        best: tuple[Decimal, Offer] | None = None
        for offer in self.offers:
            if offer.kind == "shipping_percentage" or not offer.start <= draft.date:
                continue
            if offer.end is not None and draft.date >= offer.end:
                continue
            chosen = self.ranges[offer.range]
            affected = [
                (line.unit_price, line.quantity)
                for line, (product, _, _) in zip(lines, draft.lines, strict=True)
                if selling.in_range(product, chosen, self.parents)
            ]
            amount = selling.reduction(offer, affected)
            if amount > 0 and (best is None or amount > best[0]):
                best = (amount, offer)
        return [Discount(best[1].name, best[0], offer=best[1].slug)] if best else []

    def voucher(self, draft: Draft, total: Decimal) -> str | None:
        """Code of the voucher a customer uses for an order, if any."""
        if self.rng.random() > 0.2:
            return None
        fitting = []
        for code, voucher in self.vouchers.items():
            once = voucher.usage != "Multi-use"
            fits = voucher.start <= draft.date <= voucher.end and voucher.usage != "Single use"
            enough = voucher.offer.condition != "value" or total >= voucher.offer.condition_value
            fresh = not (once and (code, draft.customer.email) in self.used)
            first = code != "WELCOME10" or self.served[draft.customer.email] == 1
            if fits and enough and fresh and first:
                fitting.append(code)
        return self.rng.choice(fitting) if fitting else None

    def play(self, draft: Draft, code: str, payment: str) -> Story:
        """What happened to an order until the epoch."""
        rng, story = self.rng, Story(draft.date)
        date = draft.date
        worn = any(product.image.kind in WORN for product, _, _ in draft.lines)
        if rng.random() < 0.05:
            wish = texts.filled(rng.choice(texts.order_wishes()), draft)
            story.note(wish, date + timedelta(seconds=30), None)
        if draft.fate == "Cancelled":
            story.move("Cancelled", date + timedelta(minutes=rng.randrange(25, 60 * 40)))
            reason = texts.filled(rng.choice(texts.cancel_reasons(worn)), draft)
            story.note(reason, story.now + timedelta(seconds=40), self.owner)
            return story
        if (
            payment == "Prepayment"
            and date not in EMMA_PACE
            and EPOCH - date < timedelta(days=30)
            and rng.random() < 0.5
            and not draft.fate
        ):
            story.note("Waiting for the bank transfer.", office(date + timedelta(hours=20)), self.owner)
            return story
        packed, sent = (
            EMMA_PACE.get(date, (0, 0)) if draft.customer.email == persona("emma").email else (0, 0)
        )
        packing = 60 * packed or rng.randrange(90, 30 * 60)
        sending = 60 * sent or rng.randrange(4 * 60, 46 * 60)
        story.move("Processing", office(date + timedelta(minutes=packing, seconds=rng.randrange(60))))
        story.move("Shipped", office(story.now + timedelta(minutes=sending, seconds=rng.randrange(60))))
        if story.status != "Shipped":
            return story
        lost = EPOCH - date < timedelta(days=40) and rng.random() < 0.03 and not draft.fate
        days = {"express": 1, "pickup": 0.4}.get(code, rng.choice((1, 2, 2, 3, 4)))
        if date in EMMA_PACE:
            days = 5
        delivered = office(story.now + timedelta(minutes=int(days * 1200) + rng.randrange(300)))
        arrived = delivered < EPOCH and not lost
        if code != "pickup":
            carrier, tracking = self.parcel()
            story.shipments.append(Shipment(carrier, tracking, story.now, delivered if arrived else None))
        if lost:
            when = office(story.now + timedelta(days=6))
            story.note("Customer asks where the parcel is; enquiry sent to the carrier.", when, self.packer)
            return story
        story.move("Complete", delivered)
        if draft.fate == "Returned":
            story.move("Returned", office(delivered + timedelta(days=rng.randrange(3, 22))))
            story.note(
                texts.filled(rng.choice(texts.return_reasons(worn)), draft),
                story.now + timedelta(minutes=3),
                self.packer,
            )
        elif story.status == "Complete" and rng.random() < 0.02:
            story.note(
                texts.filled(rng.choice(texts.staff_remarks()), draft),
                office(delivered + timedelta(days=1)),
                self.owner,
            )
        return story

    def parcel(self) -> tuple[str, str]:
        """A carrier and a tracking number that no other parcel has."""
        carrier, prefix, _ = self.rng.choices(CARRIERS, [share for _, _, share in CARRIERS])[0]
        while True:
            tracking = f"{prefix}{self.rng.randrange(10**9, 10**10)}"
            if tracking not in self.tracking:
                self.tracking.add(tracking)
                return carrier, tracking


EMMA_MOVED = datetime(2024, 11, 2, tzinfo=UTC)


def old_home(like: Address) -> Address:
    """Where Emma lived before she moved; no longer in her address book."""
    place = next(one for one in addresses() if (one.street, one.housenumber) == ("Gartenstraße", "25"))
    return Address(
        like.first_name,
        like.last_name,
        place.line1,
        place.postcode,
        place.city,
        phone=like.phone,
        label="old home",
    )


@dataclass(slots=True)
class Story:
    """The history of an order so far; what would lie after the epoch does not happen."""

    now: datetime
    status: str = "Pending"
    history: list[StatusChange] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    shipments: list[Shipment] = field(default_factory=list)
    stopped: bool = False

    def move(self, status: str, date: datetime) -> None:
        """Change the status, unless the epoch comes first; then nothing changes any more."""
        if self.stopped or date >= EPOCH:
            self.stopped = True
            return
        self.history.append(StatusChange(self.status, status, date))
        self.status, self.now = status, date

    def note(self, text: str, date: datetime, author: str | None) -> None:
        """Add a note, unless the epoch comes first."""
        if date < EPOCH:
            self.notes.append(Note(text, date, "Info" if author else "System", author))


def office(date: datetime) -> datetime:
    """The moment itself, or the next morning if nobody is at work (Monday to Saturday, 7 to 18)."""
    if date.hour < 7:
        date = date.replace(hour=7, minute=date.minute % 50)
    elif date.hour >= 18:
        date = (date + timedelta(days=1)).replace(hour=8)
    if date.weekday() == 6:
        date += timedelta(days=1)
    return date
