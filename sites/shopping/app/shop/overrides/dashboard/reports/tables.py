"""The reports: one table each over a period."""

from __future__ import annotations

import datetime
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from django.contrib.auth import get_user_model
from django.db.models import Avg, Count, F, Max, Q, Sum
from django.db.models.functions import Coalesce, TruncMonth
from oscar.core.loading import get_model

from shop.overrides.dashboard.orders.views import midnight

Order, Line = get_model("order", "Order"), get_model("order", "Line")
OrderDiscount = get_model("order", "OrderDiscount")
Basket = get_model("basket", "Basket")
StockRecord = get_model("partner", "StockRecord")
ProductReview = get_model("reviews", "ProductReview")
ProductCategory, Category = get_model("catalogue", "ProductCategory"), get_model("catalogue", "Category")
UserSearch = get_model("analytics", "UserSearch")
User = get_user_model()

NOT_SOLD = ("Cancelled", "Returned", "Refunded")


@dataclass(frozen=True)
class Table:
    """A report: column names (those in ``money`` hold euro), rows, and a line that says what is counted."""

    columns: tuple[str, ...]
    rows: list[tuple[Any, ...]]
    explanation: str
    money: frozenset[str] = field(default_factory=frozenset)


@dataclass(frozen=True)
class Period:
    """From a day to a day, both included; None is open."""

    start: datetime.date | None
    end: datetime.date | None

    def filter(self, column: str) -> dict[str, datetime.datetime]:
        """Keyword arguments of ``QuerySet.filter``."""
        terms = {}
        if self.start:
            terms[f"{column}__gte"] = midnight(self.start)
        if self.end:
            terms[f"{column}__lt"] = midnight(self.end) + datetime.timedelta(days=1)
        return terms


def sales_by_month(period: Period) -> Table:
    """Orders, items and revenue of each month."""
    months: dict[Any, dict[str, Any]] = defaultdict(
        lambda: {"orders": 0, "sold": 0, "cancelled": 0, "items": 0, "revenue": Decimal(0)}
    )
    orders = Order.objects.filter(**period.filter("date_placed"))
    for row in (
        orders.annotate(month=TruncMonth("date_placed"))
        .values("month", "status")
        .annotate(n=Count("pk"), total=Sum("total_incl_tax"))
        .order_by()
    ):
        month = months[row["month"]]
        month["orders"] += row["n"]
        if row["status"] == "Cancelled":
            month["cancelled"] += row["n"]
        if row["status"] not in NOT_SOLD:
            month["sold"] += row["n"]
            month["revenue"] += row["total"]
    lines = Line.objects.filter(**period.filter("order__date_placed")).exclude(order__status__in=NOT_SOLD)
    for row in (
        lines.annotate(month=TruncMonth("order__date_placed"))
        .values("month")
        .annotate(n=Sum("quantity"))
        .order_by()
    ):
        months[row["month"]]["items"] = row["n"]
    rows = [
        (
            f"{month:%B %Y}",
            m["orders"],
            m["cancelled"],
            m["items"],
            m["revenue"],
            m["revenue"] / m["sold"] if m["sold"] else Decimal(0),
        )
        for month, m in sorted(months.items())
    ]
    return Table(
        ("Month", "Orders", "Cancelled", "Items sold", "Revenue", "Average order"),
        rows,
        "Items and revenue leave out cancelled, returned and refunded orders; revenue includes delivery.",
        frozenset({"Revenue", "Average order"}),
    )


def orders_by_status(period: Period) -> Table:
    """Number and total of orders by status."""
    found = (
        Order.objects.filter(**period.filter("date_placed"))
        .values_list("status")
        .annotate(n=Count("pk"), total=Sum("total_incl_tax"))
    )
    return Table(
        ("Status", "Orders", "Total"),
        list(found.order_by("status")),
        "All orders placed in the period.",
        frozenset({"Total"}),
    )


