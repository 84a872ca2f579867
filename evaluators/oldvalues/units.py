"""Factors of units, from pint, loaded only when first needed."""

from __future__ import annotations

from decimal import Decimal
from functools import lru_cache
from typing import Any


@lru_cache(maxsize=1)
def _registry() -> Any:
    import pint

    return pint.UnitRegistry(cache_folder=None)


@lru_cache(maxsize=128)
def factor(unit: str, base: str) -> Decimal:
    """How many ``base`` one ``unit`` is: ``factor("mile", "meter")`` is 1609.344."""
    return Decimal(str(round(_registry().Quantity(1, unit).to(base).magnitude, 9)))
