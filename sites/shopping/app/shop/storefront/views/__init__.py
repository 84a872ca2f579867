"""Pages of the storefront."""

from shop.storefront.views.site import health

__all__ = ["health"]
