"""Products in the dashboard."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db.models import F, Min, Q, Sum
from django.db.models.functions import Coalesce
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.generic import ListView
from oscar.apps.dashboard.catalogue import views
from oscar.core.loading import get_model

from shop.overrides.dashboard.catalogue.forms import SORTS, ProductSearchForm

Product = get_model("catalogue", "Product")
Category = get_model("catalogue", "Category")
StockRecord = get_model("partner", "StockRecord")
ProductClassSelectForm = views.ProductClassSelectForm


def stock_and_price() -> dict[int, tuple[int, Any]]:
    """Available units and lowest price of every product; variants count for their parent."""
    free = F("num_in_stock") - Coalesce(F("num_allocated"), 0)
    rows = StockRecord.objects.annotate(listed=Coalesce("product__parent_id", "product_id")).values_list(
        "listed"
    )
    return {
        pk: (n or 0, price or 0) for pk, n, price in rows.annotate(n=Sum(free), low=Min("price")).order_by()
    }


class InOrder(Sequence[Any]):
    """Rows by a list of primary keys; only the slice that is shown is fetched."""

    def __init__(self, rows: Any, ids: list[int]) -> None:
        self.rows, self.ids = rows, ids

    def __len__(self) -> int:
        return len(self.ids)

    def __getitem__(self, index: Any) -> Any:
        wanted = self.ids[index] if isinstance(index, slice) else [self.ids[index]]
        found = self.rows.in_bulk(wanted)
        rows = [found[pk] for pk in wanted if pk in found]
        return rows if isinstance(index, slice) else rows[0]


class ProductListView(ListView):
    """Standalone and parent products with their stock and lowest price."""

    template_name = "oscar/dashboard/catalogue/product_list.html"
    context_object_name = "products"
    paginate_by = settings.OSCAR_DASHBOARD_ITEMS_PER_PAGE

    def get_queryset(self) -> Any:
        self.form = ProductSearchForm(self.request.GET or None)
        found = Product.objects.exclude(structure=Product.CHILD)
        order = SORTS[""][1]
        if self.form.is_valid():
            data = self.form.cleaned_data
            if data["q"]:
                text = data["q"].strip()
                records = StockRecord.objects.filter(partner_sku__istartswith=text)
                articles = list(records.values_list(Coalesce("product__parent_id", "product_id"), flat=True))
                found = found.filter(Q(title__icontains=text) | Q(upc__istartswith=text) | Q(pk__in=articles))
            if data["category"]:
                branch = Category.objects.filter(path__startswith=data["category"].path)
                found = found.filter(categories__in=branch).distinct()
            if data["brand"]:
                found = found.filter(brand=data["brand"])
            if data["public"]:
                found = found.filter(is_public=data["public"] == "1")
            order = SORTS.get(data["sort"], SORTS[""])[1]
            low, high = data["stock_min"], data["stock_max"]
            if low is not None or high is not None:
                stock = {pk: n for pk, (n, _price) in stock_and_price().items()}
                found = found.filter(
                    pk__in=[
                        pk
                        for pk, n in stock.items()
                        if (low is None or n >= low) and (high is None or n <= high)
                    ]
                )
            if order[0].lstrip("-") in ("stock", "price"):
                return self.by_stock_or_price(found, order[0])
        return self.with_parts(found).order_by(*order)

    @staticmethod
    def with_parts(found: Any) -> Any:
        """With all that a row of the table shows."""
        return found.select_related("brand", "product_class").prefetch_related(
            "images", "stockrecords", "children__stockrecords"
        )

    def by_stock_or_price(self, found: Any, order: str) -> InOrder:
        """Products in the order of their stock or lowest price; those without any come last."""
        column = 0 if order.endswith("stock") else 1
        figures = stock_and_price()
        sign = -1 if order.startswith("-") else 1
        ids = list(found.values_list("pk", flat=True))
        ids.sort(key=lambda pk: (pk not in figures, sign * figures[pk][column] if pk in figures else 0, pk))
        return InOrder(self.with_parts(Product.objects.all()), ids)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context = super().get_context_data(
            form=self.form, productclass_form=ProductClassSelectForm(), **kwargs
        )
        for product in context["products"]:
            records = [
                r for item in (list(product.children.all()) or [product]) for r in item.stockrecords.all()
            ]
            product.articles = records
            product.total_stock = sum(r.net_stock_level for r in records)
            product.low = min((r.price for r in records if r.price is not None), default=None)
            product.high = max((r.price for r in records if r.price is not None), default=None)
        context["may_change"] = self.request.user.has_perm("catalogue.change_product")
        return context

    def post(self, request: HttpRequest) -> HttpResponse:
        """Show or hide the chosen products."""
        if not request.user.has_perm("catalogue.change_product"):
            raise PermissionDenied
        public = request.POST.get("action") == "show"
        chosen = list(Product.objects.filter(pk__in=request.POST.getlist("selected_product")))
        for product in chosen:
            product.is_public = public
            product.save()
        messages.success(
            request, f"{len(chosen)} products are now {'shown in' if public else 'hidden from'} the shop."
        )
        return redirect(request.get_full_path())


class ProductCreateUpdateView(views.ProductCreateUpdateView):
    """The edit page, with the variants and their stock."""

    template_name = "oscar/dashboard/catalogue/product_update.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context = super().get_context_data(**kwargs)
        product = self.object
        if product is not None and product.pk:
            context["variants"] = product.children.prefetch_related(
                "stockrecords", "attribute_values__attribute", "attribute_values__value_option"
            ).order_by("pk")
        return context
