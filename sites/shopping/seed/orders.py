"""Two years of orders: who buys what and when, what happens to it, what it costs.

A draft order is a customer, a moment and a basket. Drafts are made first; then ties in the rankings that
people ask for are broken; then every draft is played through to the epoch (which gives its status) and
priced to the cent.
"""

from __future__ import annotations

import random
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from itertools import accumulate, pairwise

from sites.shopping.seed import selling, texts
from sites.shopping.seed.records import (
    EPOCH,
    Address,
    Catalogue,
    Customer,
    Discount,
    Note,
    Offer,
    Order,
    OrderLine,
    People,
    Product,
    Shipment,
    StatusChange,
    Trade,
)
from sites.shopping.seed.selling import cents
from sites.world_data import addresses, persona, personas

START = datetime(2024, 3, 16, tzinfo=UTC)
"""The shop's first order; its last one lies shortly before the epoch."""
ORDERS = 3_640
"""Orders at scale 1."""
CAP = 24
"""Most orders of an ordinary customer, beside the few in RUNNERS."""
# Orders, cancellations and returns of the personas.
HISTORIES = {
    "emma": (47, 5, 3),
    "frequent": (68, 6, 2),
    "runner_up": (58, 3, 1),
    "canceller": (40, 15, 1),
    "returner": (35, 2, 13),
    "spender": (21, 0, 1),
    "grumbler": (19, 1, 4),
    "fussy": (22, 8, 5),
    "newcomer": (1, 0, 0),
}
# Orders of the four ordinary customers who order most.
RUNNERS = (31, 29, 27, 26)
# Emma's latest orders: one each that is under way, packed and new at the epoch.
EMMA_RECENT = (
    datetime(2026, 3, 11, 19, 24, 8, tzinfo=UTC),
    datetime(2026, 3, 12, 20, 51, 37, tzinfo=UTC),
    datetime(2026, 3, 13, 18, 40, 44, tzinfo=UTC),
    datetime(2026, 3, 15, 21, 7, 12, tzinfo=UTC),
)
# How long Emma's latest orders take to be packed and sent, in hours.
EMMA_PACE = dict(zip(EMMA_RECENT, ((13, 26), (12, 37), (14, 90), (12, 40)), strict=True))
MONTHS = (0.86, 0.82, 0.95, 1.0, 1.04, 0.98, 0.88, 0.9, 0.97, 1.06, 1.5, 1.78)
WEEKDAYS = (1.12, 1.02, 0.98, 1.0, 0.92, 0.88, 1.2)
HOURS = (1, 0.5, 0.3, 0.2, 0.3, 0.8, 2, 4, 5, 6, 6, 6, 7, 6, 5, 5, 6, 7, 8, 10, 11, 10, 7, 3)
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
SHIPPING_SHARES = {"standard": 60, "express": 13, "locker": 17, "pickup": 10}
PAYMENTS = {"Card": 44, "Invoice": 27, "Direct debit": 20, "Prepayment": 9}
CARRIERS = (("Nordpost", "NP", 55), ("Tollense Kurier", "TK", 25), ("PaketPlus", "PP", 20))


@dataclass(slots=True)
class Draft:
    """An order in the making; ``lines`` are [product, sold item, quantity]."""

    customer: Customer
    date: datetime
    lines: list[tuple[Product, Product, int]] = field(default_factory=list)
    fate: str = ""


def make_orders(catalogue: Catalogue, people: People, seed: int, scale: int = 1) -> Trade:
    """All orders up to the epoch, oldest first, and the messages that customers wrote."""
    drafts = draft_dates(people.customers, seed, scale)
    fill_baskets(drafts, catalogue, seed)
    decide_fates(drafts, seed)
    break_ties(drafts)
    clerk = Clerk(catalogue, people, seed)
    orders = tuple(
        clerk.order(draft, number) for draft, number in zip(drafts, numbers(len(drafts), seed), strict=True)
    )
    return Trade(orders, texts.contact_messages(people, orders, seed))


def voucher_uses(trade: Trade) -> Counter[str]:
    """How often each voucher was used in the orders."""
    return Counter(d.voucher for order in trade.orders for d in order.discounts if d.voucher)


def numbers(count: int, seed: int) -> list[str]:
    """Rising order numbers with gaps, since a basket that is given up takes a number too."""
    rng = random.Random(f"{seed}:numbers")
    return [
        str(number)
        for number in accumulate((rng.choice((1, 1, 1, 2, 2, 3)) for _ in range(count)), initial=100_340)
    ][1:]


