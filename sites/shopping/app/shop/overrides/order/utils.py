"""Order numbers go on where the last one stopped."""

from __future__ import annotations

from typing import Any

from django.db.models import IntegerField, Max
from django.db.models.functions import Cast
from oscar.apps.order import utils
from oscar.core.loading import get_model


class OrderNumberGenerator(utils.OrderNumberGenerator):
    """One more than the highest number there is."""

    def order_number(self, basket: Any) -> str:
        Order = get_model("order", "Order")
        highest = Order.objects.annotate(n=Cast("number", IntegerField())).aggregate(highest=Max("n"))[
            "highest"
        ]
        return str((highest or 100000) + 1)
