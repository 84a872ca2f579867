"""Products in the dashboard."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db.models import DecimalField, Exists, F, Func, IntegerField, OuterRef, Q, Subquery
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


class ProductListView(ListView):
    """Standalone and parent products with their stock and lowest price."""

    template_name = "oscar/dashboard/catalogue/product_list.html"
    context_object_name = "products"
    paginate_by = settings.OSCAR_DASHBOARD_ITEMS_PER_PAGE

    def get_queryset(self) -> Any:
        self.form = ProductSearchForm(self.request.GET or None)
        records = StockRecord.objects.filter(Q(product=OuterRef("pk")) | Q(product__parent=OuterRef("pk"))).order_by()
        free = F("num_in_stock") - Coalesce(F("num_allocated"), 0)
        # Func instead of Sum and Min: an aggregate would group the subquery by its primary key.
        net = Subquery(records.annotate(s=Func(free, function="SUM")).values("s"), output_field=IntegerField())
        low = Subquery(records.annotate(s=Func(F("price"), function="MIN")).values("s"), output_field=DecimalField())
        found = Product.objects.exclude(structure=Product.CHILD)
        order = SORTS[""][1]
        narrow = False
        if self.form.is_valid():
            data = self.form.cleaned_data
            if data["q"]:
                text = data["q"].strip()
                articles = StockRecord.objects.filter(Q(product=OuterRef("pk")) | Q(product__parent=OuterRef("pk")), partner_sku__istartswith=text)
                found = found.filter(Q(title__icontains=text) | Q(upc__istartswith=text) | Exists(articles))
            if data["category"]:
                branch = Category.objects.filter(path__startswith=data["category"].path)
                found = found.filter(categories__in=branch).distinct()
            if data["brand"]:
                found = found.filter(brand=data["brand"])
            if data["public"]:
                found = found.filter(is_public=data["public"] == "1")
            order = SORTS.get(data["sort"], SORTS[""])[1]
            narrow = data["stock_min"] is not None or data["stock_max"] is not None
            if narrow or order[0].lstrip("-") in ("stock", "price"):
                found = found.annotate(stock=net, price=low)
            if data["stock_min"] is not None:
                found = found.filter(stock__gte=data["stock_min"])
            if data["stock_max"] is not None:
                found = found.filter(stock__lte=data["stock_max"])
        return found.select_related("brand", "product_class").prefetch_related("images", "stockrecords", "children__stockrecords").order_by(*order)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context = super().get_context_data(form=self.form, productclass_form=ProductClassSelectForm(), **kwargs)
        for product in context["products"]:
            records = [r for item in (list(product.children.all()) or [product]) for r in item.stockrecords.all()]
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
        messages.success(request, f"{len(chosen)} products are now {'shown in' if public else 'hidden from'} the shop.")
        return redirect(request.get_full_path())


class ProductCreateUpdateView(views.ProductCreateUpdateView):
    """The edit page, with the variants and their stock."""

    template_name = "oscar/dashboard/catalogue/product_update.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context = super().get_context_data(**kwargs)
        product = self.object
        if product is not None and product.pk:
            context["variants"] = product.children.prefetch_related("stockrecords", "attribute_values__attribute", "attribute_values__value_option").order_by("pk")
        return context
