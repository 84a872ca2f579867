"""Reviews in the dashboard: found by what they say, approved, rejected or deleted in the list."""

from __future__ import annotations

import datetime
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.generic import ListView
from oscar.core.loading import get_model

from shop.overrides.dashboard.orders.views import midnight, person_filter
from shop.overrides.dashboard.reviews.forms import SORTS, ProductReviewSearchForm

ProductReview = get_model("reviews", "ProductReview")
ACTIONS = {"approve": (ProductReview.APPROVED, "approved"), "reject": (ProductReview.REJECTED, "rejected")}


class ReviewListView(ListView):
    """The list of reviews."""

    template_name = "oscar/dashboard/reviews/review_list.html"
    context_object_name = "review_list"
    paginate_by = settings.OSCAR_DASHBOARD_ITEMS_PER_PAGE

    def get_queryset(self) -> Any:
        found = ProductReview.objects.select_related("product", "user")
        self.form = ProductReviewSearchForm(self.request.GET or None)
        if not self.form.is_valid():
            return found.order_by(*SORTS[""][1])
        data = self.form.cleaned_data
        if data["keyword"]:
            found = found.filter(Q(title__icontains=data["keyword"]) | Q(body__icontains=data["keyword"]))
        if data["product"]:
            found = found.filter(product__title__icontains=data["product"])
        if data["name"]:
            found = found.filter(person_filter(data["name"]) | Q(name__icontains=data["name"]))
        if data["status"]:
            found = found.filter(status=data["status"])
        if data["score"]:
            found = found.filter(score=data["score"])
        if data["date_from"]:
            found = found.filter(date_created__gte=midnight(data["date_from"]))
        if data["date_to"]:
            found = found.filter(date_created__lt=midnight(data["date_to"]) + datetime.timedelta(days=1))
        return found.order_by(*SORTS.get(data["sort"], SORTS[""])[1])

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        may_change = self.request.user.has_perm("reviews.change_productreview")
        return super().get_context_data(form=self.form, may_change=may_change, **kwargs)

    def post(self, request: HttpRequest) -> HttpResponse:
        """Approve, reject or delete the chosen reviews; each is saved on its own, so that ratings follow."""
        if not request.user.has_perm("reviews.change_productreview"):
            raise PermissionDenied
        action, one, _colon = request.POST.get("action", ""), "", ""
        if ":" in action:
            action, one = action.split(":", 1)
        chosen = list(
            ProductReview.objects.filter(pk__in=[one] if one else request.POST.getlist("selected_review"))
        )
        if not chosen:
            messages.error(request, "Choose at least one review.")
        elif action == "delete":
            for review in chosen:
                review.delete()
            messages.success(
                request, f"{len(chosen)} {'review was' if len(chosen) == 1 else 'reviews were'} deleted."
            )
        elif action in ACTIONS:
            status, done = ACTIONS[action]
            for review in chosen:
                review.status = status
                review.save()
            messages.success(
                request, f"{len(chosen)} {'review was' if len(chosen) == 1 else 'reviews were'} {done}."
            )
        else:
            messages.error(request, "Choose what to do.")
        url = request.META.get("HTTP_REFERER", "")
        return redirect(
            url if url_has_allowed_host_and_scheme(url, {request.get_host()}) else "dashboard:reviews-list"
        )
