"""How the shop sells: suppliers, shipping methods, ranges, offers and vouchers."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from decimal import ROUND_HALF_UP, Decimal
from zlib import crc32

from sites.shopping.seed.records import Offer, Partner, Range, ShippingMethod, Voucher
from sites.world_data import addresses
from sites.world_data.shop.records import Address, Catalogue, Product

SHOP_NAME = "Four Gates"

CENT = Decimal("0.01")
SHIPPING_METHODS = (
    ShippingMethod(
        "standard",
        "Standard delivery",
        "By parcel service to your door. Free for orders of €60 and more.",
        Decimal("4.90"),
        Decimal("60.00"),
        "2-4 working days",
    ),
    ShippingMethod(
        "express",
        "Express delivery",
        "Ordered before noon, with you on the next working day.",
        Decimal("11.90"),
        None,
        "1 working day",
    ),
    ShippingMethod(
        "locker",
        "Parcel locker",
        "To the parcel locker of your choice near you. Free for orders of €60 and more.",
        Decimal("3.90"),
        Decimal("60.00"),
        "2-4 working days",
    ),
    ShippingMethod(
        "pickup",
        "Collect in the shop",
        "Ready at our counter within a day; we send a message. Neubrandenburg only.",
        Decimal("0.00"),
        None,
        "1 working day",
    ),
)
# Partner code, name, index of its address in places.yaml. Every brand has one supplier.
_PARTNERS = (
    ("tollense", "Tollense Großhandel", 17),
    ("ostsee", "Ostsee Warenhaus Logistik", 203),
    ("seenplatte", "Seenplatte Import & Export", 411),
)


def day(text: str) -> datetime:
    """Midnight UTC of an ISO date."""
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def cents(amount: Decimal) -> Decimal:
    """Rounded half up to two places."""
    return amount.quantize(CENT, ROUND_HALF_UP)


def partners() -> tuple[Partner, ...]:
    """The three suppliers with their addresses."""
    made = []
    for code, name, index in _PARTNERS:
        place = addresses()[index]
        address = Address("", name, place.line1, place.postcode, place.city, label="work")
        made.append(Partner(code, name, address))
    return tuple(made)


def partner_of(product: Product) -> str:
    """Code of the supplier of a product: the same for all products of a brand."""
    return _PARTNERS[crc32(product.brand.encode()) % len(_PARTNERS)][0]


def shipping_charge(method: ShippingMethod, goods: Decimal) -> Decimal:
    """Charge for goods worth ``goods`` euro after discounts."""
    free = method.free_from is not None and goods >= method.free_from
    return Decimal("0.00") if free else method.charge


def department(catalogue: Catalogue, word: str) -> str:
    """Slug of the first department whose slug contains ``word``, else of the first department."""
    slugs = [category.slug for category in catalogue.categories if category.parent is None]
    return next((slug for slug in slugs if word in slug), slugs[0])


def leaves_of_kinds(catalogue: Catalogue, *kinds: str) -> tuple[str, ...]:
    """Slugs of the leaf categories whose products are all of the given picture kinds, in menu order."""
    held: dict[str, set[str]] = {}
    for product in catalogue.products:
        for slug in product.categories:
            held.setdefault(slug, set()).add(product.image.kind)
    parents = {category.parent for category in catalogue.categories}
    return tuple(
        category.slug
        for category in catalogue.categories
        if category.slug not in parents and held.get(category.slug) and held[category.slug] <= set(kinds)
    )


def ranges(catalogue: Catalogue) -> tuple[Range, ...]:
    """Sets of products that offers refer to."""
    popular = sorted((p for p in catalogue.products if p.is_public), key=lambda p: (-p.popularity, p.sku))
    picks = tuple(product.sku for product in popular[3:60:6])
    treats = leaves_of_kinds(catalogue, "tea_box", "chocolate") or (department(catalogue, "food"),)
    return (
        Range("all-products", "All products", "Everything in the shop."),
        Range("cycling", "Cycling", "Lights, locks, helmets and bags.", (department(catalogue, "cycling"),)),
        Range("kitchen", "Kitchen", "Everything for cooking.", (department(catalogue, "kitchen"),)),
        Range(
            "audio", "Audio and electronics", "All that plays and charges.", (department(catalogue, "audio"),)
        ),
        Range("home", "Home and living", "Linen, rugs and small things.", (department(catalogue, "home"),)),
        Range("garden", "Garden", "For beds, pots and birds.", (department(catalogue, "garden"),)),
        Range("tea-and-treats", "Tea and treats", "Tea and something sweet with it.", treats),
        Range("staff-picks", "Staff picks", "What we use ourselves.", (), picks, True),
    )


def offers() -> tuple[Offer, ...]:
    """Site-wide offers: three that run at the epoch, one to come, four that are over."""
    one, percent = Decimal("1"), "percentage"
    return (
        Offer(
            "cycling-spring",
            "Spring on two wheels",
            "<p>10% off everything for cycling, all through March.</p>",
            "cycling",
            percent,
            Decimal("10"),
            "count",
            one,
            day("2026-03-01"),
            day("2026-04-01"),
        ),
        Offer(
            "three-for-two-treats",
            "Three for two on tea and treats",
            "<p>Take three from tea and treats, the cheapest is on us.</p>",
            "tea-and-treats",
            "multibuy",
            one,
            "count",
            Decimal("3"),
            day("2025-09-01"),
            None,
        ),
        Offer(
            "kitchen-120",
            "€15 off from €120 in the kitchen",
            "<p>Spend €120 on kitchen things and pay €15 less.</p>",
            "kitchen",
            "absolute",
            Decimal("15"),
            "value",
            Decimal("120"),
            day("2026-02-15"),
            day("2026-04-15"),
        ),
        Offer(
            "garden-start",
            "Garden season start",
            "<p>15% off the garden department in April.</p>",
            "garden",
            percent,
            Decimal("15"),
            "count",
            one,
            day("2026-04-01"),
            day("2026-05-01"),
        ),
        Offer(
            "black-week-2025",
            "Black Week on audio",
            "<p>15% off headphones, speakers and all the rest of audio.</p>",
            "audio",
            percent,
            Decimal("15"),
            "count",
            one,
            day("2025-11-24"),
            day("2025-12-02"),
        ),
        Offer(
            "winter-sale-2025",
            "Winter sale at home",
            "<p>20% off home and living in January.</p>",
            "home",
            percent,
            Decimal("20"),
            "count",
            one,
            day("2025-01-02"),
            day("2025-02-01"),
        ),
        Offer(
            "black-week-2024",
            "Black Week 2024",
            "<p>12% off audio and electronics.</p>",
            "audio",
            percent,
            Decimal("12"),
            "count",
            one,
            day("2024-11-25"),
            day("2024-12-03"),
        ),
        Offer(
            "birthday-shipping",
            "Our birthday: free delivery",
            "<p>We turned ten and paid the postage from €25.</p>",
            "all-products",
            "shipping_percentage",
            Decimal("100"),
            "value",
            Decimal("25"),
            day("2025-06-13"),
            day("2025-06-16"),
        ),
    )


# Code, name, usage, first and last day, what it takes off, basket total from which it works (0: any).
_VOUCHERS = (
    ("WELCOME10", "Welcome to the shop", "Once per customer", "2024-03-01", "2026-12-31", "10%", 0),
    ("SPRING5", "Five euro for spring", "Multi-use", "2026-03-01", "2026-04-30", "€5", 40),
    ("BIGBASKET20", "Twenty off a full basket", "Multi-use", "2025-10-01", "2026-06-30", "€20", 150),
    ("TEATIME15", "Newsletter March", "Once per customer", "2026-03-10", "2026-03-31", "15%", 30),
    ("SORRY25", "Goodwill for a late parcel", "Single use", "2026-03-02", "2026-09-02", "25%", 0),
    ("SUMMER24", "Summer 2024", "Multi-use", "2024-06-15", "2024-09-01", "12%", 0),
    ("SNOW20", "Snow days", "Once per customer", "2025-01-10", "2025-03-01", "20%", 50),
    ("ADVENT10", "Ten euro in Advent", "Multi-use", "2025-11-30", "2025-12-25", "€10", 60),
    ("SCHOOL7", "Back to school", "Multi-use", "2025-08-15", "2025-09-15", "€7", 45),
    ("EASTER26", "Easter 2026", "Multi-use", "2026-03-30", "2026-04-07", "10%", 25),
)


def vouchers() -> tuple[Voucher, ...]:
    """Vouchers of every sort. How often each was used follows from the orders (``orders.voucher_uses``)."""
    return tuple(_voucher(*row) for row in _VOUCHERS)


def _voucher(code: str, name: str, usage: str, start: str, end: str, off: str, minimum: int) -> Voucher:
    """A voucher on all products; ``off`` is "10%" or "€10", ``minimum`` a basket total in euro."""
    offer = Offer(
        slug=f"voucher-{code.lower()}",
        name=f"Offer for voucher {code}",
        description=f"<p>{off} off{f' from €{minimum}' if minimum else ''}.</p>",
        range="all-products",
        kind="percentage" if off.endswith("%") else "absolute",
        value=Decimal(off.strip("€%")),
        condition="value" if minimum else "count",
        condition_value=Decimal(minimum or 1),
        start=day(start),
        end=day(end),
    )
    return Voucher(code, name, usage, day(start), day(end), offer)


def in_range(product: Product, chosen: Range, parents: dict[str, str | None]) -> bool:
    """Whether a standalone or parent product is in a range; ``parents`` maps categories to their parents."""
    if not chosen.categories and not chosen.products:
        return True
    if product.sku in chosen.products:
        return True
    slugs: Iterable[str | None] = {s for slug in product.categories for s in (slug, parents.get(slug))}
    return any(slug in chosen.categories for slug in slugs)


def reduction(offer: Offer, affected: list[tuple[Decimal, int]]) -> Decimal:
    """What an offer takes off lines of (unit price, quantity) in its range; 0 where its condition fails."""
    count = sum(quantity for _, quantity in affected)
    value = sum((price * quantity for price, quantity in affected), Decimal(0))
    if (count if offer.condition == "count" else value) < offer.condition_value or not count:
        return Decimal("0.00")
    if offer.kind == "percentage":
        return cents(value * offer.value / 100)
    if offer.kind == "absolute":
        return min(cents(offer.value), value)
    if offer.kind == "multibuy":
        return min(price for price, _ in affected)
    return Decimal("0.00")
