"""The one record worth keeping: what a customer has ordered, when an order is placed."""

from typing import Any

from django.dispatch import receiver
from oscar.apps.order.signals import order_placed


@receiver(order_placed)
def record_order(sender: Any, order: Any, user: Any, **kwargs: Any) -> None:
    """Keep the purchase counters that Oscar's reports and recommendations read."""
    from oscar.apps.analytics import receivers as oscars

    if user is not None and user.is_authenticated:
        oscars._record_user_order(user, order)
    oscars._record_products_in_order(order)
