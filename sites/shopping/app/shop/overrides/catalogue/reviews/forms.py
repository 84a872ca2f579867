"""Writing and sorting reviews."""

from __future__ import annotations

from typing import Any

from django import forms
from oscar.apps.catalogue.reviews import forms as oscars
from oscar.core.loading import get_model

ProductReview = get_model("reviews", "ProductReview")
STARS = [(n, f"{n} star" if n == 1 else f"{n} stars") for n in (5, 4, 3, 2, 1)]


class ProductReviewForm(oscars.ProductReviewForm):
    """Stars, title, text, and the nickname that is shown."""

    score = forms.TypedChoiceField(label="Your rating", choices=STARS, coerce=int, widget=forms.RadioSelect)
    title = forms.CharField(label="Title", max_length=255)
    body = forms.CharField(label="Review", widget=forms.Textarea(attrs={"rows": 6}))
    name = forms.CharField(label="Nickname", max_length=60, help_text="Shown with your review.")

    def __init__(self, product: Any, *args: Any, user: Any = None, **kwargs: Any) -> None:
        super().__init__(product, *args, user=None, **kwargs)
        del self.fields["email"]
        self.order_fields(["score", "title", "body", "name"])
        if user is not None and user.is_authenticated:
            self.instance.user = user
            self.instance.email = user.email
            profile = getattr(user, "shop_profile", None)
            self.fields["name"].initial = profile.nickname if profile else user.first_name

    class Meta:
        model = ProductReview
        fields = ("score", "title", "body", "name")


class SortReviewsForm(forms.Form):
    """Order and number of stars of the reviews shown."""

    SORT_BY_SCORE, SORT_BY_RECENCY = "score", "recency"
    ORDERS = {
        "helpful": ("Most helpful", ("-delta_votes", "-date_created", "-pk")),
        "recency": ("Newest first", ("-date_created", "-pk")),
        "oldest": ("Oldest first", ("date_created", "pk")),
        "score": ("Highest rating", ("-score", "-date_created", "-pk")),
        "-score": ("Lowest rating", ("score", "-date_created", "-pk")),
    }
    sort_by = forms.ChoiceField(
        label="Sort by", required=False, choices=[(k, v[0]) for k, v in ORDERS.items()]
    )
    stars = forms.ChoiceField(
        label="Stars", required=False, choices=[("", "All"), *((str(n), text) for n, text in STARS)]
    )
    q = forms.CharField(label="Containing", required=False, max_length=80)
