"""Finding orders, and sending them off."""

from __future__ import annotations

from django import forms
from django.conf import settings
from oscar.core.loading import get_model

from shop.overrides.customer.forms import DateInput

SourceType = get_model("payment", "SourceType")

SORTS = {
    "": ("Newest first", ("-date_placed", "-pk")),
    "oldest": ("Oldest first", ("date_placed", "pk")),
    "-total": ("Total: high to low", ("-total_incl_tax", "-pk")),
    "total": ("Total: low to high", ("total_incl_tax", "pk")),
    "number": ("Order number", ("number",)),
}
STATUSES = [(status, status) for status in settings.OSCAR_ORDER_STATUS_PIPELINE]


class OrderSearchForm(forms.Form):
    """All filters combine; every field may stay empty."""

    order_number = forms.CharField(required=False, label="Order number")
    name = forms.CharField(required=False, label="Customer name or e-mail")
    product = forms.CharField(required=False, label="Product title or article (SKU)")
    status = forms.ChoiceField(required=False, label="Status", choices=[("", "Any status"), *STATUSES])
    date_from = forms.DateField(required=False, label="Date from", widget=DateInput)
    date_to = forms.DateField(required=False, label="Date to", widget=DateInput)
    total_min = forms.DecimalField(required=False, label="Total from €")
    total_max = forms.DecimalField(required=False, label="Total to €")
    voucher = forms.CharField(required=False, label="Voucher code")
    payment_method = forms.ModelChoiceField(
        required=False,
        label="Payment method",
        queryset=SourceType.objects.order_by("name"),
        to_field_name="code",
        empty_label="Any method",
    )
    sort = forms.ChoiceField(
        required=False, label="Sort by", choices=[(key, name) for key, (name, _order) in SORTS.items()]
    )


class TrackingForm(forms.Form):
    """A parcel that leaves."""

    carrier = forms.CharField(label="Carrier", max_length=40, required=False)
    tracking = forms.CharField(label="Tracking number", max_length=80)
