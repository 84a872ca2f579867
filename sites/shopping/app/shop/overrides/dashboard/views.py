"""The overview of the dashboard: what is waiting."""

from __future__ import annotations

import datetime
from typing import Any

from django.contrib.auth import get_user_model
from django.db.models import Count, Sum
from django.utils import timezone
from django.views.generic import TemplateView
from oscar.core.loading import get_model

from shop.storefront.models import ContactMessage

Order = get_model("order", "Order")
ProductReview = get_model("reviews", "ProductReview")
StockRecord = get_model("partner", "StockRecord")


class IndexView(TemplateView):
    """Figures of today and this month, and the latest orders, as far as the user may see them."""

    template_name = "oscar/dashboard/index.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        user, now = self.request.user, timezone.now()
        cards: list[tuple[str, Any, str]] = []
        context = super().get_context_data(cards=cards, **kwargs)
        if user.has_perm("order.view_order"):
            statuses = Order.objects.values_list("status").annotate(n=Count("pk")).order_by("status")
            context["statuses"] = list(statuses)
            context["orders"] = Order.objects.select_related("user").order_by("-date_placed", "-pk")[:10]
            month = now.replace(day=1, hour=0, minute=0, second=0, microsecond=0)
            for label, since in (
                ("Orders in the last 24 hours", now - datetime.timedelta(days=1)),
                ("Orders this month", month),
            ):
                cards.append(
                    (
                        label,
                        Order.objects.filter(date_placed__gte=since).count(),
                        f"/dashboard/orders/?date_from={since:%Y-%m-%d}",
                    )
                )
            if user.is_superuser:
                revenue = (
                    Order.objects.filter(date_placed__gte=month)
                    .exclude(status="Cancelled")
                    .aggregate(s=Sum("total_incl_tax"))["s"]
                )
                cards.append(
                    (
                        "Revenue this month",
                        f"€{revenue or 0:,.2f}",
                        "/dashboard/reports/?report=sales-by-month",
                    )
                )
        if user.has_perm("reviews.view_productreview"):
            cards.append(
                (
                    "Reviews waiting for approval",
                    ProductReview.objects.filter(status=0).count(),
                    "/dashboard/reviews/?status=0",
                )
            )
        if user.has_perm("storefront.view_contactmessage"):
            cards.append(
                (
                    "New messages",
                    ContactMessage.objects.filter(status="New").count(),
                    "/dashboard/messages/?status=New",
                )
            )
        if user.has_perm("auth.view_user"):
            cards.append(
                ("Customers", get_user_model().objects.filter(is_staff=False).count(), "/dashboard/users/")
            )
        if user.has_perm("catalogue.view_product"):
            cards.append(
                (
                    "Articles out of stock",
                    StockRecord.objects.filter(num_in_stock=0).count(),
                    "/dashboard/stock/?stock_max=0",
                )
            )
        return context
