"""What every page needs: the menu of departments, the number of items compared, the basket's size."""

from __future__ import annotations

from functools import cache
from typing import Any

from oscar.core.loading import get_model

COMPARE_COOKIE = "compare"


def departments() -> list[Any]:
    """Departments with their public categories as ``leaves``, in the menu's order: one query."""
    Category = get_model("catalogue", "Category")
    found: dict[str, Any] = {}
    for category in (
        Category.objects.filter(is_public=True, depth__lte=2)
        .only("id", "name", "slug", "path", "depth", "image", "description", "numchild")
        .order_by("path")
    ):
        if category.depth == 1:
            category.leaves = []
            category.url = f"/catalogue/category/{category.slug}_{category.pk}/"
            found[category.path] = category
        else:
            parent = found.get(category.path[: Category.steplen])
            if parent is not None:
                category.url = f"/catalogue/category/{parent.slug}/{category.slug}_{category.pk}/"
                parent.leaves.append(category)
    return list(found.values())


def compared_ids(request: Any) -> list[int]:
    """Products chosen for comparison, from a cookie."""
    raw = request.COOKIES.get(COMPARE_COOKIE, "")
    return [int(part) for part in raw.split("-") if part.isdigit()][:4]


def _basket_count(request: Any) -> int:
    from django.db.models import Sum

    basket = request._basket_cache if getattr(request, "_basket_cache", None) else None
    if basket is None:
        from shop.middleware import current_basket

        basket = current_basket(request)
    if basket is None or basket.pk is None:
        return 0
    return basket.lines.aggregate(n=Sum("quantity"))["n"] or 0


def storefront(request: Any) -> dict[str, Any]:
    """Context processor; the values are functions that templates call at most once, so pages without a menu
    pay nothing.
    """
    return {
        "departments": cache(departments),
        "footer_pages": cache(footer_pages),
        "compared": cache(lambda: compared_ids(request)),
        "basket_count": cache(lambda: _basket_count(request)),
    }


def footer_pages() -> list[Any]:
    """Content pages linked in the footer."""
    from django.contrib.flatpages.models import FlatPage

    return list(FlatPage.objects.order_by("url").only("url", "title"))
