"""Stock records with a list price."""

from django.db import models
from oscar.apps.partner.abstract_models import AbstractStockRecord


class StockRecord(AbstractStockRecord):
    """What a product costs and how many there are; ``list_price`` is the higher price before a reduction."""

    list_price = models.DecimalField("List price", max_digits=12, decimal_places=2, null=True, blank=True)
    cost = models.DecimalField("Cost price", max_digits=12, decimal_places=2, null=True, blank=True)


from oscar.apps.partner.models import *  # noqa: E402, F403
