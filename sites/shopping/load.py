"""Puts the generated records into the shop's empty database.

Runs once, while the image is built: ``python3 -m sites.shopping.load --seed 20260316 --scale 1``. Needs
Django (``DJANGO_SETTINGS_MODULE=shop.settings``), an empty schema and a running MariaDB. Primary keys are
given in the order of the records, so a seed number names one database exactly.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable
from typing import Any

import django

from sites.shopping.loading.goods import Goods
from sites.shopping.loading.pages import Pages
from sites.shopping.loading.people import People
from sites.shopping.loading.trade import Trade
from sites.shopping.seed.records import EPOCH, Shop
from sites.sitekit.loading import CSRF_TOKEN, bake_sessions, keep_given_times


class Loader(People, Goods, Trade, Pages):
    """Loads one ``Shop``; ``run`` calls the steps in the order in which they need each other."""

    def __init__(self, shop: Shop) -> None:
        from django.apps import apps

        self.shop = shop
        self.model: Callable[..., Any] = apps.get_model
        self.users: dict[str, Any] = {}
        self.products: dict[str, Any] = {}
        self.stock: dict[str, Any] = {}
        self.orders: dict[str, Any] = {}

    def run(self) -> None:
        """Load everything, printing the seconds of each step."""
        steps = (
            self.ground,
            self.pictures,
            self.people,
            self.partners,
            self.categories,
            self.classes,
            self.catalogue,
            self.selling,
            self.trade,
            self.reviews,
            self.lists,
            self.searches,
            self.texts,
            self.listing,
            self.sessions,
        )
        for step in steps:
            start = time.perf_counter()
            step()
            print(f"load: {step.__name__:<12} {time.perf_counter() - start:6.1f} s", flush=True)

    def ground(self) -> None:
        """Site, countries, types of payment and of shipping events."""
        Site, Country = self.model("sites.Site"), self.model("address.Country")
        Site.objects.update_or_create(
            pk=1, defaults={"domain": "shopping.webarium.test", "name": "Four Gates"}
        )
        self.site = Site.objects.get(pk=1)
        names = (
            ("DE", "DEU", "276", "Germany"),
            ("AT", "AUT", "040", "Austria"),
            ("DK", "DNK", "208", "Denmark"),
            ("NL", "NLD", "528", "Netherlands"),
            ("PL", "POL", "616", "Poland"),
            ("SE", "SWE", "752", "Sweden"),
        )
        for number, (two, three, numeric, name) in enumerate(names):
            Country.objects.create(
                iso_3166_1_a2=two,
                iso_3166_1_a3=three,
                iso_3166_1_numeric=numeric,
                name=name,
                printable_name=name,
                display_order=1 if number == 0 else 0,
                is_shipping_country=True,
            )
        Event = self.model("order.ShippingEventType")
        self.events = {
            name: Event.objects.create(name=name, code=name.lower())
            for name in ("Shipped", "Delivered", "Returned")
        }
        Pay = self.model("order.PaymentEventType")
        for name in ("Paid", "Refunded"):
            Pay.objects.create(name=name, code=name.lower())
        from django.conf import settings

        Source = self.model("payment.SourceType")
        self.sources = {
            name: Source.objects.create(code=code, name=name)
            for code, name, _text in settings.SHOP_PAYMENT_METHODS
        }

    def listing(self) -> None:
        """The listing tables and their full-text indexes."""
        from django.db import connection
        from shop.storefront import listing

        listing.rebuild(now=EPOCH)
        with connection.cursor() as cursor:
            cursor.execute(
                "ALTER TABLE storefront_listing ADD FULLTEXT INDEX listing_title (title, brand_name)"
            )
            cursor.execute(
                "ALTER TABLE storefront_listing ADD FULLTEXT INDEX listing_text (title, brand_name, text)"
            )

    def sessions(self) -> None:
        """A session that is logged in for every profile."""
        bake_sessions(
            "oscar.apps.customer.auth_backends.EmailBackend",
            {"csrftoken": CSRF_TOKEN},
        )


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=20260316)
    parser.add_argument("--scale", type=int, default=1)
    parser.add_argument(
        "--sample", action="store_true", help="load the small hand-made shop instead of a generated one"
    )
    options = parser.parse_args()
    start = time.perf_counter()
    if options.sample:
        from sites.shopping.sample import make_sample

        shop = make_sample(options.seed)
    else:
        from sites.shopping.seed import generate

        shop = generate(options.seed, options.scale)
    print(f"load: generated    {time.perf_counter() - start:6.1f} s", flush=True)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "shop.settings")
    django.setup()
    from shop.storefront.signals import paused

    keep_given_times(EPOCH)
    from django.db import transaction

    with paused(), transaction.atomic():
        Loader(shop).run()


if __name__ == "__main__":
    main()
