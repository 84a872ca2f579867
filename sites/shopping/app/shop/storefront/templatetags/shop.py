"""Money, stars and pictures in templates; built in, no ``load`` needed."""

from __future__ import annotations

from decimal import Decimal, InvalidOperation
from typing import Any

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from shop.storage import picture_url

register = template.Library()


@register.filter
def money(value: Any) -> str:
    """An amount in euro: €1,234.50; empty for nothing."""
    try:
        amount = Decimal(str(value))
    except InvalidOperation:
        return ""
    return f"-€{-amount:,.2f}" if amount < 0 else f"€{amount:,.2f}"


@register.filter
def stars(value: Any) -> SafeString:
    """A rating as drawn stars whose name for readers is "4.5 out of 5 stars"."""
    if value in (None, ""):
        return mark_safe('<span class="muted">No rating yet</span>')
    number = Decimal(str(value)).quantize(Decimal("0.1"))
    text = f"{number:f}".removesuffix(".0")
    return format_html(
        '<span class="stars" role="img" aria-label="{} out of 5 stars">'
        '<span class="stars-on" style="width:{}%"></span></span>',
        text,
        round(float(number) * 20),
    )


@register.filter
def decimal_text(value: Any) -> str:
    """A number with at most two places and no trailing zeros."""
    return (
        "" if value is None else f"{Decimal(str(value)).quantize(Decimal('0.01')):f}".rstrip("0").rstrip(".")
    )


@register.filter
def picture(name: Any) -> str:
    """Address of the picture of an image field or a name; the stand-in for nothing."""
    return picture_url(str(getattr(name, "name", name) or ""))


@register.filter
def count_of(number: Any, noun: str) -> str:
    """A number with its noun: 1 review, 2 reviews; ``noun`` may give both forms: "query,queries"."""
    one, _comma, many = noun.partition(",")
    return f"{int(number or 0):,} {one if number == 1 else many or one + 's'}"


@register.filter
def get(mapping: Any, key: Any) -> Any:
    """``mapping[key]``, or None."""
    return mapping.get(key)
