"""What stands around the goods."""

from __future__ import annotations

import random
from collections import defaultdict
from datetime import timedelta
from typing import Any

from sites.shopping.loading.trade import ZERO
from sites.shopping.seed.records import EPOCH
from sites.sitekit.loading import create

REVIEW_STATUS = {"pending": 0, "approved": 1, "rejected": 2}

BENEFITS = {
    "percentage": "Percentage",
    "absolute": "Absolute",
    "multibuy": "Multibuy",
    "fixed_price": "Fixed price",
    "shipping_percentage": "Shipping percentage",
}

CONDITIONS = {"count": "Count", "value": "Value", "coverage": "Coverage"}


class Pages:
    """Offers, reviews, wish lists, searches and texts."""

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
