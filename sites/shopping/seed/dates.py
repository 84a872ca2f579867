"""Who orders when."""

from __future__ import annotations

import random
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import accumulate

from sites.shopping.seed.records import EPOCH
from sites.world_data import persona, personas
from sites.world_data.shop.records import Customer, Product

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
MONTHS = (0.86, 0.82, 0.95, 1.0, 1.04, 0.98, 0.88, 0.9, 0.97, 1.06, 1.5, 1.78)
WEEKDAYS = (1.12, 1.02, 0.98, 1.0, 0.92, 0.88, 1.2)
HOURS = (1, 0.5, 0.3, 0.2, 0.3, 0.8, 2, 4, 5, 6, 6, 6, 7, 6, 5, 5, 6, 7, 8, 10, 11, 10, 7, 3)


@dataclass(slots=True)
class Draft:
    """An order in the making; ``lines`` are [product, sold item, quantity]."""

    customer: Customer
    date: datetime
    lines: list[tuple[Product, Product, int]] = field(default_factory=list)
    fate: str = ""


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
