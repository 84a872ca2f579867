"""Money, stock and article numbers: the numbers of a product that are not its attributes."""

from __future__ import annotations

import math
from collections.abc import Mapping
from decimal import Decimal
from random import Random
from typing import Any

OUT_OF_STOCK = 0.06
LOW_STOCK = 0.10


def linear(
    form: Mapping[str, Any], facts: Mapping[str, Any], tier: int, rng: Random | None, pack_power: float = 1.0
) -> float:
    """``base`` plus a coefficient for each named attribute, times factors for option values and the tier.

    ``pack`` is special: the number of pieces multiplies, to the power ``pack_power`` (large packs are cheaper
    each).
    """
    total = float(form.get("base", 0))
    for code, coefficient in form.items():
        if code in ("base", "tier", "factor", "spread", "step", "min", "max", "pack"):
            continue
        value = facts.get(code)
        if value is not None:
            total += float(coefficient) * float(value)
    for code, table in form.get("factor", {}).items():
        total *= float(table.get(facts.get(code), 1.0))
    total *= float(form.get("tier", (1, 1, 1))[tier - 1])
    if "pack" in form:
        total *= float(facts.get("pack", 1)) ** pack_power
    if rng is not None and "spread" in form:
        total *= rng.uniform(1 - form["spread"], 1 + form["spread"])
    if "step" in form:
        step = form["step"]
        total = round(round(total / step) * step, 2)
    return min(max(total, form.get("min", 0)), form.get("max", math.inf))


def price_point(amount: float, tier: int) -> Decimal:
    """The nearest price a shop would print: .99 for cheap brands, .90 in the middle, round at the top."""
    if amount < 12:
        endings = {1: (0.29, 0.49, 0.79, 0.99), 2: (0.49, 0.90, 0.95), 3: (0.0, 0.50, 0.90)}[tier]
        step = 1
    elif amount < 80:
        endings, step = {1: (0.99,), 2: (0.90, 0.50, 0.95), 3: (0.0, 0.50)}[tier], 1
    elif amount < 250:
        endings, step = {1: (4.99, 9.99), 2: (4.90, 9.90, 9.0), 3: (5.0, 9.0, 0.0)}[tier], 10
    else:
        endings, step = {1: (9.99, 19.99), 2: (9.0, 19.0, 15.0), 3: (10.0, 0.0, 15.0)}[tier], 20
    base = int(amount // step) * step
    candidates = [start + ending for start in (base - step, base, base + step) for ending in endings]
    best = min((value for value in candidates if value > 0.2), key=lambda value: (abs(value - amount), value))
    return Decimal(f"{best:.2f}")


def reduced(price: Decimal, share: float, tier: int) -> Decimal:
    """A reduced price that is really below the old one."""
    lower = price_point(float(price) * (1 - share), tier)
    return lower if lower < price else (price * Decimal("0.8")).quantize(Decimal("0.01"))


def draw_stock(rng: Random) -> int:
    """Units in stock: now and then none, more often a few, mostly plenty."""
    draw = rng.random()
    if draw < OUT_OF_STOCK:
        return 0
    if draw < OUT_OF_STOCK + LOW_STOCK:
        return rng.randint(1, 5)
    return min(6 + int(rng.lognormvariate(3.4, 0.8)), 400)


def ean(rng: Random) -> str:
    """A random article number with a German prefix (EAN-13)."""
    return checked(f"426{rng.randrange(10**9):09d}")


def checked(digits: str) -> str:
    """Twelve digits with the check digit of an EAN-13 behind."""
    check = -sum(int(digit) * (3 if index % 2 else 1) for index, digit in enumerate(digits)) % 10
    return f"{digits}{check}"
