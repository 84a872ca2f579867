"""The dashboard with the parts Oscar lacks."""

from __future__ import annotations

from typing import Any

from django.urls import path
from oscar.apps.dashboard import apps


class DashboardConfig(apps.DashboardConfig):
    """Adds messages, newsletter, and a list of stock and prices."""

    name = "shop.overrides.dashboard"

    def configure_permissions(self) -> None:
        super().configure_permissions()
        self.permissions_map |= {
            "contact-list": ["storefront.view_contactmessage"],
            "contact-detail": ["storefront.view_contactmessage"],
            "newsletter-list": ["storefront.view_newslettersubscription"],
            "stock-list": (["catalogue.view_product"], ["partner.view_stockrecord"]),
        }

    def get_urls(self) -> list[Any]:
        from shop.overrides.dashboard import service, stock

        ours = [
            path("messages/", service.contact_list, name="contact-list"),
            path("messages/<int:pk>/", service.contact_detail, name="contact-detail"),
            path("newsletter/", service.newsletter_list, name="newsletter-list"),
            path("stock/", stock.stock_list, name="stock-list"),
        ]
        return self.post_process_urls(ours) + super().get_urls()
