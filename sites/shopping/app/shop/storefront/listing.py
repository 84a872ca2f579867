"""Keeps the listing, the facets and the categories of products in step with the catalogue."""

from __future__ import annotations

import datetime
from collections import defaultdict
from collections.abc import Iterable
from decimal import Decimal
from typing import Any

from django.db import transaction
from django.db.models import Count, Q, Sum
from django.utils import timezone
from django.utils.html import strip_tags
from oscar.core.loading import get_model

from shop.storefront.figures import percent_off, with_unit
from shop.storefront.models import Listing, ListingCategory, ListingFacet

Product = get_model("catalogue", "Product")
Category = get_model("catalogue", "Category")
Line = get_model("order", "Line")
Review = get_model("reviews", "ProductReview")

NOT_SOLD = ("Cancelled", "Returned", "Refunded")
SOLD_DAYS = 365
CHUNK = 500


def facet_value(value_row: Any) -> tuple[str, float] | None:
    """Text and sort position of an attribute value; None when it is not worth a filter."""
    attribute = value_row.attribute
    if attribute.type == "option":
        return (
            (value_row.value_option.option, float(value_row.value_option_id))
            if value_row.value_option_id
            else None
        )
    if attribute.type == "boolean":
        return ("Yes", 0.0) if value_row.value_boolean else ("No", 1.0)
    if attribute.type == "integer" and value_row.value_integer is not None:
        return with_unit(value_row.value_integer, attribute.unit), float(value_row.value_integer)
    if attribute.type == "float" and value_row.value_float is not None:
        return with_unit(float(value_row.value_float), attribute.unit), float(value_row.value_float)
    if attribute.type == "text" and value_row.value_text:
        return value_row.value_text[:120], 0.0
    return None


def _sold(ids: list[int], now: datetime.datetime) -> dict[int, int]:
    """Units sold by listed product (variants count for their parent)."""
    since = now - datetime.timedelta(days=SOLD_DAYS)
    totals: dict[int, int] = defaultdict(int)
    lines = (
        Line.objects.filter(
            Q(product_id__in=ids) | Q(product__parent_id__in=ids), order__date_placed__gte=since
        )
        .exclude(order__status__in=NOT_SOLD)
        .values("product_id", "product__parent_id")
        .annotate(units=Sum("quantity"))
        .order_by()
    )
    for line in lines:
        totals[line["product__parent_id"] or line["product_id"]] += line["units"]
    return totals


def _reviews(ids: list[int]) -> dict[int, tuple[int, int]]:
    rows = (
        Review.objects.filter(product_id__in=ids, status=Review.APPROVED)
        .values_list("product_id")
        .annotate(count=Count("id"), total=Sum("score"))
        .order_by()
    )
    return {product: (count, total) for product, count, total in rows}


def _build(
    ids: list[int], now: datetime.datetime
) -> tuple[list[Listing], list[ListingCategory], list[ListingFacet]]:
    categories = {c.pk: c for c in Category.objects.all()}
    by_path = {c.path: c for c in categories.values()}
    products = (
        Product.objects.filter(pk__in=ids)
        .select_related("brand")
        .prefetch_related(
            "stockrecords",
            "images",
            "productcategory_set",
            "attribute_values__attribute",
            "attribute_values__value_option",
            "children__stockrecords",
            "children__attribute_values__attribute",
            "children__attribute_values__value_option",
        )
        .order_by("pk")
    )
    sold, reviews = _sold(ids, now), _reviews(ids)
    listings: list[Listing] = []
    category_rows: list[ListingCategory] = []
    facet_rows: list[ListingFacet] = []
    for product in products:
        own = [c.category_id for c in product.productcategory_set.all()]
        above = {path.pk for pk in own for path in _with_ancestors(categories[pk], by_path)}
        public = all(p.is_public for pk in own for p in _with_ancestors(categories[pk], by_path))
        if not product.is_public or product.is_child or not above or not public:
            continue
        children = [child for child in product.children.all() if child.is_public]
        records = [
            r for item in (children or [product]) for r in item.stockrecords.all()[:1] if r.price is not None
        ]
        cheapest = min(records, key=lambda r: (r.price, r.pk), default=None)
        count, total = reviews.get(product.pk, (0, 0))
        picture = next(
            (i.original.name for i in sorted(product.images.all(), key=lambda i: i.display_order)), ""
        )
        values: dict[tuple[str, str], ListingFacet] = {}
        words = [product.title, product.summary, strip_tags(product.description or "")]
        words += [categories[pk].name for pk in sorted(above)]
        for item in (product, *children):
            words += [r.partner_sku for r in item.stockrecords.all()]
            for row in item.attribute_values.all():
                found = facet_value(row)
                if found is None:
                    continue
                text, position = found
                words.append(text)
                if row.attribute.is_facet:
                    values[(row.attribute.code, text)] = ListingFacet(
                        listing_id=product.pk,
                        code=row.attribute.code,
                        name=row.attribute.name,
                        value=text,
                        position=position,
                    )
        list_price = cheapest.list_price if cheapest else None
        price = cheapest.price if cheapest else None
        listings.append(
            Listing(
                product_id=product.pk,
                title=product.title,
                slug=product.slug,
                brand=product.brand,
                brand_name=product.brand.name if product.brand else "",
                summary=product.summary,
                picture=picture,
                price=price,
                price_max=max((r.price for r in records), default=None),
                list_price=list_price,
                discount=percent_off(price, list_price),
                rating=(Decimal(total) / count).quantize(Decimal("0.01")) if count else None,
                num_reviews=count,
                date_created=product.date_created,
                sold=sold.get(product.pk, 0),
                stock=sum(r.net_stock_level for r in records),
                variants=len(children),
                text=" ".join(words),
            )
        )
        category_rows += [ListingCategory(listing_id=product.pk, category_id=pk) for pk in sorted(above)]
        facet_rows += values.values()
    return listings, category_rows, facet_rows


