"""Oscar's list pages are ours: the listing tables instead of a search engine."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from shop.storefront.views import listing


class _Page:
    """What Oscar's URL configuration calls ``as_view`` on."""

    page: Callable[..., Any]

    @classmethod
    def as_view(cls) -> Callable[..., Any]:
        return cls.page


class CatalogueView(_Page):
    page = staticmethod(listing.catalogue)


class ProductCategoryView(_Page):
    page = staticmethod(listing.category)


class FacetedSearchView(_Page):
    page = staticmethod(listing.search)
