"""What the generator of the shop makes: plain records without Django, which the loader turns into rows.

All records are frozen; collections are tuples (a ``dict`` only where keys are the point). References between
records are by natural key: a category by its ``slug`` (unique over both levels), a product by its ``sku``, a
customer by ``email``, an order by its ``number``. All moments are aware datetimes in UTC and lie before
``EPOCH``. All money is ``Decimal`` euro, tax included, with two places.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal

from sites.facts import EPOCH as EPOCH  # what the site's loaders take from here
from sites.world_data.shop.records import Address, Catalogue, Customer, Product

"""The moment at which every episode begins; nothing in the seed is younger."""

CURRENCY = "EUR"


# ---- reviews -------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Review:
    """A customer's review of a standalone or parent product.

    ``status``: approved, pending or rejected. ``customer`` is the e-mail address of a customer, or None for a
    guest (spam). ``theme`` is None or the key of a story in ``data/stories.yaml``; it never reaches the
    database.
    ``votes_up``/``votes_down``: customers who found it helpful or not; ``voters`` are drawn by the loader.
    """

    id: int
    product: str
    customer: str | None
    nickname: str
    email: str
    stars: int
    title: str
    text: str
    date: datetime
    status: str
    votes_up: int = 0
    votes_down: int = 0
    theme: str | None = None


# ---- people --------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class OrderLine:
    """``product`` is the sku of what was bought (a child for variants), ``unit_price`` that day's price."""

    product: str
    title: str
    quantity: int
    unit_price: Decimal
    line_total: Decimal
    status: str = ""


@dataclass(frozen=True, slots=True)
class StatusChange:
    old: str
    new: str
    date: datetime


@dataclass(frozen=True, slots=True)
class Note:
    """A note on an order; ``kind``: Info, Warning, Error or System. ``author`` is a username or None."""

    text: str
    date: datetime
    kind: str = "Info"
    author: str | None = None


@dataclass(frozen=True, slots=True)
class Shipment:
    """A parcel that left the shop. ``delivered`` is None while it is under way."""

    carrier: str
    tracking: str
    date: datetime
    delivered: datetime | None = None


@dataclass(frozen=True, slots=True)
class Discount:
    """What a voucher or an offer took off an order; ``voucher`` is its code, ``offer`` its slug."""

    name: str
    amount: Decimal
    voucher: str | None = None
    offer: str | None = None


@dataclass(frozen=True, slots=True)
class Order:
    """``total`` = sum of line totals - discounts + ``shipping_charge``. ``customer`` is an e-mail address."""

    number: str
    customer: str
    date: datetime
    status: str
    lines: tuple[OrderLine, ...]
    shipping_method: str
    shipping_code: str
    shipping_charge: Decimal
    total: Decimal
    shipping_address: Address
    billing_address: Address
    payment_method: str = "Invoice"
    discounts: tuple[Discount, ...] = ()
    notes: tuple[Note, ...] = ()
    shipments: tuple[Shipment, ...] = ()
    history: tuple[StatusChange, ...] = ()


@dataclass(frozen=True, slots=True)
class WishListLine:
    product: str
    quantity: int
    date: datetime


@dataclass(frozen=True, slots=True)
class WishList:
    """``key``: six letters in the address of a shared list; ``visibility``: Private, Shared or Public."""

    customer: str
    name: str
    key: str
    visibility: str
    date: datetime
    lines: tuple[WishListLine, ...]


@dataclass(frozen=True, slots=True)
class Basket:
    """An open basket; ``lines`` are (sku, quantity). One a customer at most; an empty one counts too."""

    customer: str
    date: datetime
    lines: tuple[tuple[str, int], ...] = ()


# ---- selling -------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class ShippingMethod:
    code: str
    name: str
    description: str
    charge: Decimal
    free_from: Decimal | None = None
    """Basket total from which it is free, if it ever is."""
    days: str = ""


@dataclass(frozen=True, slots=True)
class Range:
    """Products for offers: all of some categories plus single skus; both empty means every product."""

    slug: str
    name: str
    description: str = ""
    categories: tuple[str, ...] = ()
    products: tuple[str, ...] = ()
    is_public: bool = False


@dataclass(frozen=True, slots=True)
class Offer:
    """``kind``: percentage, absolute, multibuy, fixed_price, shipping_percentage; by count or value."""

    slug: str
    name: str
    description: str
    range: str
    kind: str
    value: Decimal
    condition: str
    condition_value: Decimal
    start: datetime
    end: datetime | None
    max_affected_items: int | None = None
    exclusive: bool = True


@dataclass(frozen=True, slots=True)
class Voucher:
    """``usage``: Single use, Multi-use or Once per customer."""

    code: str
    name: str
    usage: str
    start: datetime
    end: datetime
    offer: Offer
    uses: int = 0


# ---- pages and messages --------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Page:
    """A content page (flat page); ``url`` begins and ends with a slash."""

    url: str
    title: str
    content: str


@dataclass(frozen=True, slots=True)
class MessageTemplate:
    """An e-mail that the shop sends (Oscar's communication event type)."""

    code: str
    name: str
    category: str
    subject: str
    body: str
    html: str = ""
    sms: str = ""


@dataclass(frozen=True, slots=True)
class ContactMessage:
    name: str
    email: str
    subject: str
    text: str
    date: datetime
    order: str | None = None
    status: str = "new"
    customer: str | None = None


@dataclass(frozen=True, slots=True)
class Subscription:
    """A line of the newsletter's list."""

    email: str
    date: datetime
    active: bool = True


@dataclass(frozen=True, slots=True)
class StockAlert:
    """Somebody wants to hear when a product is in stock again; ``status``: Active, Closed, Cancelled."""

    customer: str
    product: str
    date: datetime
    status: str = "Active"


@dataclass(frozen=True, slots=True)
class Partner:
    """Who supplies the stock; ``code`` is unique."""

    code: str
    name: str
    address: Address | None = None


@dataclass(frozen=True, slots=True)
class Search:
    """Words that a customer (by ``email``) who was logged in typed into the search."""

    customer: str
    query: str
    date: datetime


# ---- the whole -----------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class People:
    """What ``people.make_people`` returns: those who buy, and what does not depend on orders."""

    customers: tuple[Customer, ...]
    wish_lists: tuple[WishList, ...] = ()
    baskets: tuple[Basket, ...] = ()
    stock_alerts: tuple[StockAlert, ...] = ()
    subscriptions: tuple[Subscription, ...] = ()
    shipping_methods: tuple[ShippingMethod, ...] = ()
    ranges: tuple[Range, ...] = ()
    offers: tuple[Offer, ...] = ()
    vouchers: tuple[Voucher, ...] = ()
    pages: tuple[Page, ...] = ()
    templates: tuple[MessageTemplate, ...] = ()
    partners: tuple[Partner, ...] = ()


@dataclass(frozen=True, slots=True)
class Trade:
    """What ``people.make_orders`` returns: orders and what refers to them."""

    orders: tuple[Order, ...]
    messages: tuple[ContactMessage, ...] = ()


@dataclass(frozen=True, slots=True)
class Shop:
    """Everything. Made by ``sites.shopping.seed.generate``."""

    seed: int
    scale: int
    catalogue: Catalogue
    people: People
    trade: Trade
    reviews: tuple[Review, ...] = field(default=())
    searches: tuple[Search, ...] = ()

    @property
    def products(self) -> tuple[Product, ...]:
        return self.catalogue.products

    @property
    def customers(self) -> tuple[Customer, ...]:
        return self.people.customers

    @property
    def orders(self) -> tuple[Order, ...]:
        return self.trade.orders
