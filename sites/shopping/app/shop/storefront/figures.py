"""Numbers as people read and type them."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal, InvalidOperation
from typing import Any


def percent_off(price: Decimal | None, list_price: Decimal | None) -> int:
    """Reduction in whole percent, rounded half up; 0 when there is none.

    >>> percent_off(Decimal("75"), Decimal("100"))
    25
    """
    if not price or not list_price or list_price <= price:
        return 0
    return int((1 - price / list_price) * 100 + Decimal("0.5"))


def number_text(value: Any) -> str:
    """A number as people write it: no trailing zeros.

    >>> number_text(2.50), number_text(3.0), number_text(7)
    ('2.5', '3', '7')
    """
    return f"{value:g}" if isinstance(value, float) else str(value)


def with_unit(value: Any, unit: str) -> str:
    """A number with its unit as people write it.

    >>> with_unit(30, "h"), with_unit(1.5, ""), with_unit(50, "%")
    ('30 h', '1.5', '50%')
    """
    text = number_text(value)
    return text if not unit else f"{text}%" if unit == "%" else f"{text} {unit}"


def availability(stock: int) -> str:
    """How much there is, in words: the exact number when it is low.

    >>> availability(0), availability(3), availability(40)
    ('Out of stock', 'Only 3 left in stock', 'In stock (40 available)')
    """
    if stock <= 0:
        return "Out of stock"
    return f"Only {stock} left in stock" if stock <= 5 else f"In stock ({stock} available)"


def cents(amount: Decimal, _currency: str | None = None) -> Decimal:
    """Rounded half up to cents, as lines of an order are, so that discounts and totals add up.

    >>> cents(Decimal("38.949"))
    Decimal('38.95')
    """
    return amount.quantize(Decimal("0.01"), ROUND_HALF_UP)


def money(text: str | None) -> Decimal | None:
    """An amount as people type it, or None.

    >>> money("12,50"), money("€9"), money("cheap")
    (Decimal('12.50'), Decimal('9'), None)
    """
    try:
        value = Decimal((text or "").replace("€", "").replace(",", ".").strip())
    except InvalidOperation:
        return None
    return value if value.is_finite() and 0 <= value < 10**8 else None


def plain(value: Decimal | None) -> str:
    return "" if value is None else f"{value.normalize():f}"
