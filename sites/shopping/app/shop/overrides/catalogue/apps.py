from oscar.apps.catalogue import apps


class CatalogueConfig(apps.CatalogueConfig):
    """Oscar's catalogue, with brands, summaries and weights on products."""

    name = "shop.overrides.catalogue"
