"""Offers and public ranges are list pages like all others."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from oscar.core.loading import get_model

from shop.storefront.finder import Finder, Query
from shop.storefront.models import Listing
from shop.storefront.views.home import running_offers
from shop.storefront.views.listing import listing_page

Range = get_model("offer", "Range")


def range_ids(found: Any) -> list[int] | None:
    """Numbers of the listed products of a range; None when it holds everything."""
    if found is None or found.includes_all_products:
        return None
    categories = list(found.included_categories.values_list("pk", flat=True))
    listed = set(
        Listing.objects.filter(category_rows__category_id__in=categories).values_list("pk", flat=True)
    )
    for pk, parent in found.included_products.values_list("pk", "parent_id"):
        listed.add(parent or pk)
    listed -= set(found.excluded_products.values_list("pk", flat=True))
    return sorted(listed)


def offer_list(request: HttpRequest) -> HttpResponse:
    """Site offers that hold now."""
    return render(request, "storefront/offers.html", {"offers": running_offers()})


def offer_detail(request: HttpRequest, slug: str) -> HttpResponse:
    """The products of an offer that holds now."""
    offer = next((one for one in running_offers() if one.slug == slug), None)
    if offer is None:
        raise Http404("This offer does not hold now.")
    finder = Finder(Query.parse(request.GET), ids=range_ids(offer.condition.range))
    return listing_page(request, finder, heading=offer.name, introduction=offer.description, offer=offer)


def range_detail(request: HttpRequest, slug: str) -> HttpResponse:
    """The products of a public range."""
    found = get_object_or_404(Range, slug=slug, is_public=True)
    finder = Finder(Query.parse(request.GET), ids=range_ids(found))
    return listing_page(request, finder, heading=found.name, introduction=found.description)


class _Page:
    """What Oscar's URL configuration calls ``as_view`` on."""

    page: Callable[..., Any]

    @classmethod
    def as_view(cls) -> Callable[..., Any]:
        return cls.page


class OfferListView(_Page):
    page = staticmethod(offer_list)


class OfferDetailView(_Page):
    page = staticmethod(offer_detail)


class RangeDetailView(_Page):
    page = staticmethod(range_detail)
