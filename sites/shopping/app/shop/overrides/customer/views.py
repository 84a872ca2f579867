"""Account pages: order history that can be searched, and nothing that writes on GET."""

from __future__ import annotations

import datetime
from typing import Any

from django.contrib import messages
from django.contrib.auth import logout
from django.db.models import Count, Prefetch, Q, Sum
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views import generic
from oscar.apps.customer import views
from oscar.core.loading import get_model

from shop.overrides.customer.forms import OrderSearchForm

Order, Line = get_model("order", "Order"), get_model("order", "Line")
UserAddress = get_model("address", "UserAddress")


class OrderHistoryView(views.OrderHistoryView):
    """A customer's orders, newest first, ten a page."""

    form_class = OrderSearchForm
    page_title = "Your orders"

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        self.form = self.form_class(request.GET or None)
        return generic.ListView.get(self, request, *args, **kwargs)

    def get_queryset(self) -> Any:
        found = Order.objects.filter(user=self.request.user)
        if self.form.is_bound and self.form.is_valid():
            data = self.form.cleaned_data
            if data["q"]:
                words = data["q"].strip().lstrip("#")
                found = found.filter(
                    Q(number__startswith=words) | Q(lines__title__icontains=words)
                ).distinct()
            if data["status"]:
                found = found.filter(status=data["status"])
            if data["date_from"]:
                found = found.filter(date_placed__gte=_midnight(data["date_from"]))
            if data["date_to"]:
                found = found.filter(date_placed__lt=_midnight(data["date_to"]) + datetime.timedelta(days=1))
        return found.order_by("-date_placed", "-pk").prefetch_related("lines")


def _midnight(day: datetime.date) -> datetime.datetime:
    return datetime.datetime.combine(day, datetime.time.min, tzinfo=datetime.UTC)


class OrderDetailView(views.OrderDetailView):
    """One order with its parcels and its history."""

    def get_object(self, queryset: Any = None) -> Any:
        orders = Order.objects.select_related(
            "shipping_address__country", "billing_address__country"
        ).prefetch_related(
            Prefetch(
                "lines",
                Line.objects.select_related("product", "product__parent", "stockrecord").prefetch_related(
                    "product__images", "product__parent__images"
                ),
            ),
            "shipping_events__event_type",
            "status_changes",
            "sources__source_type",
            "discounts",
        )
        return get_object_or_404(orders, user=self.request.user, number=self.kwargs["order_number"])

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context = super().get_context_data(**kwargs)
        reviewed = set(self.request.user.reviews.values_list("product_id", flat=True))
        for line in self.object.lines.all():
            listed = (
                (line.product.parent if line.product and line.product.is_child else line.product)
                if line.product
                else None
            )
            line.listed = listed
            line.can_review = listed is not None and listed.pk not in reviewed
        return context


class AccountSummaryView(generic.TemplateView):
    """The front page of an account."""

    template_name = "storefront/account.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        user = self.request.user
        orders = Order.objects.filter(user=user)
        figures = orders.exclude(status__in=("Cancelled", "Returned", "Refunded")).aggregate(
            n=Count("pk"), spent=Sum("total_incl_tax")
        )
        return super().get_context_data(
            orders=orders.order_by("-date_placed", "-pk").prefetch_related("lines")[:5],
            number_of_orders=orders.count(),
            figures=figures,
            default_address=user.addresses.filter(is_default_for_shipping=True).first(),
            active_tab="summary",
            page_title="Your account",
            **kwargs,
        )


class LogoutView(generic.View):
    """Logs out on POST; GET asks first."""

    def get(self, request: HttpRequest) -> HttpResponse:
        return render(request, "storefront/logout.html")

    def post(self, request: HttpRequest) -> HttpResponse:
        logout(request)
        return redirect("/")


class AddressChangeStatusView(views.AddressChangeStatusView):
    """Makes an address the default, on POST."""

    http_method_names = ["post"]

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        address = get_object_or_404(UserAddress, user=request.user, pk=kwargs["pk"])
        kind = {"default_for_shipping": "shipping", "default_for_billing": "billing"}.get(kwargs["action"])
        if kind is None:
            return redirect("customer:address-list")
        setattr(address, f"is_default_for_{kind}", True)
        address.save()
        messages.success(
            request, f"This is now your default {'delivery' if kind == 'shipping' else 'billing'} address."
        )
        return redirect("customer:address-list")