def best_sellers(period: Period) -> Table:
    """Products by units sold; variants count for their product."""
    lines = Line.objects.filter(**period.filter("order__date_placed"), product__isnull=False).exclude(
        order__status__in=NOT_SOLD
    )
    found = (
        lines.annotate(
            listed=Coalesce("product__parent_id", "product_id"),
            name=Coalesce("product__parent__title", "product__title"),
        )
        .values_list("listed", "name")
        .annotate(
            units=Sum("quantity"), revenue=Sum("line_price_incl_tax"), orders=Count("order", distinct=True)
        )
        .order_by("-units", "-revenue", "listed")
    )
    rows = [
        (rank, name, units, orders, revenue)
        for rank, (_pk, name, units, revenue, orders) in enumerate(found, start=1)
    ]
    return Table(
        ("Rank", "Product", "Units sold", "Orders", "Revenue"),
        rows,
        "Variants count for their product. Cancelled, returned and refunded orders are left out.",
        frozenset({"Revenue"}),
    )


def best_articles(period: Period) -> Table:
    """Articles (each variant on its own) by units sold."""
    lines = Line.objects.filter(**period.filter("order__date_placed")).exclude(order__status__in=NOT_SOLD)
    found = (
        lines.values_list("partner_sku")
        .annotate(name=Max("title"), units=Sum("quantity"), revenue=Sum("line_price_incl_tax"))
        .order_by("-units", "-revenue", "partner_sku")
    )
    rows = [
        (rank, sku, name, units, revenue) for rank, (sku, name, units, revenue) in enumerate(found, start=1)
    ]
    return Table(
        ("Rank", "Article", "Title", "Units sold", "Revenue"),
        rows,
        "Every variant on its own. Cancelled, returned and refunded orders are left out.",
        frozenset({"Revenue"}),
    )


def sales_by_category(period: Period) -> Table:
    """Units and revenue by category."""
    names = {c.path: c.name for c in Category.objects.all()}
    home: dict[int, str] = {}
    for product, path in ProductCategory.objects.values_list("product_id", "category__path").order_by(
        "-category__path"
    ):
        home[product] = path
    totals: dict[str, list[Any]] = defaultdict(lambda: [0, Decimal(0)])
    lines = Line.objects.filter(**period.filter("order__date_placed"), product__isnull=False).exclude(
        order__status__in=NOT_SOLD
    )
    grouped = (
        lines.annotate(listed=Coalesce("product__parent_id", "product_id"))
        .values_list("listed")
        .annotate(n=Sum("quantity"), s=Sum("line_price_incl_tax"))
    )
    for product, units, revenue in grouped.order_by():
        path = home.get(product, "")
        totals[path][0] += units
        totals[path][1] += revenue
    step = Category.steplen
    rows = [
        (names.get(path[:step], "None"), names.get(path, "None"), units, revenue)
        for path, (units, revenue) in sorted(totals.items())
    ]
    return Table(
        ("Department", "Category", "Units sold", "Revenue"),
        rows,
        "Each product counts in one category. Cancelled, returned and refunded orders are left out.",
        frozenset({"Revenue"}),
    )


def customers(period: Period) -> Table:
    """Customers by what they ordered."""
    inside = Q(**period.filter("orders__date_placed"))
    sold = inside & ~Q(orders__status__in=NOT_SOLD)
    found = (
        User.objects.annotate(
            n=Count("orders", filter=inside),
            cancelled=Count("orders", filter=inside & Q(orders__status="Cancelled")),
            spent=Sum("orders__total_incl_tax", filter=sold),
        )
        .filter(n__gt=0)
        .order_by("-n", "-spent", "pk")
    )
    rows = [
        (rank, u.get_full_name(), u.email, u.n, u.cancelled, u.spent or Decimal(0))
        for rank, u in enumerate(found, start=1)
    ]
    return Table(
        ("Rank", "Customer", "E-mail", "Orders", "Cancelled", "Spent"),
        rows,
        "Orders counts every order placed in the period; "
        "spent leaves out cancelled, returned and refunded ones.",
        frozenset({"Spent"}),
    )


def new_customers(period: Period) -> Table:
    """Accounts opened in each month."""
    found = User.objects.filter(is_staff=False, **period.filter("date_joined")).annotate(
        month=TruncMonth("date_joined")
    )
    rows = [
        (f"{month:%B %Y}", n)
        for month, n in found.values_list("month").annotate(n=Count("pk")).order_by("month")
    ]
    return Table(("Month", "New customers"), rows, "Accounts opened in the period.")


