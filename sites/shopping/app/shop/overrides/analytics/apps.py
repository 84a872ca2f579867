"""Oscar counts views, searches and basket additions in tables; a look at a page must write nothing."""

from oscar.apps.analytics import apps


class AnalyticsConfig(apps.AnalyticsConfig):
    """The tables stay, the receivers that write on views are not connected."""

    name = "shop.overrides.analytics"

    def ready(self) -> None:
        from shop.overrides.analytics import receivers  # noqa: F401
