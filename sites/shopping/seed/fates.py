"""Which orders are cancelled or returned, and rankings without ties."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import pairwise

from sites.shopping.seed.clerk import EMMA_PACE
from sites.shopping.seed.dates import HISTORIES, Draft
from sites.shopping.seed.records import EPOCH
from sites.world_data import persona
from sites.world_data.shop.records import Product


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
