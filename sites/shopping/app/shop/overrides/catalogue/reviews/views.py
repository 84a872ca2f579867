"""All reviews of a product: sorted, by stars, by words, in pages."""

from __future__ import annotations

from typing import Any

from django.db.models import Q
from django.shortcuts import get_object_or_404
from oscar.apps.catalogue.reviews import views
from oscar.core.loading import get_model

from shop.overrides.catalogue.reviews.forms import SortReviewsForm
from shop.storefront.reviewing import review_summary

Product = get_model("catalogue", "Product")
ProductReview = get_model("reviews", "ProductReview")


class ProductReviewList(views.ProductReviewList):
    """Approved reviews only."""

    def get_queryset(self) -> Any:
        found = ProductReview.objects.filter(
            product=self.kwargs["product_pk"], status=ProductReview.APPROVED
        ).select_related("user")
        self.everything = found
        self.form = SortReviewsForm(self.request.GET)
        order = SortReviewsForm.ORDERS["helpful"][1]
        if self.form.is_valid():
            data = self.form.cleaned_data
            order = SortReviewsForm.ORDERS.get(
                data["sort_by"] or "helpful", SortReviewsForm.ORDERS["helpful"]
            )[1]
            if data["stars"]:
                found = found.filter(score=data["stars"])
            if data["q"]:
                found = found.filter(Q(title__icontains=data["q"]) | Q(body__icontains=data["q"]))
        return found.order_by(*order)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context = super().get_context_data(**kwargs)
        context["product"] = get_object_or_404(Product, pk=self.kwargs["product_pk"], is_public=True)
        context["summary"] = review_summary(self.everything)
        return context
