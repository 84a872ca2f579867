"""Customers in the dashboard: what they ordered and cancelled, found by name, e-mail or telephone."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import get_user_model
from django.db.models import Count, DecimalField, F, Max, Q, Sum, Value
from django.db.models.functions import Coalesce, Replace
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.generic import ListView
from oscar.apps.dashboard.users import views
from oscar.core.loading import get_model

from shop.overrides.dashboard.orders.views import person_filter

User = get_user_model()
UserAddress = get_model("address", "UserAddress")
Order = get_model("order", "Order")

SORTS = {
    "": ("Last joined", ("-date_joined", "-pk")),
    "-orders": ("Most orders", ("-num_orders", "pk")),
    "-spent": ("Most spent", ("-spent", "pk")),
    "-cancelled": ("Most cancellations", ("-num_cancelled", "pk")),
    "-returned": ("Most returns", ("-num_returned", "pk")),
    "-last_order": ("Last order", ("-last_order", "pk")),
    "name": ("Name", ("last_name", "first_name", "pk")),
    "email": ("E-mail", ("email",)),
}


class CustomerSearchForm(forms.Form):
    """All filters combine."""

    name = forms.CharField(label="Name", required=False)
    email = forms.CharField(label="E-mail contains", required=False)
    phone = forms.CharField(label="Telephone contains", required=False)
    sort = forms.ChoiceField(
        label="Sort by", required=False, choices=[(key, name) for key, (name, _order) in SORTS.items()]
    )


def with_figures(users: Any) -> Any:
    """Adds num_orders, spent (without cancelled, returned and refunded orders), num_cancelled,
    num_returned, last_order.
    """
    gone = Q(orders__status__in=("Cancelled", "Returned", "Refunded"))
    zero = Value(Decimal("0.00"), output_field=DecimalField(max_digits=12, decimal_places=2))
    return users.annotate(
        num_orders=Count("orders"),
        spent=Coalesce(Sum("orders__total_incl_tax", filter=~gone), zero),
        num_cancelled=Count("orders", filter=Q(orders__status="Cancelled")),
        num_returned=Count("orders", filter=Q(orders__status__in=("Returned", "Refunded"))),
        last_order=Max("orders__date_placed"),
    )


def phone_matches(text: str) -> Q:
    """Users whose telephone number, or that of an address of theirs, contains these digits; spaces do not
    matter.
    """
    digits = re.sub(r"\D", "", text)
    if digits.startswith("0"):
        digits = digits[1:]
    plain: Any = F("phone")
    for sign in " -/()":
        plain = Replace(plain, Value(sign), Value(""))
    profiles = (
        get_model("storefront", "CustomerProfile")
        .objects.annotate(plain=plain)
        .filter(plain__contains=digits)
    )
    addresses = UserAddress.objects.filter(phone_number__contains=digits)
    return Q(pk__in=profiles.values("user_id")) | Q(pk__in=addresses.values("user_id"))


class IndexView(ListView):
    """The list of accounts."""

    template_name = "oscar/dashboard/users/index.html"
    context_object_name = "users"
    paginate_by = settings.OSCAR_DASHBOARD_ITEMS_PER_PAGE

    def get_queryset(self) -> Any:
        found = User.objects.select_related("shop_profile")
        self.form = CustomerSearchForm(self.request.GET or None)
        order = SORTS[""][1]
        if self.form.is_valid():
            data = self.form.cleaned_data
            if data["name"]:
                found = found.filter(person_filter(data["name"], prefix=""))
            if data["email"]:
                found = found.filter(email__icontains=data["email"].strip())
            if data["phone"]:
                found = found.filter(phone_matches(data["phone"]))
            order = SORTS.get(data["sort"], SORTS[""])[1]
        return with_figures(found).order_by(*order)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(form=self.form, **kwargs)

    def post(self, request: HttpRequest) -> HttpResponse:
        """Activate or deactivate accounts."""
        active = request.POST.get("action") == "make_active"
        chosen = User.objects.filter(pk__in=request.POST.getlist("selected_user"), is_superuser=False)
        messages.info(request, f"{chosen.update(is_active=active)} accounts changed.")
        return redirect("dashboard:users-index")


class UserDetailView(views.UserDetailView):
    """One account with its orders, addresses and reviews."""

    def get_queryset(self) -> Any:
        return with_figures(User.objects.select_related("shop_profile"))

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context = super().get_context_data(**kwargs)
        user = self.object
        context["orders"] = user.orders.order_by("-date_placed", "-pk").prefetch_related("lines")
        context["addresses"] = user.addresses.select_related("country")
        context["reviews"] = user.reviews.select_related("product").order_by("-date_created")[:50]
        return context