# ---- when and who ----
def quotas(customers: Sequence[Customer], seed: int, scale: int) -> dict[str, int]:
    """How many orders each customer makes; the nine who order most differ from all others."""
    rng = random.Random(f"{seed}:quotas")
    fixed = {persona(key).email: count for key, (count, _, _) in HISTORIES.items()}
    special = {one.email for one in personas().values()}
    ordinary = [one for one in customers if one.email not in special and one.activity > 0]
    left = ORDERS * scale - sum(fixed.values())
    weights = [one.activity * tenure(one) for one in ordinary]
    counts = Counter(one.email for one in rng.choices(ordinary, weights, k=left))
    for email in counts:
        counts[email] = min(counts[email], CAP)
    best = sorted(counts, key=lambda email: (-counts[email], email))
    for email, count in zip(best, RUNNERS, strict=False):
        counts[email] = count
    # What the cap took goes to those far below it.
    rest = [email for email in best[len(RUNNERS) :] if counts[email] < CAP - 6]
    while (missing := left - sum(counts.values())) > 0:
        for email in rng.choices(rest, k=missing):
            counts[email] = min(counts[email] + 1, CAP)
    return {**fixed, **counts}


def tenure(customer: Customer) -> float:
    """Years in which a customer can have ordered."""
    return (
        max((customer.last_login or EPOCH) - max(customer.date_joined, START), timedelta(0)).days / 365 + 0.02
    )


class Calendar:
    """Draws moments between two limits by season, weekday, hour and the growth of the shop."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.taken: set[datetime] = set(EMMA_RECENT)
        days = (EPOCH - START).days
        weights = []
        for index in range(days + 1):
            day = START + timedelta(days=index)
            growth = 0.75 + 0.6 * index / days
            weights.append(growth * MONTHS[day.month - 1] * WEEKDAYS[day.weekday()])
        for index in range(-11, -1):  # spring has come
            weights[index] *= 1.5
        weights[-1] *= 0.5  # the day of the epoch has only begun
        self.sums = list(accumulate(weights, initial=0.0))

    def draw(self, first: datetime, last: datetime) -> datetime:
        """A moment nobody else has; the limits are widened by hours if they leave no room."""
        low = max((first - START).days, 0)
        high = max(min((last - START).days, len(self.sums) - 2), low)
        for attempt in range(400):
            point = self.sums[low] + self.rng.random() * (self.sums[high + 1] - self.sums[low])
            index = min(max(bisect_left(self.sums, point) - 1, low), high)
            hour = self.rng.choices(range(24), HOURS)[0]
            date = START + timedelta(days=index, hours=hour, seconds=self.rng.randrange(3600))
            inside = first <= date <= last or (attempt > 200 and date >= START)
            if inside and date < EPOCH - timedelta(minutes=9) and date not in self.taken:
                self.taken.add(date)
                return date
        raise RuntimeError(f"no free moment between {first} and {last}")


def draft_dates(customers: Sequence[Customer], seed: int, scale: int) -> list[Draft]:
    """Drafts with customer and date, oldest first. Years and months have one clear leader each."""
    plan = quotas(customers, seed, scale)
    by_email = {customer.email: customer for customer in customers}
    for attempt in range(50):
        calendar = Calendar(random.Random(f"{seed}:dates:{attempt}"))
        drafts = []
        for email, count in plan.items():
            customer = by_email[email]
            first = max(customer.date_joined + timedelta(minutes=4), START)
            last = min(customer.last_login or EPOCH, EPOCH)
            if email == persona("newcomer").email:
                first = EPOCH - timedelta(hours=19)
            if email == persona("emma").email:
                drafts += [Draft(customer, date) for date in EMMA_RECENT]
                last, count = EMMA_RECENT[0] - timedelta(days=9), count - len(EMMA_RECENT)
            drafts += [Draft(customer, calendar.draw(first, last)) for _ in range(count)]
        drafts.sort(key=lambda draft: draft.date)
        if clear_dates(drafts):
            return drafts
    raise RuntimeError("no dates without ties in 50 attempts")


def clear_dates(drafts: Sequence[Draft]) -> bool:
    """Whether customers of a year and months of a year have clear leaders."""
    by_year: dict[int, Counter[str]] = defaultdict(Counter)
    by_month: dict[int, Counter[int]] = defaultdict(Counter)
    for draft in drafts:
        by_year[draft.date.year][draft.customer.email] += 1
        by_month[draft.date.year][draft.date.month] += 1
    full = [by_month[2024], by_month[2025]]
    quietest = [Counter({month: -count for month, count in months.items()}) for months in full]
    return (
        all(distinct(by_year[year], 3) for year in (2024, 2025))
        and distinct(by_year[2026], 1)
        and all(distinct(months, 3) for months in full)
        and all(distinct(months, 1) for months in quietest)
    )


def distinct(counts: Counter[int] | Counter[str], places: int) -> bool:
    """Whether each of the first ``places`` is a rank of one."""
    best = [count for _, count in counts.most_common(places + 1)]
    return len(set(best)) == len(best)


# ---- what ----
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


# ---- what became of it ----
def decide_fates(drafts: Sequence[Draft], seed: int) -> None:
    """Choose the orders that are cancelled or sent back; the leaders in both differ from everybody else."""
    rng = random.Random(f"{seed}:fates")
    plans = {persona(key).email: plan for key, plan in HISTORIES.items()}
    own: dict[str, list[Draft]] = defaultdict(list)
    for draft in drafts:
        own[draft.customer.email].append(draft)
    for email, history in own.items():
        if email in plans:
            _, cancelled, returned = plans[email]
            spread(history, cancelled, returned, rng)
            continue
        left = {"Cancelled": min(4, 1 + len(history) // 6), "Returned": 3}
        in_year: Counter[tuple[str, int]] = Counter()
        for draft in history:
            fate = rng.choices(("", "Cancelled", "Returned"), (91.5, 5, 3.5))[0]
            key = (fate, draft.date.year)
            if fate and left[fate] and in_year[key] < 3 and old_enough(draft, fate):
                left[fate] -= 1
                in_year[key] += 1
                draft.fate = fate


def spread(history: list[Draft], cancelled: int, returned: int, rng: random.Random) -> None:
    """Spread a persona's cancellations and returns over the years in proportion to the orders."""
    for fate, count in (("Cancelled", cancelled), ("Returned", returned)):
        free = [draft for draft in history if not draft.fate and old_enough(draft, fate)]
        free = [draft for draft in free if draft.date not in EMMA_PACE]
        step = len(free) / count if count else 0
        for index in range(count):
            place = int(index * step + rng.random() * step)
            while free[place % len(free)].fate:  # neighbouring steps may meet
                place += 1
            free[place % len(free)].fate = fate


