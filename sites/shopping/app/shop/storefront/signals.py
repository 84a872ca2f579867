"""Listens to changes of the catalogue; the listing is synced in the same transaction.

A form of the dashboard saves a product and a dozen related rows. During a request each save only notes the
product;
``shop.middleware.OneTransaction`` calls ``flush`` before it commits. Outside of requests the sync runs at
once.
"""

from __future__ import annotations

import threading
from typing import Any

from django.db.models.signals import m2m_changed, post_delete, post_save, pre_delete
from oscar.apps.order.signals import order_placed, order_status_changed
from oscar.core.loading import get_model

Product = get_model("catalogue", "Product")
Category = get_model("catalogue", "Category")

_local = threading.local()


def collect() -> None:
    """From now on note products of this thread instead of syncing them."""
    _local.pending = set()


def flush() -> None:
    """Sync what was noted, and stop noting."""
    from shop.storefront import listing

    pending = getattr(_local, "pending", None)
    _local.pending = None
    if pending:
        listing.sync(_parents(pending))


def discard() -> None:
    """Forget what was noted: the transaction is rolled back."""
    _local.pending = None


class paused:
    """Context in which nothing is synced, for the loader, which rebuilds at the end."""

    active = False

    def __enter__(self) -> None:
        paused.active = True

    def __exit__(self, *args: object) -> None:
        paused.active = False


def touch(*product_ids: int | None) -> None:
    """A product or variant has changed."""
    from shop.storefront import listing

    ids = {pk for pk in product_ids if pk}
    if paused.active or not ids:
        return
    pending = getattr(_local, "pending", None)
    if pending is None:
        listing.sync(_parents(ids))
    else:
        pending |= ids


def _parents(ids: set[int]) -> set[int]:
    rows = dict(Product.objects.filter(pk__in=ids).values_list("pk", "parent_id"))
    return {rows.get(pk) or pk for pk in ids}


def _product_saved(instance: Any, **kwargs: Any) -> None:
    touch(instance.parent_id or instance.pk)


def _part_saved(instance: Any, **kwargs: Any) -> None:
    touch(instance.product_id)


def _category_saved(instance: Any, **kwargs: Any) -> None:
    branch = Category.objects.filter(path__startswith=instance.path)
    touch(*Product.objects.filter(categories__in=branch).values_list("pk", flat=True))


def _order_changed(order: Any, **kwargs: Any) -> None:
    touch(*order.lines.values_list("product_id", flat=True))


def _options_changed(instance: Any, action: str, **kwargs: Any) -> None:
    if action.startswith("post_"):
        touch(getattr(instance, "product_id", None))


post_save.connect(_product_saved, sender=Product, dispatch_uid="listing")
pre_delete.connect(_product_saved, sender=Product, dispatch_uid="listing")
for _label in (
    "partner.StockRecord",
    "catalogue.ProductImage",
    "catalogue.ProductCategory",
    "reviews.ProductReview",
):
    _model = get_model(*_label.split("."))
    post_save.connect(_part_saved, sender=_model, dispatch_uid="listing")
    post_delete.connect(_part_saved, sender=_model, dispatch_uid="listing")
_values = get_model("catalogue", "ProductAttributeValue")
post_save.connect(_part_saved, sender=_values, dispatch_uid="listing")
post_delete.connect(_part_saved, sender=_values, dispatch_uid="listing")
m2m_changed.connect(_options_changed, sender=_values.value_multi_option.through, dispatch_uid="listing")
post_save.connect(_category_saved, sender=Category, dispatch_uid="listing")
order_placed.connect(_order_changed, dispatch_uid="listing")
order_status_changed.connect(_order_changed, dispatch_uid="listing")
