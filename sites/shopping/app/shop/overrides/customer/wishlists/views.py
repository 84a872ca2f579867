"""Moving between wish lists is a POST."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from oscar.apps.customer.wishlists import views
from oscar.core.loading import get_model

WishList = get_model("wishlists", "WishList")


class WishListDetailView(views.WishListDetailView):
    """One list with prices, and the other lists to move things to."""

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        from shop.storefront.models import Listing

        context = super().get_context_data(**kwargs)
        lines = [form.instance for form in context["form"]]
        parents = {
            line.product_id: line.product.parent_id or line.product_id for line in lines if line.product_id
        }
        listings = Listing.objects.defer("text").in_bulk(list(parents.values()))
        for line in lines:
            line.listing = listings.get(parents.get(line.product_id))
        return context


class WishListMoveProductToAnotherWishList(views.WishListMoveProductToAnotherWishList):
    """Moves a line to another list of the same customer."""

    http_method_names = ["post"]

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return self.get(request, *args, **{**kwargs, "to_key": request.POST.get("to") or kwargs["to_key"]})
