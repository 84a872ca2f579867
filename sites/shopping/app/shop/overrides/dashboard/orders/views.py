"""Orders in the dashboard: filters that combine, one page an order, tracking numbers."""

from __future__ import annotations

import datetime
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db.models import Count, Exists, OuterRef, Q, Sum
from django.http import HttpRequest, HttpResponse
from oscar.apps.dashboard.orders import views
from oscar.core.loading import get_model

from shop.overrides.dashboard.orders.forms import SORTS, OrderSearchForm, TrackingForm

Order, Line = get_model("order", "Order"), get_model("order", "Line")
OrderDiscount, Source = get_model("order", "OrderDiscount"), get_model("payment", "Source")
ShippingEventType = get_model("order", "ShippingEventType")


def midnight(day: datetime.date) -> datetime.datetime:
    """The start of a day in UTC."""
    return datetime.datetime.combine(day, datetime.time.min, tzinfo=datetime.UTC)


def person_filter(text: str, prefix: str = "user__") -> Q:
    """Every word is in the first name, the last name or the e-mail address."""
    condition = Q()
    for word in text.split():
        condition &= (
            Q(**{f"{prefix}first_name__icontains": word})
            | Q(**{f"{prefix}last_name__icontains": word})
            | Q(**{f"{prefix}email__icontains": word})
        )
    return condition


class OrderListView(views.OrderListView):
    """The list, with the sum of what was found."""

    form_class = OrderSearchForm
    template_name = "oscar/dashboard/orders/order_list.html"

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        self.base_queryset = views.queryset_orders_for_user(request.user)
        return super(views.OrderListView, self).dispatch(request, *args, **kwargs)

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return super(views.OrderListView, self).get(request, *args, **kwargs)

    def get_queryset(self) -> Any:
        found = self.filtered()
        order = SORTS[""][1]
        if self.form.is_valid():
            order = SORTS.get(self.form.cleaned_data["sort"], SORTS[""])[1]
        lines = (
            Line.objects.filter(order=OuterRef("pk")).values("order").annotate(n=Sum("quantity")).values("n")
        )
        return (
            found.select_related(None)
            .select_related("user", "shipping_address")
            .prefetch_related(None)
            .annotate(items=lines)
            .order_by(*order)
        )

    def filtered(self) -> Any:
        """What the form leaves."""
        found = Order.objects.all() if self.request.user.is_staff else self.base_queryset
        self.form = self.form_class(self.request.GET or None)
        if not self.form.is_valid():
            return found
        data = self.form.cleaned_data
        if data["order_number"]:
            found = found.filter(number__startswith=data["order_number"].strip().lstrip("#"))
        if data["name"]:
            found = found.filter(person_filter(data["name"]) | Q(guest_email__icontains=data["name"]))
        if data["product"]:
            text = data["product"].strip()
            bought = Line.objects.filter(
                Q(title__icontains=text) | Q(partner_sku__istartswith=text) | Q(upc=text),
                order=OuterRef("pk"),
            )
            found = found.filter(Exists(bought))
        if data["status"]:
            found = found.filter(status=data["status"])
        if data["date_from"]:
            found = found.filter(date_placed__gte=midnight(data["date_from"]))
        if data["date_to"]:
            found = found.filter(date_placed__lt=midnight(data["date_to"]) + datetime.timedelta(days=1))
        if data["total_min"] is not None:
            found = found.filter(total_incl_tax__gte=data["total_min"])
        if data["total_max"] is not None:
            found = found.filter(total_incl_tax__lte=data["total_max"])
        if data["voucher"]:
            found = found.filter(
                Exists(
                    OrderDiscount.objects.filter(
                        order=OuterRef("pk"), voucher_code=data["voucher"].strip().upper()
                    )
                )
            )
        if data["payment_method"]:
            found = found.filter(
                Exists(Source.objects.filter(order=OuterRef("pk"), source_type=data["payment_method"]))
            )
        return found

    def get_search_filter_descriptions(self) -> list[str]:
        return []

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context = super().get_context_data(**kwargs)
        context["sums"] = self.filtered().aggregate(n=Count("pk"), total=Sum("total_incl_tax"))
        context["may_change"] = self.request.user.has_perm("order.change_order")
        return context


class OrderDetailView(views.OrderDetailView):
    """One order on one page."""

    order_actions = (*views.OrderDetailView.order_actions, "add_tracking")

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not request.user.has_perm("order.change_order"):
            raise PermissionDenied
        return super().post(request, *args, **kwargs)

    def get_order_lines(self) -> Any:
        return self.object.lines.select_related("product", "stockrecord", "partner")

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context = super().get_context_data(**kwargs)
        context["tracking_form"] = TrackingForm()
        context["may_change"] = self.request.user.has_perm("order.change_order")
        context["events"] = self.object.shipping_events.select_related("event_type").order_by(
            "date_created", "pk"
        )
        context["notes"] = self.object.notes.select_related("user").order_by("date_created", "pk")
        context["changes"] = self.object.status_changes.order_by("date_created", "pk")
        return context

    def add_tracking(self, request: HttpRequest, order: Any) -> HttpResponse:
        """Record that the parcel left, with its tracking number."""
        form = TrackingForm(request.POST)
        if not form.is_valid():
            return self.reload_page(error="Please give a tracking number.")
        text = " ".join(
            filter(None, (form.cleaned_data["carrier"].strip(), form.cleaned_data["tracking"].strip()))
        )
        kind = ShippingEventType.objects.get(code="shipped")
        waiting = [(line, line.quantity - line.shipping_event_quantity(kind)) for line in order.lines.all()]
        event = order.shipping_events.create(event_type=kind, notes=text)
        for line, quantity in waiting:
            if quantity > 0:
                event.line_quantities.create(line=line, quantity=quantity)
        messages.success(request, f"Tracking number {form.cleaned_data['tracking']} was added.")
        return self.reload_page()


class ShippingAddressUpdateView(views.ShippingAddressUpdateView):
    """Changing the delivery address needs the right to change orders."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not request.user.has_perm("order.change_order"):
            raise PermissionDenied
        return super().dispatch(request, *args, **kwargs)
