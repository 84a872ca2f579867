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

"""The moment at which every episode begins; nothing in the seed is younger."""

DEFAULT_SEED = 20260316
CURRENCY = "EUR"

AttributeValue = str | int | float | bool


# ---- catalogue -----------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class ImageSpec:
    """What the picture maker draws: a kind and a colour of ``data/picture_kinds.yaml``."""

    kind: str
    colour: str
    accent: str = "grey"

    @property
    def key(self) -> str:
        """File stem of the picture; equal specs share one file."""
        return f"{self.kind}-{self.colour}-{self.accent}"


@dataclass(frozen=True, slots=True)
class Category:
    """A department (``parent`` is None) or a leaf category in one; order of the list is order of the menu."""

    slug: str
    name: str
    parent: str | None
    description: str
    image: ImageSpec | None = None


@dataclass(frozen=True, slots=True)
class Brand:
    """A brand as in ``sites/world_data/brands.yaml``. ``tier`` is 1 budget, 2 middle, 3 premium."""

    slug: str
    name: str
    town: str
    country: str
    founded: int
    makes: str
    character: str
    tier: int
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Attribute:
    """One attribute of a product class. ``type``: text, option, integer, float or boolean.

    ``options`` is filled for type ``option`` only (every value that occurs). ``unit`` is written after the
    number ("h", "ml", "GB"); ``facet`` says that the listing may be filtered by it.
    """

    code: str
    name: str
    type: str
    unit: str = ""
    options: tuple[str, ...] = ()
    facet: bool = False
    variant: bool = False


@dataclass(frozen=True, slots=True)
class ProductClass:
    """A kind of product with its attributes; ``track_stock`` and ``requires_shipping`` as in Oscar."""

    slug: str
    name: str
    attributes: tuple[Attribute, ...]
    requires_shipping: bool = True
    track_stock: bool = True


@dataclass(frozen=True, slots=True)
class Product:
    """A thing for sale, or the parent of variants.

    ``structure`` is ``standalone``, ``parent`` (no price or stock of its own: ``price`` is the lowest of its
    children, ``stock`` their sum; do not make a stock record) or ``child`` (``parent`` is the parent's sku;
    own sku, price and stock; title is the parent's title with the option, e.g. "Norvik Trail 30 backpack,
    navy"; attributes hold only the options that make the variant). ``children`` are in the order in which a
    page shows them; ``Shop.products`` holds standalone and parent products only. ``list_price`` is the
    higher price before a reduction, else None. ``related`` are skus of standalone or parent products.
    ``kind`` is the key of the kind in the catalogue's data.
    """

    sku: str
    upc: str
    slug: str
    title: str
    structure: str
    product_class: str
    kind: str
    brand: str
    line: str
    description: str
    summary: str
    price: Decimal
    list_price: Decimal | None
    cost: Decimal
    stock: int
    attributes: dict[str, AttributeValue]
    categories: tuple[str, ...]
    date_created: datetime
    is_public: bool
    image: ImageSpec
    weight_g: int
    parent: str | None = None
    children: tuple[Product, ...] = ()
    related: tuple[str, ...] = ()
    popularity: float = 1.0
    """Relative chance of being bought; the makers of orders and reviews draw by it."""

    @property
    def sellable(self) -> tuple[Product, ...]:
        """What can go into a basket: the children, or the product itself."""
        return self.children or (self,)


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
class Address:
    """A postal address, lines as people write them; ``label`` is for the reader of the data (home, work)."""

    first_name: str
    last_name: str
    line1: str
    postcode: str
    city: str
    state: str = ""
    line2: str = ""
    country: str = "DE"
    phone: str = ""
    notes: str = ""
    label: str = "home"
    default_shipping: bool = False
    default_billing: bool = False


@dataclass(frozen=True, slots=True)
class Customer:
    """An account. ``role`` is customer, owner (full rights) or staff (restricted rights)."""

    username: str
    email: str
    first_name: str
    last_name: str
    phone: str
    date_joined: datetime
    addresses: tuple[Address, ...]
    nickname: str
    newsletter: bool = False
    role: str = "customer"
    is_active: bool = True
    last_login: datetime | None = None
    permissions: tuple[str, ...] = ()
    activity: float = 1.0
    """Relative chance of ordering and reviewing."""


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


# ---- the whole -----------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Catalogue:
    """What ``catalogue.make_catalogue`` returns; input of everything else."""

    brands: tuple[Brand, ...]
    categories: tuple[Category, ...]
    classes: tuple[ProductClass, ...]
    products: tuple[Product, ...]

    def by_sku(self) -> dict[str, Product]:
        """Every product by sku: standalone, parents and children."""
        return {item.sku: item for product in self.products for item in (product, *product.children)}


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

    @property
    def products(self) -> tuple[Product, ...]:
        return self.catalogue.products

    @property
    def customers(self) -> tuple[Customer, ...]:
        return self.people.customers

    @property
    def orders(self) -> tuple[Order, ...]:
        return self.trade.orders
