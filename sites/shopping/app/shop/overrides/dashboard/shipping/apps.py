"""Shipping charges of the dashboard: price for an order, price for an item, free from."""

from __future__ import annotations

from typing import Any

from django.urls import path
from oscar.core.application import OscarDashboardConfig


class ShippingDashboardConfig(OscarDashboardConfig):
    """In place of Oscar's weight tables."""

    name = "shop.overrides.dashboard.shipping"
    label = "shipping_dashboard"
    default_permissions = ["is_superuser"]
    permissions_map = {
        "shipping-method-list": ["shipping.view_orderanditemcharges"],
        "shipping-method-create": ["shipping.add_orderanditemcharges"],
        "shipping-method-edit": ["shipping.change_orderanditemcharges"],
        "shipping-method-delete": ["shipping.delete_orderanditemcharges"],
    }

    def get_urls(self) -> list[Any]:
        from shop.overrides.dashboard.shipping import views

        return self.post_process_urls(
            [
                path("", views.method_list, name="shipping-method-list"),
                path("create/", views.method_edit, name="shipping-method-create"),
                path("<int:pk>/", views.method_edit, name="shipping-method-edit"),
                path("<int:pk>/delete/", views.method_delete, name="shipping-method-delete"),
            ]
        )
