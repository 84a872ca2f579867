"""What is for sale and who buys: plain records, which the shop's generator and its neighbours share.

All records are frozen; references are by natural key: a category by its ``slug`` (unique over both levels), a
product by its ``sku``, a customer by ``email``. Moments are aware datetimes in UTC before ``EPOCH``; money is
``Decimal`` euro, tax included, with two places.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

DEFAULT_SEED = 20260316

AttributeValue = str | int | float | bool


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
class Catalogue:
    """What ``catalogue.make_catalogue`` returns; input of everything else."""

    brands: tuple[Brand, ...]
    categories: tuple[Category, ...]
    classes: tuple[ProductClass, ...]
    products: tuple[Product, ...]

    def by_sku(self) -> dict[str, Product]:
        """Every product by sku: standalone, parents and children."""
        return {item.sku: item for product in self.products for item in (product, *product.children)}
