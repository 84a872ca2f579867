"""The front page."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from oscar.core.loading import get_model

from shop.storefront.models import Listing

Offer = get_model("offer", "ConditionalOffer")


def running_offers() -> list[Any]:
    """Site offers that hold at this moment."""
    now = timezone.now()
    offers = Offer.objects.filter(offer_type="Site", status="Open", start_datetime__lte=now).select_related(
        "benefit", "condition__range"
    )
    return [
        offer
        for offer in offers.order_by("-priority", "pk")
        if offer.end_datetime is None or offer.end_datetime > now
    ]


def home(request: HttpRequest) -> HttpResponse:
    """Offers, departments, best-sellers, new arrivals, reduced products."""
    rows = Listing.objects.defer("text").filter(stock__gt=0)
    return render(
        request,
        "storefront/home.html",
        {
            "offers": running_offers(),
            "best": rows.order_by("-sold", "product_id")[:8],
            "newest": rows.order_by("-date_created", "-product_id")[:4],
            "reduced": rows.filter(discount__gt=0).order_by("-discount", "product_id")[:4],
        },
    )
