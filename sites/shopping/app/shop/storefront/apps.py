from django.apps import AppConfig


class StorefrontConfig(AppConfig):
    name = "shop.storefront"
    label = "storefront"
    verbose_name = "Storefront"

    def ready(self) -> None:
        from shop.storefront import signals  # noqa: F401
