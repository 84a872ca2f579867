"""Finding and editing reviews."""

from __future__ import annotations

from django import forms
from oscar.core.loading import get_model

from shop.overrides.customer.forms import DateInput

ProductReview = get_model("reviews", "ProductReview")
STATUSES = [(str(value), str(name)) for value, name in ProductReview.STATUS_CHOICES]
SORTS = {
    "": ("Newest first", ("-date_created", "-pk")),
    "oldest": ("Oldest first", ("date_created", "pk")),
    "score": ("Stars: low to high", ("score", "-date_created", "-pk")),
    "-score": ("Stars: high to low", ("-score", "-date_created", "-pk")),
}


class ProductReviewSearchForm(forms.Form):
    """All filters combine."""

    keyword = forms.CharField(required=False, label="Title or text contains")
    product = forms.CharField(required=False, label="Product title contains")
    name = forms.CharField(required=False, label="Customer or nickname")
    status = forms.ChoiceField(required=False, label="Status", choices=[("", "Any status"), *STATUSES])
    score = forms.ChoiceField(
        required=False, label="Stars", choices=[("", "Any"), *((str(n), str(n)) for n in range(1, 6))]
    )
    date_from = forms.DateField(required=False, label="Date from", widget=DateInput)
    date_to = forms.DateField(required=False, label="Date to", widget=DateInput)
    sort = forms.ChoiceField(
        required=False, label="Sort by", choices=[(key, name) for key, (name, _order) in SORTS.items()]
    )


class DashboardProductReviewForm(forms.ModelForm):
    """The whole of a review."""

    status = forms.TypedChoiceField(label="Status", choices=STATUSES, coerce=int)

    class Meta:
        model = ProductReview
        fields = ("title", "body", "score", "name", "status")
        labels = {"name": "Nickname"}
