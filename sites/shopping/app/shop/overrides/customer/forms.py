"""Search in one's own orders."""

from __future__ import annotations

from typing import Any

from django import forms
from django.conf import settings
from oscar.forms.widgets import DatePickerInput  # noqa: F401


class DateInput(forms.DateInput):
    """The browser's own date field."""

    input_type = "date"

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(format="%Y-%m-%d", **kwargs)


class OrderSearchForm(forms.Form):
    """By number, product, status and period; every field may stay empty."""

    q = forms.CharField(label="Order number or product", required=False)
    status = forms.ChoiceField(
        label="Status",
        required=False,
        choices=[("", "Any status"), *((s, s) for s in settings.OSCAR_ORDER_STATUS_PIPELINE)],
    )
    date_from = forms.DateField(label="From", required=False, widget=DateInput)
    date_to = forms.DateField(label="To", required=False, widget=DateInput)
