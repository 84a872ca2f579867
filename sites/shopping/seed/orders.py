"""Two years of orders: who buys what and when, what happens to it, what it costs.

A draft order is a customer, a moment and a basket. Drafts are made first; then ties in the rankings that
people ask for are broken; then every draft is played through to the epoch (which gives its status) and
priced to the cent.
"""

from __future__ import annotations

import random
from collections import Counter
from itertools import accumulate

from sites.shopping.seed import texts
from sites.shopping.seed.baskets import fill_baskets
from sites.shopping.seed.clerk import Clerk
from sites.shopping.seed.dates import draft_dates
from sites.shopping.seed.fates import break_ties, decide_fates
from sites.shopping.seed.records import People, Trade
from sites.world_data.shop.records import Catalogue


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
