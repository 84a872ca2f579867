"""Around every request: one transaction, rights in the dashboard, a basket made only when it is needed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db import transaction
from oscar.apps.basket.middleware import BasketMiddleware
from oscar.core.loading import get_model

from shop.storefront import signals

Basket = get_model("basket", "Basket")


class LazyBasketMiddleware(BasketMiddleware):
    """Oscar's middleware, except that looking at a page does not create a basket row."""

    def get_basket(self, request: Any) -> Any:
        if request._basket_cache is not None:
            return request._basket_cache
        user = getattr(request, "user", None)
        if user is None or not user.is_authenticated or self.get_cookie_key(request) in request.COOKIES:
            return super().get_basket(request)
        basket = Basket.open.filter(owner=user).order_by("id").first()
        if basket is None:
            basket = Basket(owner=user)
        basket.owner = user
        request._basket_cache = basket
        return basket


class OneTransaction:
    """A request that may write is one transaction, which ends with the sync of the listing.

    Sits below the session, so that a message or a login is kept even when the rest is rolled back.
    """

    def __init__(self, get_response: Callable[[Any], Any]) -> None:
        self.get_response = get_response

    def __call__(self, request: Any) -> Any:
        if request.method in ("GET", "HEAD", "OPTIONS"):
            return self.get_response(request)
        signals.collect()
        try:
            with transaction.atomic():
                response = self.get_response(request)
                if response.status_code >= 500:
                    transaction.set_rollback(True)
                else:
                    signals.flush()
                return response
        finally:
            signals.discard()


def current_basket(request: Any) -> Any:
    """The basket of a request without prices and offers, or None when there is none."""
    if not hasattr(request, "_basket_cache"):
        return None
    return LazyBasketMiddleware(lambda r: r).get_basket(request)


class DashboardRights:
    """Who may look at a part of the dashboard may not yet change it: a change needs the right to it.

    Oscar lets everybody with access to the dashboard change products and orders; here each part has its own
    right.
    """

    RIGHTS = (
        ("/dashboard/login/", None),
        ("/dashboard/logout/", None),
        ("/dashboard/orders/", "order.change_order"),
        ("/dashboard/catalogue/", "catalogue.change_product"),
        ("/dashboard/stock/", "partner.change_stockrecord"),
        ("/dashboard/users/", "auth.change_user"),
        ("/dashboard/reviews/", "reviews.change_productreview"),
        ("/dashboard/messages/", "storefront.change_contactmessage"),
        ("/dashboard/offers/", "offer.change_conditionaloffer"),
        ("/dashboard/vouchers/", "voucher.change_voucher"),
        ("/dashboard/ranges/", "offer.change_range"),
        ("/dashboard/pages/", "flatpages.change_flatpage"),
        ("/dashboard/comms/", "communication.change_communicationeventtype"),
        ("/dashboard/partners/", "partner.change_partner"),
        ("/dashboard/shipping/", "shipping.change_orderanditemcharges"),
        ("/dashboard/", "auth.change_user"),
    )

    def __init__(self, get_response: Callable[[Any], Any]) -> None:
        self.get_response = get_response

    def __call__(self, request: Any) -> Any:
        if request.path.startswith("/dashboard/") and request.method not in ("GET", "HEAD", "OPTIONS"):
            right = next(right for prefix, right in self.RIGHTS if request.path.startswith(prefix))
            if right is not None and not request.user.has_perm(right):
                raise PermissionDenied
        return self.get_response(request)
