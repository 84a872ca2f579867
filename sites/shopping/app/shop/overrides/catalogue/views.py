"""The product page: variants by their options, a first page of reviews, related products."""

from __future__ import annotations

import json
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from oscar.apps.catalogue import views
from oscar.core.loading import get_model

from shop.storefront.figures import availability, percent_off, with_unit
from shop.storefront.models import Listing
from shop.storefront.reviewing import review_summary

Product = get_model("catalogue", "Product")
ProductReview = get_model("reviews", "ProductReview")
WishList = get_model("wishlists", "WishList")

FIRST_REVIEWS = 5


class ProductDetailView(views.ProductDetailView):
    """A standalone or parent product; the address of a variant leads to its parent with it chosen."""

    template_name = "storefront/product.html"

    def get_queryset(self) -> Any:
        return Product.objects.select_related("product_class", "brand", "parent").prefetch_related(
            "images",
            "stockrecords",
            "attribute_values__attribute",
            "attribute_values__value_option",
            "categories",
        )

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        self.object = product = self.get_object()
        if product.is_child:
            return redirect(f"{product.parent.get_absolute_url()}?variant={product.pk}")
        return super().get(request, *args, **kwargs)

    def send_signal(self, *args: Any) -> None:
        """A look at a product is not counted."""

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        product = self.object
        context = super().get_context_data(**kwargs)
        children = list(
            product.children.filter(is_public=True)
            .prefetch_related(
                "stockrecords", "images", "attribute_values__attribute", "attribute_values__value_option"
            )
            .order_by("pk")
        )
        variants = [variant(child) for child in children]
        chosen = self.request.GET.get("variant", "")
        current = next((v for v in variants if str(v["id"]) == chosen), None)
        records = product.stockrecords.all()
        reviews = ProductReview.objects.filter(product=product, status=ProductReview.APPROVED)
        related = Listing.objects.filter(product__in=product.recommended_products.all()).defer("text")
        user = self.request.user
        context.update(
            variants=variants,
            variants_json=json.dumps(variants),
            current=current,
            choices=choices(variants, current),
            offer=price_of(records[0]) if records else None,
            lowest=min((v["price"] for v in variants), default=None),
            highest=max((v["price"] for v in variants), default=None),
            specifications=specifications(product),
            summary=review_summary(reviews),
            reviews=reviews.select_related("user").order_by("-delta_votes", "-date_created", "-pk")[
                :FIRST_REVIEWS
            ],
            related=related[:8],
            wish_lists=list(WishList.objects.filter(owner=user).order_by("name", "pk"))
            if user.is_authenticated
            else [],
            trail=trail(product),
            can_review=user.is_authenticated
            and not reviews.model.objects.filter(product=product, user=user).exists(),
        )
        return context


def price_of(record: Any) -> dict[str, Any]:
    """What the page says about a stock record."""
    stock = record.net_stock_level
    return {
        "price": str(record.price) if record.price is not None else "",
        "list_price": str(record.list_price)
        if record.list_price and record.list_price > record.price
        else "",
        "discount": percent_off(record.price, record.list_price),
        "stock": stock,
        "availability": availability(stock),
        "sku": record.partner_sku,
    }


def variant(child: Any) -> dict[str, Any]:
    """A variant for the page and for the script that follows the choice."""
    records = child.stockrecords.all()
    told = (
        price_of(records[0])
        if records
        else {
            "price": "",
            "list_price": "",
            "discount": 0,
            "stock": 0,
            "availability": "Not available",
            "sku": "",
        }
    )
    values = sorted(child.attribute_values.all(), key=lambda row: row.attribute_id)
    options = {row.attribute.code: value_text(row) for row in values}
    images = child.images.all()
    return {
        "id": child.pk,
        "title": child.title,
        "options": options,
        "names": {r.attribute.code: r.attribute.name for r in values},
        "label": ", ".join(options.values()),
        "picture": images[0].original.name if images else "",
        **told,
    }


def value_text(row: Any) -> str:
    """An attribute's value as people write it."""
    kind = row.attribute.type
    if kind == "option":
        return row.value_option.option if row.value_option else ""
    if kind == "boolean":
        return "Yes" if row.value_boolean else "No"
    value = row.value
    return with_unit(value, row.attribute.unit) if kind in ("integer", "float") else str(value)


def choices(variants: list[dict[str, Any]], current: dict[str, Any] | None) -> list[dict[str, Any]]:
    """The options of each attribute that tells variants apart, in their order of appearance."""
    found: dict[str, dict[str, Any]] = {}
    for one in variants:
        for code, value in one["options"].items():
            entry = found.setdefault(code, {"code": code, "name": one["names"][code], "values": []})
            if value not in entry["values"]:
                entry["values"].append(value)
    for code, entry in found.items():
        entry["chosen"] = current["options"].get(code, "") if current else ""
    return list(found.values())


def specifications(product: Any) -> list[tuple[str, str]]:
    """Name and value of every attribute, then weight and article number."""
    rows = sorted(product.attribute_values.all(), key=lambda row: row.attribute_id)
    found = [(row.attribute.name, value_text(row)) for row in rows]
    if product.weight_g:
        grams = product.weight_g
        found.append(("Weight", f"{grams / 1000:g} kg" if grams >= 1000 else f"{grams} g"))
    if product.upc:
        found.append(("Article number (EAN)", product.upc))
    return found


def trail(product: Any) -> list[Any]:
    """The department and category of a product for the breadcrumb."""
    from shop.storefront.context import departments

    own = {category.pk for category in product.categories.all()}
    for department in departments():
        for leaf in department.leaves:
            if leaf.pk in own:
                return [department, leaf]
        if department.pk in own:
            return [department]
    return []
