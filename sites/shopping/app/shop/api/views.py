"""Read-only JSON views. Lists are ``{"count", "page", "pages", "results"}``, fifty a page."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, JsonResponse
from django.views.decorators.http import require_safe
from oscar.core.loading import get_model

from shop.overrides.catalogue.views import price_of, specifications, variant
from shop.storefront.context import departments
from shop.storefront.finder import Finder, Query
from shop.storefront.models import Brand, Listing

Order, Product = get_model("order", "Order"), get_model("catalogue", "Product")
ProductReview = get_model("reviews", "ProductReview")
Category, WishList = get_model("catalogue", "Category"), get_model("wishlists", "WishList")

SIZE = 50


def for_users(view: Callable[..., JsonResponse]) -> Callable[..., JsonResponse]:
    """401 as JSON for those who are not logged in."""

    @wraps(view)
    def checked(request: HttpRequest, *args: Any, **kwargs: Any) -> JsonResponse:
        if not request.user.is_authenticated:
            return JsonResponse({"error": "log in first"}, status=401)
        return view(request, *args, **kwargs)

    return checked


def paged(request: HttpRequest, found: Any, show: Callable[[Any], Any]) -> JsonResponse:
    """One page of a list or query set."""
    count = len(found) if isinstance(found, list) else found.count()
    pages = max(1, -(-count // SIZE))
    text = request.GET.get("page", "1")
    page = min(max(int(text), 1), pages) if text.isdigit() else 1
    rows = found[(page - 1) * SIZE : page * SIZE]
    return JsonResponse(
        {"count": count, "page": page, "pages": pages, "results": [show(row) for row in rows]}
    )


@require_safe
def index(request: HttpRequest) -> JsonResponse:
    """What there is."""
    names = ("categories", "brands", "products", "me", "basket", "wishlists", "orders")
    return JsonResponse({name: request.build_absolute_uri(f"/api/{name}/") for name in names})


@require_safe
def categories(request: HttpRequest) -> JsonResponse:
    """Departments with their categories."""
    rows = [
        {
            "id": d.pk,
            "name": d.name,
            "url": d.url,
            "categories": [{"id": c.pk, "name": c.name, "url": c.url} for c in d.leaves],
        }
        for d in departments()
    ]
    return JsonResponse({"count": len(rows), "results": rows})


@require_safe
def brands(request: HttpRequest) -> JsonResponse:
    """All brands."""
    rows = [
        {"slug": b.slug, "name": b.name, "town": b.town, "country": b.country, "founded": b.founded}
        for b in Brand.objects.all()
    ]
    return JsonResponse({"count": len(rows), "results": rows})


def listing_json(row: Listing) -> dict[str, Any]:
    """What a tile shows."""
    return {
        "id": row.pk,
        "title": row.title,
        "url": row.get_absolute_url(),
        "brand": row.brand_name,
        "price": row.price,
        "price_max": row.price_max,
        "list_price": row.list_price,
        "discount": row.discount,
        "rating": row.rating,
        "num_reviews": row.num_reviews,
        "stock": row.stock,
        "sold": row.sold,
        "variants": row.variants,
        "date_created": row.date_created,
    }


@require_safe
def products(request: HttpRequest) -> JsonResponse:
    """Products by the same query terms as the shop's pages, plus ``category`` (a number)."""
    category = None
    if request.GET.get("category", "").isdigit():
        category = Category.objects.filter(pk=request.GET["category"]).first()
    finder = Finder(Query.parse(request.GET), category=category)
    page = int(request.GET["page"]) if request.GET.get("page", "").isdigit() else 1
    rows = finder.page(max(page, 1), SIZE)
    return JsonResponse(
        {
            "count": finder.count,
            "page": page,
            "pages": max(1, -(-finder.count // SIZE)),
            "results": [listing_json(row) for row in rows],
        }
    )


def with_values(products: Any) -> Any:
    """Products with their pictures, stock and attribute values fetched at once."""
    return products.prefetch_related(
        "images", "stockrecords", "attribute_values__attribute", "attribute_values__value_option"
    )


@require_safe
def product(request: HttpRequest, pk: int) -> JsonResponse:
    """One product with its variants and attributes."""
    found = with_values(
        Product.objects.filter(pk=pk, is_public=True).exclude(structure=Product.CHILD)
    ).first()
    if found is None:
        return JsonResponse({"error": "no such product"}, status=404)
    listing = Listing.objects.filter(pk=pk).first()
    record = found.stockrecords.first()
    return JsonResponse(
        {
            "id": found.pk,
            "title": found.title,
            "summary": found.summary,
            "description": found.description,
            "upc": found.upc,
            "brand": found.brand.name if found.brand else None,
            "attributes": dict(specifications(found)),
            "offer": price_of(record) if record else None,
            "listing": listing_json(listing) if listing else None,
            "categories": list(found.categories.values_list("name", flat=True)),
            "variants": [
                variant(child) for child in with_values(found.children.filter(is_public=True)).order_by("pk")
            ],
        }
    )


@require_safe
def reviews(request: HttpRequest, pk: int) -> JsonResponse:
    """Approved reviews of a product, newest first."""
    found = ProductReview.objects.filter(product=pk, status=ProductReview.APPROVED).order_by(
        "-date_created", "-pk"
    )

    def show(row: Any) -> dict[str, Any]:
        return {
            "id": row.pk,
            "stars": row.score,
            "title": row.title,
            "text": row.body,
            "nickname": row.name,
            "date": row.date_created,
        }

    return paged(request, found, show)


@require_safe
@for_users
def me(request: HttpRequest) -> JsonResponse:
    """The account that is logged in."""
    user = request.user
    addresses = [
        {
            "id": a.pk,
            "lines": a.active_address_fields(),
            "default_for_delivery": a.is_default_for_shipping,
            "default_for_billing": a.is_default_for_billing,
        }
        for a in user.addresses.select_related("country")
    ]
    return JsonResponse(
        {
            "id": user.pk,
            "username": user.username,
            "email": user.email,
            "first_name": user.first_name,
            "last_name": user.last_name,
            "is_staff": user.is_staff,
            "addresses": addresses,
        }
    )


@require_safe
def basket(request: HttpRequest) -> JsonResponse:
    """The open basket."""
    found = request.basket
    lines = (
        [
            {
                "product": line.product_id,
                "title": line.product.get_title(),
                "quantity": line.quantity,
                "unit_price": line.unit_price_incl_tax,
                "total": line.line_price_incl_tax_incl_discounts,
            }
            for line in found.all_lines()
        ]
        if found.pk
        else []
    )
    vouchers = [voucher.code for voucher in found.vouchers.all()] if found.pk else []
    return JsonResponse(
        {
            "id": found.pk,
            "lines": lines,
            "vouchers": vouchers,
            "total": found.total_incl_tax if lines else "0.00",
        }
    )


@require_safe
@for_users
def wish_lists(request: HttpRequest) -> JsonResponse:
    """The wish lists of the account."""
    rows = [
        {
            "key": w.key,
            "name": w.name,
            "visibility": w.visibility,
            "lines": [
                {"product": line.product_id, "title": line.get_title(), "quantity": line.quantity}
                for line in w.lines.all()
            ],
        }
        for w in WishList.objects.filter(owner=request.user).prefetch_related("lines__product").order_by("pk")
    ]
    return JsonResponse({"count": len(rows), "results": rows})


def order_json(row: Any) -> dict[str, Any]:
    """An order in a list."""
    return {
        "number": row.number,
        "date": row.date_placed,
        "status": row.status,
        "total": row.total_incl_tax,
        "shipping": row.shipping_incl_tax,
        "shipping_method": row.shipping_method,
        "customer": row.email,
    }


def visible_orders(user: Any) -> Any:
    """All orders for those who may see orders in the dashboard, else one's own."""
    found = Order.objects.select_related("user").order_by("-date_placed", "-pk")
    return found if user.is_staff and user.has_perm("order.view_order") else found.filter(user=user)


@require_safe
@for_users
def orders(request: HttpRequest) -> JsonResponse:
    """Orders, newest first; ``status`` narrows."""
    found = visible_orders(request.user)
    if request.GET.get("status"):
        found = found.filter(status=request.GET["status"])
    return paged(request, found, order_json)


@require_safe
@for_users
def order(request: HttpRequest, number: str) -> JsonResponse:
    """One order with all that belongs to it."""
    row = visible_orders(request.user).filter(number=number).first()
    if row is None:
        return JsonResponse({"error": "no such order"}, status=404)
    return JsonResponse(
        {
            **order_json(row),
            "lines": [
                {
                    "product": line.product_id,
                    "sku": line.partner_sku,
                    "title": line.title,
                    "quantity": line.quantity,
                    "unit_price": line.unit_price_incl_tax,
                    "total": line.line_price_before_discounts_incl_tax,
                    "status": line.status,
                }
                for line in row.lines.all()
            ],
            "discounts": [
                {"name": d.offer_name, "voucher": d.voucher_code, "amount": d.amount}
                for d in row.discounts.all()
            ],
            "shipping_address": row.shipping_address.active_address_fields() if row.shipping_address else [],
            "billing_address": row.billing_address.active_address_fields() if row.billing_address else [],
            "payment": [source.source_type.name for source in row.sources.select_related("source_type")],
            "events": [
                {"date": e.date_created, "event": e.event_type.name, "notes": e.notes}
                for e in row.shipping_events.select_related("event_type")
            ],
            "history": [
                {"date": c.date_created, "old": c.old_status, "new": c.new_status}
                for c in row.status_changes.all()
            ],
        }
    )
