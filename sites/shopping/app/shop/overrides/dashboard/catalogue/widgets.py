"""Choosing a product by its number: works without a script."""

from __future__ import annotations

from django import forms


class ProductSelect(forms.NumberInput):
    """The number of a product (it stands in the address of its page and on its edit page)."""


class ProductSelectMultiple(forms.SelectMultiple):
    """Products by name."""
