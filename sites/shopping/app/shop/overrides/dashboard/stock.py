"""Every article with its stock and prices, to look up and to change in place."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.db.models import F, Q
from django.db.models.functions import Coalesce
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from oscar.core.loading import get_model

StockRecord = get_model("partner", "StockRecord")
Partner = get_model("partner", "Partner")

SORTS = {
    "title": ("Title", ("product__title", "pk")),
    "stock": ("Stock: low to high", ("net", "pk")),
    "-stock": ("Stock: high to low", ("-net", "pk")),
    "price": ("Price: low to high", ("price", "pk")),
    "-price": ("Price: high to low", ("-price", "pk")),
    "sku": ("Article", ("partner_sku",)),
}


class StockSearchForm(forms.Form):
    """Which articles to show."""

    q = forms.CharField(label="Title or article (SKU)", required=False)
    stock_min = forms.IntegerField(label="Stock from", required=False)
    stock_max = forms.IntegerField(label="Stock to", required=False)
    partner = forms.ModelChoiceField(
        label="Partner", required=False, queryset=Partner.objects.order_by("name")
    )
    sort = forms.ChoiceField(
        label="Sort by", required=False, choices=[(key, name) for key, (name, _order) in SORTS.items()]
    )


class StockForm(forms.Form):
    """New values of one article; an empty field leaves the value as it is."""

    record = forms.IntegerField()
    add = forms.IntegerField(required=False, min_value=0)
    num_in_stock = forms.IntegerField(required=False, min_value=0)
    price = forms.DecimalField(required=False, min_value=Decimal("0.01"), max_digits=12, decimal_places=2)
    list_price = forms.DecimalField(
        required=False, min_value=Decimal("0.01"), max_digits=12, decimal_places=2
    )


def stock_list(request: HttpRequest) -> HttpResponse:
    """Articles with stock and price; POST changes one of them."""
    if request.method == "POST":
        return _change(request)
    form = StockSearchForm(request.GET or None)
    net = F("num_in_stock") - Coalesce(F("num_allocated"), 0)
    found = StockRecord.objects.select_related("product", "product__parent", "partner").annotate(net=net)
    order = SORTS["title"][1]
    if form.is_valid():
        data = form.cleaned_data
        if data["q"]:
            words = data["q"].strip()
            found = found.filter(
                Q(product__title__icontains=words)
                | Q(partner_sku__istartswith=words)
                | Q(product__parent__title__icontains=words)
            )
        if data["stock_min"] is not None:
            found = found.filter(net__gte=data["stock_min"])
        if data["stock_max"] is not None:
            found = found.filter(net__lte=data["stock_max"])
        if data["partner"]:
            found = found.filter(partner=data["partner"])
        order = SORTS.get(data["sort"] or "title", SORTS["title"])[1]
    page = Paginator(found.order_by(*order), settings.OSCAR_DASHBOARD_ITEMS_PER_PAGE).get_page(
        request.GET.get("page")
    )
    may_change = request.user.has_perm("partner.change_stockrecord")
    context = {"form": form, "page_obj": page, "paginator": page.paginator, "may_change": may_change}
    return render(request, "oscar/dashboard/service/stock_list.html", context)


def _change(request: HttpRequest) -> HttpResponse:
    if not request.user.has_perm("partner.change_stockrecord"):
        raise PermissionDenied
    form = StockForm(request.POST)
    if not form.is_valid():
        for field, errors in form.errors.items():
            messages.error(request, f"{field.replace('_', ' ').capitalize()}: {errors[0]}")
        return redirect(request.get_full_path())
    data: dict[str, Any] = form.cleaned_data
    record = get_object_or_404(StockRecord.objects.select_related("product"), pk=data["record"])
    if data["num_in_stock"] is not None:
        record.num_in_stock = data["num_in_stock"]
    if data["add"]:
        record.num_in_stock = (record.num_in_stock or 0) + data["add"]
    if data["price"] is not None:
        record.price = data["price"]
    if data["list_price"] is not None:
        record.list_price = data["list_price"]
    record.save()
    messages.success(
        request,
        f"{record.product.get_title()} ({record.partner_sku}): "
        f"{record.num_in_stock} in stock, €{record.price:,.2f}.",
    )
    return redirect(request.get_full_path())
