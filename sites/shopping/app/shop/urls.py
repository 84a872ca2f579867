"""Addresses: ours first, then Oscar's."""

from django.apps import apps
from django.urls import include, path

urlpatterns = [
    path("", include("shop.storefront.urls")),
    path("api/", include("shop.api.urls")),
    path("", include(apps.get_app_config("oscar").urls[0])),
]