def old_enough(draft: Draft, fate: str) -> bool:
    """Whether there was time to cancel the order, or to send it back."""
    return EPOCH - draft.date > timedelta(days=3 if fate == "Cancelled" else 40)


def break_ties(drafts: Sequence[Draft]) -> None:
    """Make the six best-selling products of every quarter, half, year and of all time differ in units sold.

    Both for things as sold (variants apart) and for products (variants together), and both with and without
    cancelled orders. Of two that tie, the one that comes first by sku sells one more.
    """
    tables: dict[tuple[str, bool, str], Counter[str]] = defaultdict(Counter)
    lines: dict[str, list[tuple[Draft, int]]] = defaultdict(list)

    def book(draft: Draft, product: Product, item: Product, quantity: int) -> None:
        for period in periods(draft.date):
            for cancelled_too in (True, False):
                if cancelled_too or draft.fate != "Cancelled":
                    tables["item", cancelled_too, period][item.sku] += quantity
                    tables["product", cancelled_too, period][product.sku] += quantity

    for draft in drafts:
        for index, (product, item, quantity) in enumerate(draft.lines):
            book(draft, product, item, quantity)
            if draft.fate != "Cancelled":
                for sku in {product.sku, item.sku}:
                    lines[sku].append((draft, index))
    for _ in range(200):
        steps = 0
        for key in sorted(tables):
            tied = first_tie(tables[key], 6)
            if tied is None:
                continue
            fitting = [place for place in lines[tied] if key[2] in periods(place[0].date)]
            if not fitting:
                continue
            draft, index = min(fitting, key=lambda place: place[0].lines[place[1]][2])
            product, item, quantity = draft.lines[index]
            draft.lines[index] = (product, item, quantity + 1)
            book(draft, product, item, 1)
            steps += 1
        if not steps:
            return
    raise RuntimeError("ties between best-sellers remain")


def periods(date: datetime) -> tuple[str, ...]:
    """Names of the quarter, half, year and of all time a moment belongs to."""
    quarter = (date.month - 1) // 3 + 1
    return (f"{date.year}-Q{quarter}", f"{date.year}-H{(quarter + 1) // 2}", f"{date.year}", "all")


def first_tie(units: Counter[str], places: int) -> str | None:
    """The first by sku of the best two that tie within the first ``places`` (and with the one after them)."""
    ranking = sorted(units.items(), key=lambda pair: (-pair[1], pair[0]))[: places + 1]
    for (sku, count), (_, following) in pairwise(ranking):
        if count == following:
            return sku
    return None


# ---- what it cost ----
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
            wish = rng.choice(texts.order_wishes())
            story.note(wish, date + timedelta(seconds=30), None)
        if draft.fate == "Cancelled":
            story.move("Cancelled", date + timedelta(minutes=rng.randrange(25, 60 * 40)))
            reason = rng.choice(texts.cancel_reasons(worn))
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
            story.note(rng.choice(texts.return_reasons(worn)), story.now + timedelta(minutes=3), self.packer)
        elif story.status == "Complete" and rng.random() < 0.02:
            story.note(rng.choice(texts.staff_remarks()), office(delivered + timedelta(days=1)), self.owner)
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
