"""Orders, and how their totals come about."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from sites.shopping.loading.people import address_row
from sites.sitekit.loading import create

ZERO = Decimal("0.00")


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


class Trade:
    """What was sold: baskets, orders and their totals."""

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