def vouchers(period: Period) -> Table:
    """Use of vouchers."""
    used = OrderDiscount.objects.filter(**period.filter("order__date_placed")).exclude(voucher_code="")
    found = (
        used.values_list("voucher_code")
        .annotate(name=Max("offer_name"), n=Count("order", distinct=True), total=Sum("amount"))
        .order_by("-n", "voucher_code")
    )
    return Table(
        ("Code", "Name", "Orders", "Discount"),
        list(found),
        "Orders placed in the period with a voucher.",
        frozenset({"Discount"}),
    )


def offers(period: Period) -> Table:
    """Use of offers that need no voucher."""
    used = OrderDiscount.objects.filter(**period.filter("order__date_placed"), voucher_code="")
    found = (
        used.values_list("offer_name")
        .annotate(n=Count("order", distinct=True), total=Sum("amount"))
        .order_by("-n", "offer_name")
    )
    return Table(
        ("Offer", "Orders", "Discount"),
        list(found),
        "Orders placed in the period with an offer.",
        frozenset({"Discount"}),
    )


def product_ratings(period: Period) -> Table:
    """Products by average rating of the reviews of the period."""
    found = ProductReview.objects.filter(status=ProductReview.APPROVED, **period.filter("date_created"))
    rows = [
        (title, n, f"{average:.2f}", low)
        for title, n, average, low in found.values_list("product__title")
        .annotate(n=Count("pk"), average=Avg("score"), low=Count("pk", filter=Q(score__lte=2)))
        .order_by("average", "-n", "product__title")
    ]
    return Table(
        ("Product", "Reviews", "Average", "With 1 or 2 stars"),
        rows,
        "Approved reviews of the period, worst first.",
    )


def low_stock(_period: Period) -> Table:
    """Articles with few left."""
    net = F("num_in_stock") - Coalesce(F("num_allocated"), 0)
    found = (
        StockRecord.objects.annotate(net=net)
        .filter(net__lte=5)
        .select_related("product", "product__parent")
        .order_by("net", "partner_sku")
    )
    rows = [(r.partner_sku, r.product.get_title(), r.net, r.price) for r in found]
    return Table(
        ("Article", "Title", "Available", "Price"),
        rows,
        "Articles of which five or fewer are available now; the period does not matter.",
        frozenset({"Price"}),
    )


def open_baskets(period: Period) -> Table:
    """Baskets that nobody has ordered yet."""
    found = (
        Basket.objects.filter(status="Open", **period.filter("date_created"))
        .select_related("owner")
        .annotate(n=Sum("lines__quantity"))
        .filter(n__gt=0)
        .order_by("-date_created", "pk")
    )
    rows = [
        (
            b.owner.get_full_name() if b.owner else "Guest",
            b.owner.email if b.owner else "",
            f"{b.date_created:%-d %B %Y}",
            b.n,
        )
        for b in found
    ]
    return Table(
        ("Customer", "E-mail", "Created", "Items"), rows, "Baskets with items that have not been ordered."
    )


def search_terms(period: Period) -> Table:
    """What customers searched for."""
    found = (
        UserSearch.objects.filter(**period.filter("date_created"))
        .values_list("query")
        .annotate(n=Count("pk"), customers=Count("user", distinct=True), last=Max("date_created"))
        .order_by("-n", "query")
    )
    rows = [
        (rank, query, n, people, f"{last:%-d %B %Y}")
        for rank, (query, n, people, last) in enumerate(found, start=1)
    ]
    return Table(
        ("Rank", "Search term", "Searches", "Customers", "Last searched"),
        rows,
        "Searches of customers who were logged in, as counted last night; equal numbers by the alphabet.",
    )


REPORTS: dict[str, tuple[str, Callable[[Period], Table]]] = {
    "sales-by-month": ("Sales by month", sales_by_month),
    "orders-by-status": ("Orders by status", orders_by_status),
    "best-sellers": ("Best-selling products", best_sellers),
    "best-articles": ("Best-selling articles (variants)", best_articles),
    "sales-by-category": ("Sales by category", sales_by_category),
    "customers": ("Customers by orders", customers),
    "new-customers": ("New customers by month", new_customers),
    "vouchers": ("Vouchers", vouchers),
    "offers": ("Offers", offers),
    "product-ratings": ("Product ratings", product_ratings),
    "low-stock": ("Low stock", low_stock),
    "open-baskets": ("Open baskets", open_baskets),
    "search-terms": ("Search terms", search_terms),
}