def _with_ancestors(category: Any, by_path: dict[str, Any]) -> list[Any]:
    step = Category.steplen
    return [by_path[category.path[:end]] for end in range(step, len(category.path) + 1, step)]


def _compare(row: Any, fields: list[str]) -> tuple[Any, ...]:
    return tuple(getattr(row, field) for field in fields)


def _sync_satellite(model: Any, ids: list[int], wanted: list[Any], fields: list[str]) -> None:
    """Delete and insert only what differs, so that an unchanged product writes nothing."""
    present = {_compare(row, fields): row.pk for row in model.objects.filter(listing_id__in=ids)}
    new = [row for row in wanted if _compare(row, fields) not in present]
    keep = {_compare(row, fields) for row in wanted}
    gone = [pk for key, pk in present.items() if key not in keep]
    if gone:
        model.objects.filter(pk__in=gone).delete()
    if new:
        model.objects.bulk_create(new, batch_size=1000)


LISTING_FIELDS = [f.attname for f in Listing._meta.concrete_fields if not f.primary_key]


def sync(product_ids: Iterable[int]) -> None:
    """Bring the derived rows of some products (not variants) up to date, inside the caller's transaction."""
    ids = sorted(set(product_ids))
    if not ids:
        return
    with transaction.atomic():
        listings, category_rows, facet_rows = _build(ids, timezone.now())
        present = {row.pk: row for row in Listing.objects.filter(pk__in=ids)}
        listed = {row.pk for row in listings}
        gone = [pk for pk in present if pk not in listed]
        if gone:
            ListingCategory.objects.filter(listing_id__in=gone).delete()
            ListingFacet.objects.filter(listing_id__in=gone).delete()
            Listing.objects.filter(pk__in=gone).delete()
        for row in listings:
            old = present.get(row.pk)
            if old is None:
                row.save(force_insert=True)
            elif _compare(old, LISTING_FIELDS) != _compare(row, LISTING_FIELDS):
                row.save(force_update=True)
        _sync_satellite(ListingCategory, ids, category_rows, ["listing_id", "category_id"])
        _sync_satellite(ListingFacet, ids, facet_rows, ["listing_id", "code", "name", "value", "position"])


def rebuild(now: datetime.datetime | None = None) -> int:
    """Make all derived rows anew; returns the number of listed products. ``now`` ends the year of sales
    counted.
    """
    ids = list(Product.objects.exclude(structure=Product.CHILD).order_by("pk").values_list("pk", flat=True))
    now = now or timezone.now()
    for model in (ListingFacet, ListingCategory, Listing):
        model.objects.all().delete()
    total = 0
    for start in range(0, len(ids), CHUNK):
        listings, category_rows, facet_rows = _build(ids[start : start + CHUNK], now)
        Listing.objects.bulk_create(listings)
        ListingCategory.objects.bulk_create(category_rows, batch_size=2000)
        ListingFacet.objects.bulk_create(facet_rows, batch_size=2000)
        total += len(listings)
    return total
