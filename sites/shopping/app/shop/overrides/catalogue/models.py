"""Products with a brand, a summary and a weight."""

from django.db import models
from oscar.apps.catalogue.abstract_models import AbstractProduct, AbstractProductAttribute


class Product(AbstractProduct):
    """A thing for sale; ``brand`` and ``summary`` of a variant are its parent's."""

    brand = models.ForeignKey(
        "storefront.Brand",
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="products",
        verbose_name="Brand",
    )
    summary = models.CharField("Summary", max_length=300, blank=True)
    weight_g = models.PositiveIntegerField("Weight in grams", null=True, blank=True)


class ProductAttribute(AbstractProductAttribute):
    """An attribute with the unit of its number; ``is_facet`` offers it as a filter, ``is_variant`` makes
    variants.
    """

    unit = models.CharField("Unit", max_length=20, blank=True)
    is_facet = models.BooleanField("Offer as a filter", default=False)
    is_variant = models.BooleanField("Distinguishes variants", default=False)


from oscar.apps.catalogue.models import *  # noqa: E402, F403
