"""Puts the generated records into the shop's empty database.

Runs once, while the image is built: ``python3 -m sites.shopping.load --seed 20260316 --scale 1``. Needs
Django (``DJANGO_SETTINGS_MODULE=shop.settings``), an empty schema and a running MariaDB. Primary keys are
given in the order of the records, so a seed number names one database exactly.
"""

from __future__ import annotations

import argparse
import os
import random
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from datetime import timedelta
from decimal import Decimal
from typing import Any

import django

from sites.shopping.seed.pictures import make_pictures
from sites.shopping.seed.records import EPOCH, Shop
from sites.shopping.seed.selling import partner_of
from sites.sitekit.loading import CSRF_TOKEN, bake_sessions, create, keep_given_times
from sites.world_data.shop.records import Address, Attribute, Product

ZERO = Decimal("0.00")
PASSWORD = "webarium"  # noqa: S105
REVIEW_STATUS = {"pending": 0, "approved": 1, "rejected": 2}
BENEFITS = {
    "percentage": "Percentage",
    "absolute": "Absolute",
    "multibuy": "Multibuy",
    "fixed_price": "Fixed price",
    "shipping_percentage": "Shipping percentage",
}
CONDITIONS = {"count": "Count", "value": "Value", "coverage": "Coverage"}


class Loader:
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

    # ---- ground --------------------------------------------------------------------------------------------
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

    def pictures(self) -> None:
        """Draw all pictures; they are part of the image and no state."""
        from django.conf import settings

        self.picture = make_pictures(settings.BAKED_DIR / "root" / "media", self.shop)

    # ---- people --------------------------------------------------------------------------------------------
    def people(self) -> None:
        """Accounts with their address books."""
        from django.contrib.auth.hashers import make_password
        from django.contrib.auth.models import Permission

        User, Profile = self.model("auth.User"), self.model("storefront.CustomerProfile")
        UserAddress = self.model("address.UserAddress")
        password = make_password(PASSWORD, salt="fourgates")
        users, profiles, addresses = [], [], []
        for number, customer in enumerate(self.shop.customers, start=1):
            user = User(
                pk=number,
                username=customer.username,
                email=customer.email,
                first_name=customer.first_name,
                last_name=customer.last_name,
                password=password,
                date_joined=customer.date_joined,
                last_login=customer.last_login,
                is_active=customer.is_active,
                is_staff=customer.role != "customer",
                is_superuser=customer.role == "owner",
            )
            users.append(user)
            self.users[customer.email] = user
            profiles.append(Profile(user_id=number, phone=customer.phone, nickname=customer.nickname))
            for address in customer.addresses:
                row = UserAddress(
                    user_id=number,
                    is_default_for_shipping=address.default_shipping,
                    is_default_for_billing=address.default_billing,
                    notes=address.notes,
                    phone_number=address.phone,
                    date_created=customer.date_joined,
                    **self.address(address),
                )
                row._update_search_text()
                row.hash = row.generate_hash()
                addresses.append(row)
        create(users)
        create(profiles)
        create(addresses)
        for customer in self.shop.customers:
            for right in customer.permissions:
                *_, app, codename = right.split(".")
                permission = Permission.objects.get(content_type__app_label=app, codename=codename)
                self.users[customer.email].user_permissions.add(permission)

    @staticmethod
    def address(address: Address) -> dict[str, Any]:
        """Fields that all address tables share."""
        return {
            "first_name": address.first_name,
            "last_name": address.last_name,
            "line1": address.line1,
            "line2": address.line2,
            "line4": address.city,
            "state": address.state,
            "postcode": address.postcode,
            "country_id": address.country,
        }

    def partners(self) -> None:
        """Suppliers."""
        Partner, PartnerAddress = self.model("partner.Partner"), self.model("partner.PartnerAddress")
        self.partner = {}
        for record in self.shop.people.partners:
            partner = Partner.objects.create(code=record.code, name=record.name)
            self.partner[record.code] = partner
            if record.address is not None:
                PartnerAddress.objects.create(partner=partner, **self.address(record.address))

    # ---- catalogue -----------------------------------------------------------------------------------------
    def categories(self) -> None:
        """Brands and the tree of categories, written straight as treebeard would."""
        Brand, Category = self.model("storefront.Brand"), self.model("catalogue.Category")
        create(
            Brand(
                pk=number,
                slug=brand.slug,
                name=brand.name,
                town=brand.town,
                country=brand.country,
                founded=brand.founded,
                description=f"{brand.character[:1].upper()}{brand.character[1:]}".rstrip(".") + ".",
            )
            for number, brand in enumerate(self.shop.catalogue.brands, start=1)
        )
        self.brands = {b.slug: b for b in Brand.objects.all()} | {b.name: b for b in Brand.objects.all()}
        rows: dict[str, Any] = {}
        children: dict[str | None, int] = defaultdict(int)
        for number, record in enumerate(self.shop.catalogue.categories, start=1):
            children[record.parent] += 1
            parent = rows[record.parent] if record.parent else None
            step = Category._get_path(
                "" if parent is None else parent.path, 2 if parent else 1, children[record.parent]
            )
            rows[record.slug] = Category(
                pk=number,
                name=record.name,
                slug=record.slug,
                description=record.description,
                path=step,
                depth=2 if parent else 1,
                numchild=0,
                is_public=True,
                ancestors_are_public=True,
                image=self.picture[record.image.key] if record.image else None,
            )
            if parent is not None:
                parent.numchild += 1
        create(rows.values())
        self.category = rows

    def classes(self) -> None:
        """Product classes with attributes and option groups."""
        ProductClass, ProductAttribute = (
            self.model("catalogue.ProductClass"),
            self.model("catalogue.ProductAttribute"),
        )
        self.product_class: dict[str, Any] = {}
        self.attributes: dict[tuple[str, str], Any] = {}
        self.options: dict[tuple[int, str], int] = {}
        groups: dict[tuple[str, ...], Any] = {}
        for number, record in enumerate(self.shop.catalogue.classes, start=1):
            row = ProductClass(
                pk=number,
                name=record.name,
                slug=record.slug,
                requires_shipping=record.requires_shipping,
                track_stock=record.track_stock,
            )
            row.save(force_insert=True)
            self.product_class[record.slug] = row
            for attribute in record.attributes:
                group = (
                    self.option_group(attribute, record.name, groups) if attribute.type == "option" else None
                )
                made = ProductAttribute.objects.create(
                    product_class=row,
                    code=attribute.code,
                    name=attribute.name,
                    type=attribute.type,
                    option_group=group,
                    required=False,
                    unit=attribute.unit,
                    is_facet=attribute.facet,
                    is_variant=attribute.variant,
                )
                self.attributes[record.slug, attribute.code] = made

    def option_group(self, attribute: Attribute, class_name: str, groups: dict[tuple[str, ...], Any]) -> Any:
        """The group of exactly these options; classes share it."""
        Group, Option = self.model("catalogue.AttributeOptionGroup"), self.model("catalogue.AttributeOption")
        key = (attribute.name, *attribute.options)
        if key not in groups:
            taken = Group.objects.filter(name=attribute.name).exists()
            groups[key] = Group.objects.create(
                name=f"{attribute.name} ({class_name})" if taken else attribute.name
            )
            Option.objects.bulk_create([Option(group=groups[key], option=text) for text in attribute.options])
            for option in Option.objects.filter(group=groups[key]):
                self.options[groups[key].pk, option.option] = option.pk
        return groups[key]

    def catalogue(self) -> None:
        """Products, variants, stock, pictures, attribute values, related products."""
        Row, Image = self.model("catalogue.Product"), self.model("catalogue.ProductImage")
        Stock, InCategory = self.model("partner.StockRecord"), self.model("catalogue.ProductCategory")
        Related = self.model("catalogue.ProductRecommendation")
        tops, children, stock, pictures, values, filed, related = [], [], [], [], [], [], []
        number = 0
        for record in self.shop.products:
            number += 1
            tops.append(self.product_row(Row, record, number, None))
            for slug in record.categories:
                filed.append(InCategory(product_id=number, category=self.category[slug]))
            parent = number
            for position, child in enumerate(record.children):
                number += 1
                children.append(self.product_row(Row, child, number, parent))
                if self.picture[child.sku] != self.picture[record.sku]:
                    pictures.append(self.image(Image, number, child, position))
                values += self.values(child, number, record.product_class)
            pictures.append(self.image(Image, parent, record, 0))
            values += self.values(record, parent, record.product_class)
            for item in record.sellable:
                stock.append(
                    Stock(
                        product=self.products[item.sku],
                        partner=self.partner[partner_of(record)],
                        partner_sku=item.sku,
                        price_currency="EUR",
                        price=item.price,
                        list_price=item.list_price,
                        cost=item.cost,
                        num_in_stock=item.stock,
                        num_allocated=0,
                        low_stock_threshold=5,
                        date_created=record.date_created,
                        date_updated=EPOCH - timedelta(hours=6),
                    )
                )
        for record in self.shop.products:
            for rank, sku in enumerate(reversed(record.related), start=1):
                related.append(
                    Related(
                        primary=self.products[record.sku], recommendation=self.products[sku], ranking=rank
                    )
                )
        for rows in (tops, children, filed, pictures, stock, values, related):
            create(rows)
        self.stock = {row.partner_sku: row for row in Stock.objects.select_related("partner")}

    def product_row(self, Row: Any, record: Product, number: int, parent: int | None) -> Any:
        """A row of ``catalogue_product``."""
        row = Row(
            pk=number,
            structure=record.structure,
            is_public=record.is_public,
            upc=record.upc or None,
            parent_id=parent,
            title=record.title,
            slug=record.slug,
            description="" if parent else record.description,
            summary="" if parent else record.summary,
            brand=None if parent else self.brands.get(record.brand),
            weight_g=record.weight_g,
            date_created=record.date_created,
            date_updated=record.date_created,
            product_class=None if parent else self.product_class[record.product_class],
            priority=0,
            is_discountable=True,
        )
        self.products[record.sku] = row
        return row

    def image(self, Image: Any, product: int, record: Product, position: int) -> Any:
        """The picture of a product or variant."""
        return Image(
            product_id=product,
            original=self.picture[record.sku],
            caption=record.title[:200],
            display_order=position,
            date_created=record.date_created,
        )

    def values(self, record: Product, number: int, class_slug: str) -> list[Any]:
        """The attribute values of one product or variant."""
        Value = self.model("catalogue.ProductAttributeValue")
        made = []
        for code, raw in record.attributes.items():
            attribute = self.attributes[class_slug, code]
            row = Value(product_id=number, attribute=attribute)
            if attribute.type == "option":
                row.value_option_id = self.options[attribute.option_group_id, str(raw)]
            else:
                setattr(row, f"value_{attribute.type}", raw)
            made.append(row)
        return made

    # ---- selling -------------------------------------------------------------------------------------------
    def selling(self) -> None:
        """Shipping methods, ranges, offers and vouchers."""
        people = self.shop.people
        Method = self.model("shipping.OrderAndItemCharges")
        create(
            Method(
                code=m.code,
                name=m.name,
                description=f"{m.description} {m.days}.".strip() if m.days else m.description,
                price_per_order=m.charge,
                price_per_item=ZERO,
                free_shipping_threshold=m.free_from,
            )
            for m in people.shipping_methods
        )
        Range, RangeProduct = self.model("offer.Range"), self.model("offer.RangeProduct")
        self.ranges = {}
        for record in people.ranges:
            row = Range.objects.create(
                name=record.name,
                slug=record.slug,
                description=record.description,
                is_public=record.is_public,
                includes_all_products=not record.categories and not record.products,
                date_created=EPOCH - timedelta(days=40),
            )
            row.included_categories.set([self.category[slug] for slug in record.categories])
            create(
                RangeProduct(range=row, product=self.products[sku], display_order=n)
                for n, sku in enumerate(record.products)
            )
            self.ranges[record.slug] = row
        self.offers = {record.slug: self.offer(record, "Site") for record in people.offers}
        Voucher = self.model("voucher.Voucher")
        self.vouchers = {}
        for coupon in people.vouchers:
            voucher = Voucher.objects.create(
                name=coupon.name,
                code=coupon.code.upper(),
                usage=coupon.usage,
                start_datetime=coupon.start,
                end_datetime=coupon.end,
                date_created=coupon.start,
            )
            voucher.offers.add(self.offer(coupon.offer, "Voucher"))
            self.vouchers[voucher.code] = voucher

    def offer(self, record: Any, kind: str) -> Any:
        """An offer with its benefit and condition."""
        Offer, Benefit = self.model("offer.ConditionalOffer"), self.model("offer.Benefit")
        Condition = self.model("offer.Condition")
        scope = self.ranges[record.range]
        shipping = record.kind.startswith("shipping")
        benefit = Benefit.objects.create(
            range=None if shipping else scope,
            type=BENEFITS[record.kind],
            value=None if record.kind == "multibuy" else record.value,
            max_affected_items=record.max_affected_items,
        )
        condition = Condition.objects.create(
            range=scope, type=CONDITIONS[record.condition], value=record.condition_value
        )
        return Offer.objects.create(
            name=record.name,
            slug=record.slug,
            description=record.description,
            offer_type=kind,
            exclusive=record.exclusive,
            condition=condition,
            benefit=benefit,
            start_datetime=record.start,
            end_datetime=record.end,
            status="Open",
            date_created=record.start,
        )

    # ---- trade ---------------------------------------------------------------------------------------------
    def trade(self) -> None:
        """Orders with lines, addresses, payments, discounts, notes, shipments and history; who ordered how
        much.
        """
        m = self.model
        Order, Line, Price = m("order.Order"), m("order.Line"), m("order.LinePrice")
        Ship, Bill = m("order.ShippingAddress"), m("order.BillingAddress")
        Source, Discount = m("payment.Source"), m("order.OrderDiscount")
        Note, Change = m("order.OrderNote"), m("order.OrderStatusChange")
        Event, EventQuantity = m("order.ShippingEvent"), m("order.ShippingEventQuantity")
        UsedVoucher = m("voucher.VoucherApplication")
        by_username = {user.username: user for user in self.users.values()}
        ship, bill, orders, lines, prices, sources, discounts = [], [], [], [], [], [], []
        notes, changes, events, quantities, used = [], [], [], [], []
        line_number = event_number = 0
        for number, record in enumerate(sorted(self.shop.orders, key=lambda o: (o.date, o.number)), start=1):
            ship.append(
                address_row(Ship, number, self.address(record.shipping_address), record.shipping_address)
            )
            bill.append(address_row(Bill, number, self.address(record.billing_address), None))
            user = self.users[record.customer]
            order = Order(
                pk=number,
                number=record.number,
                site=self.site,
                user=user,
                shipping_address_id=number,
                billing_address_id=number,
                currency="EUR",
                total_incl_tax=record.total,
                total_excl_tax=record.total,
                shipping_incl_tax=record.shipping_charge,
                shipping_excl_tax=record.shipping_charge,
                shipping_method=record.shipping_method,
                shipping_code=record.shipping_code,
                status=record.status,
                date_placed=record.date,
                guest_email="",
            )
            orders.append(order)
            self.orders[record.number] = order
            off = spread(
                [line.line_total for line in record.lines], sum((d.amount for d in record.discounts), ZERO)
            )
            first_line = line_number + 1
            for line, less in zip(record.lines, off, strict=True):
                line_number += 1
                stock = self.stock.get(line.product)
                product = self.products.get(line.product)
                paid = line.line_total - less
                lines.append(
                    Line(
                        pk=line_number,
                        order_id=number,
                        product=product,
                        stockrecord=stock,
                        partner=stock.partner if stock else None,
                        partner_name=stock.partner.name if stock else "",
                        partner_sku=line.product,
                        title=line.title,
                        upc=product.upc if product else None,
                        quantity=line.quantity,
                        line_price_incl_tax=paid,
                        line_price_excl_tax=paid,
                        line_price_before_discounts_incl_tax=line.line_total,
                        line_price_before_discounts_excl_tax=line.line_total,
                        unit_price_incl_tax=line.unit_price,
                        unit_price_excl_tax=line.unit_price,
                        status=line.status or record.status,
                        num_allocated=0,
                    )
                )
                prices.append(
                    Price(
                        order_id=number,
                        line_id=line_number,
                        quantity=line.quantity,
                        price_incl_tax=(paid / line.quantity).quantize(Decimal("0.01")),
                        price_excl_tax=(paid / line.quantity).quantize(Decimal("0.01")),
                    )
                )
            source = self.sources.get(record.payment_method) or next(iter(self.sources.values()))
            sources.append(
                Source(
                    order_id=number,
                    source_type=source,
                    currency="EUR",
                    amount_allocated=record.total,
                    amount_debited=record.total if record.status in ("Shipped", "Complete") else ZERO,
                    reference=record.number,
                )
            )
            for found in record.discounts:
                voucher = self.vouchers.get((found.voucher or "").upper())
                offer = voucher.offers.first() if voucher else self.offers.get(found.offer or "")
                discounts.append(
                    Discount(
                        order_id=number,
                        category="Basket",
                        offer_id=offer.pk if offer else None,
                        offer_name=found.name,
                        voucher_id=voucher.pk if voucher else None,
                        voucher_code=voucher.code if voucher else "",
                        frequency=1,
                        amount=found.amount,
                    )
                )
                if voucher:
                    used.append(
                        UsedVoucher(voucher=voucher, user=user, order_id=number, date_created=record.date)
                    )
            for note in record.notes:
                notes.append(
                    Note(
                        order_id=number,
                        user=by_username.get(note.author or ""),
                        note_type=note.kind,
                        message=note.text,
                        date_created=note.date,
                        date_updated=note.date,
                    )
                )
            for change in record.history:
                changes.append(
                    Change(
                        order_id=number,
                        old_status=change.old,
                        new_status=change.new,
                        date_created=change.date,
                    )
                )
            for parcel in record.shipments:
                stages = [("Shipped", parcel.date, f"{parcel.carrier} {parcel.tracking}".strip())]
                if parcel.delivered is not None:
                    stages.append(("Delivered", parcel.delivered, ""))
                for name, moment, text in stages:
                    event_number += 1
                    events.append(
                        Event(
                            pk=event_number,
                            order_id=number,
                            event_type=self.events[name],
                            notes=text,
                            date_created=moment,
                        )
                    )
                    quantities += [
                        EventQuantity(event_id=event_number, line_id=first_line + n, quantity=line.quantity)
                        for n, line in enumerate(record.lines)
                    ]
        for rows in (
            ship,
            bill,
            orders,
            lines,
            prices,
            sources,
            discounts,
            notes,
            changes,
            events,
            quantities,
            used,
        ):
            create(rows)
        self.totals(used, discounts)

    def totals(self, used: Sequence[Any], discounts: Sequence[Any]) -> None:
        """Counters that Oscar keeps beside the orders."""
        from django.db.models import Count, Max, Sum

        User, Record = self.model("auth.User"), self.model("analytics.UserRecord")
        Offer, Line = self.model("offer.ConditionalOffer"), self.model("order.Line")
        rows = User.objects.filter(orders__isnull=False).annotate(
            n=Count("orders"), spent=Sum("orders__total_incl_tax"), last=Max("orders__date_placed")
        )
        items = dict(Line.objects.values_list("order__user_id").annotate(n=Sum("quantity")).order_by())
        counted = dict(Line.objects.values_list("order__user_id").annotate(n=Count("id")).order_by())
        create(
            Record(
                user_id=user.pk,
                num_orders=user.n,
                num_order_lines=counted[user.pk],
                num_order_items=items[user.pk],
                total_spent=user.spent,
                date_last_order=user.last,
            )
            for user in rows.order_by("pk")
        )
        Bought = self.model("analytics.ProductRecord")
        sold = (
            Line.objects.exclude(product=None)
            .values_list("product_id")
            .annotate(n=Sum("quantity"))
            .order_by("product_id")
        )
        create(Bought(product_id=product, num_purchases=n) for product, n in sold)
        per_offer: dict[int, list[Any]] = defaultdict(list)
        for row in discounts:
            if row.offer_id:
                per_offer[row.offer_id].append(row)
        for pk, found in sorted(per_offer.items()):
            Offer.objects.filter(pk=pk).update(
                num_applications=len(found),
                num_orders=len(found),
                total_discount=sum((r.amount for r in found), ZERO),
            )
        for voucher in self.vouchers.values():
            taken = [r for r in discounts if r.voucher_id == voucher.pk]
            type(voucher).objects.filter(pk=voucher.pk).update(
                num_orders=len(taken),
                num_basket_additions=len(taken) + len(taken) // 4,
                total_discount=sum((r.amount for r in taken), ZERO),
            )

    # ---- what customers say and want -----------------------------------------------------------------------
    def reviews(self) -> None:
        """Reviews with their votes, and the ratings of products."""
        Review, Vote = self.model("reviews.ProductReview"), self.model("reviews.Vote")
        Row = self.model("catalogue.Product")
        rng = random.Random(f"{self.shop.seed}:voters")
        voters = [user.pk for user in self.users.values()]
        rows, votes = [], []
        scores: dict[str, list[int]] = defaultdict(list)
        once: set[tuple[str, str]] = set()
        for number, record in enumerate(sorted(self.shop.reviews, key=lambda r: (r.date, r.id)), start=1):
            user = self.users.get(record.customer or "")
            if user is not None and (record.product, user.email) in once:
                user = None
            if user is not None:
                once.add((record.product, user.email))
            up, down = record.votes_up, record.votes_down
            rows.append(
                Review(
                    pk=number,
                    product=self.products[record.product],
                    score=record.stars,
                    title=record.title,
                    body=record.text,
                    user=user,
                    name=record.nickname,
                    email=record.email,
                    status=REVIEW_STATUS[record.status],
                    total_votes=up + down,
                    delta_votes=up - down,
                    date_created=record.date,
                )
            )
            chosen = rng.sample(voters, min(up + down, len(voters)))
            votes += [
                Vote(review_id=number, user_id=pk, delta=1 if n < up else -1, date_created=record.date)
                for n, pk in enumerate(chosen)
            ]
            if record.status == "approved":
                scores[record.product].append(record.stars)
        create(rows)
        create(votes)
        rated = [self.products[sku] for sku in scores]
        for sku, stars in scores.items():
            self.products[sku].rating = sum(stars) / len(stars)
        Row.objects.bulk_update(rated, ["rating"], batch_size=500)

    def lists(self) -> None:
        """Wish lists, open baskets, stock alerts, newsletter, messages."""
        people, m = self.shop.people, self.model
        WishList, WishLine = m("wishlists.WishList"), m("wishlists.Line")
        titles = {sku: row.title for sku, row in self.products.items()}
        # bulk_create, because the model's own save() would draw another key
        create(
            WishList(
                pk=number,
                owner=self.users[record.customer],
                name=record.name,
                key=record.key,
                visibility=record.visibility,
                date_created=record.date,
            )
            for number, record in enumerate(people.wish_lists, start=1)
        )
        for number, record in enumerate(people.wish_lists, start=1):
            create(
                WishLine(
                    wishlist_id=number,
                    product=self.products[line.product],
                    quantity=line.quantity,
                    title=titles[line.product],
                )
                for line in record.lines
            )
        Basket, BasketLine = m("basket.Basket"), m("basket.Line")
        for number, basket in enumerate(people.baskets, start=1):
            Basket(
                pk=number, owner=self.users[basket.customer], status="Open", date_created=basket.date
            ).save(force_insert=True)
            create(
                BasketLine(
                    basket_id=number,
                    line_reference=f"{self.products[sku].pk}_{self.stock[sku].pk}",
                    quantity=quantity,
                    product=self.products[sku],
                    stockrecord=self.stock[sku],
                    price_currency="EUR",
                    price_excl_tax=self.stock[sku].price,
                    price_incl_tax=self.stock[sku].price,
                    date_created=basket.date,
                    date_updated=basket.date,
                )
                for sku, quantity in basket.lines
            )
        Alert, Newsletter = m("customer.ProductAlert"), m("storefront.NewsletterSubscription")
        create(
            Alert(
                product=self.products[a.product],
                user=self.users[a.customer],
                status=a.status,
                date_created=a.date,
                date_confirmed=a.date,
                key=f"alert{n:06d}",
                date_closed=a.date + timedelta(days=9) if a.status == "Closed" else None,
                date_cancelled=a.date + timedelta(days=5) if a.status == "Cancelled" else None,
            )
            for n, a in enumerate(people.stock_alerts)
        )
        create(
            Newsletter(
                email=s.email, user=self.users.get(s.email), is_active=s.active, date_subscribed=s.date
            )
            for s in people.subscriptions
        )
        Message = m("storefront.ContactMessage")
        statuses = {"new": "New", "open": "In progress", "answered": "Answered"}
        create(
            Message(
                name=c.name,
                email=c.email,
                subject=c.subject,
                order_number=c.order or "",
                message=c.text,
                user=self.users.get(c.customer or ""),
                status=statuses.get(c.status, c.status),
                date_created=c.date,
            )
            for c in self.shop.trade.messages
        )

    def searches(self) -> None:
        """What customers searched for."""
        Search = self.model("analytics.UserSearch")
        create(
            Search(user=self.users[one.customer], query=one.query, date_created=one.date)
            for one in self.shop.searches
        )

    def texts(self) -> None:
        """Content pages and message templates."""
        Page, Template = self.model("flatpages.FlatPage"), self.model("communication.CommunicationEventType")
        for page in self.shop.people.pages:
            Page.objects.create(url=page.url, title=page.title, content=page.content).sites.add(self.site)
        create(
            Template(
                code=t.code,
                name=t.name,
                category=t.category,
                email_subject_template=t.subject,
                email_body_template=t.body,
                email_body_html_template=t.html,
                sms_template=t.sms,
                date_created=EPOCH - timedelta(days=700),
                date_updated=EPOCH - timedelta(days=120),
            )
            for t in self.shop.people.templates
        )

    # ---- derived -------------------------------------------------------------------------------------------
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


def address_row(Model: Any, number: int, fields: dict[str, Any], full: Address | None) -> Any:
    """A row of an order's address; delivery addresses carry a phone number and notes."""
    extra = {} if full is None else {"phone_number": full.phone, "notes": full.notes}
    row = Model(pk=number, **fields, **extra)
    row._update_search_text()
    return row


def spread(amounts: Sequence[Decimal], discount: Decimal) -> list[Decimal]:
    """Share a discount among lines in proportion, exact to the cent; the last line takes the remainder.

    >>> spread([Decimal("10.00"), Decimal("20.00")], Decimal("1.00"))
    [Decimal('0.33'), Decimal('0.67')]
    """
    total = sum(amounts, ZERO)
    if not discount or not total:
        return [ZERO for _ in amounts]
    shares = [(discount * amount / total).quantize(Decimal("0.01")) for amount in amounts]
    shares[-1] += discount - sum(shares, ZERO)
    return shares


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
