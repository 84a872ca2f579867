"""A shop of a few dozen records, enough to see every page; for developing the application without the
generator.
"""

from __future__ import annotations

from datetime import timedelta
from decimal import Decimal

from sites.shopping.seed.records import (
    EPOCH,
    Order,
    OrderLine,
    Partner,
    People,
    Review,
    ShippingMethod,
    Shop,
    Trade,
    WishList,
    WishListLine,
)
from sites.world_data.shop.records import (
    Address,
    Attribute,
    Brand,
    Catalogue,
    Category,
    Customer,
    ImageSpec,
    Product,
    ProductClass,
)

HOME = Address(
    "Emma",
    "Lindqvist",
    "Ringstraße 4",
    "17033",
    "Neubrandenburg",
    default_shipping=True,
    default_billing=True,
)


def make_sample(seed: int = 1) -> Shop:
    """Two departments, forty lamps and twenty shirts in variants, three people, thirty-six orders."""
    catalogue = _catalogue()
    people = _people(catalogue)
    lamp = catalogue.products[0]
    reviews = tuple(
        Review(
            n,
            lamp.sku,
            None,
            f"Guest {n}",
            f"g{n}@mailbox.example",
            1 + n % 5,
            f"Review {n}",
            "Bright enough to read by.",
            EPOCH - timedelta(days=n + 1),
            "approved" if n % 9 else "pending",
        )
        for n in range(30)
    )
    return Shop(seed, 1, catalogue, people, Trade(_orders(catalogue)), reviews)


def _catalogue() -> Catalogue:
    image = ImageSpec("headphones", "sand", "beige")
    categories = (
        Category("home", "Home", None, "For the house."),
        Category("home-lamps", "Lamps", "home", "Light for every room."),
        Category("clothing", "Clothing", None, "To wear."),
        Category("shirts", "Shirts", "clothing", "Cotton and linen."),
    )
    brands = (
        Brand("norvik", "Norvik", "Bergen", "Norway", 1971, "lamps", "plain and sturdy", 2, ("Fjell",)),
        Brand("halm", "Halm", "Ribe", "Denmark", 2004, "shirts", "soft", 1, ("Eng",)),
    )
    colours, sizes = ("red", "blue", "green"), ("S", "M", "L")
    classes = (
        ProductClass(
            "lamp",
            "Lamp",
            (
                Attribute("power", "Power", "integer", "W", facet=True),
                Attribute("color", "Colour", "option", options=colours, facet=True),
            ),
        ),
        ProductClass(
            "shirt",
            "Shirt",
            (
                Attribute("size", "Size", "option", options=sizes, facet=True, variant=True),
                Attribute("material", "Material", "option", options=("cotton", "linen"), facet=True),
            ),
        ),
    )
    lamps = tuple(
        Product(
            f"L-{n:03d}",
            f"40000000{n:04d}",
            f"norvik-fjell-lamp-{n}",
            f"Norvik Fjell {n} table lamp",
            "standalone",
            "lamp",
            "lamp",
            "norvik",
            "Fjell",
            "<p>A lamp for the table.</p>",
            "A lamp for the table",
            Decimal(n + 19),
            Decimal(n + 29) if n % 4 == 0 else None,
            Decimal("9.00"),
            n % 13,
            {"power": 5 + n % 3, "color": colours[n % 3]},
            ("home-lamps",),
            EPOCH - timedelta(days=400 - n),
            True,
            image,
            900,
        )
        for n in range(40)
    )
    shirts = []
    for n in range(20):
        sku = f"S-{n:03d}"
        children = tuple(
            Product(
                f"{sku}-{size}",
                f"41000000{n:03d}{k}",
                f"halm-eng-shirt-{n}-{size.lower()}",
                f"Halm Eng {n} shirt, {size}",
                "child",
                "shirt",
                "shirt",
                "halm",
                "Eng",
                "",
                "",
                Decimal(25 + n + k),
                None,
                Decimal("9.00"),
                k * 4,
                {"size": size},
                ("shirts",),
                EPOCH - timedelta(days=300 - n),
                True,
                image,
                200,
                parent=sku,
            )
            for k, size in enumerate(sizes)
        )
        shirts.append(
            Product(
                sku,
                f"41000000{n:03d}9",
                f"halm-eng-shirt-{n}",
                f"Halm Eng {n} shirt",
                "parent",
                "shirt",
                "shirt",
                "halm",
                "Eng",
                "<p>A shirt.</p>",
                "A soft shirt",
                Decimal(25 + n),
                None,
                Decimal("9.00"),
                12,
                {"material": "cotton"},
                ("shirts",),
                EPOCH - timedelta(days=300 - n),
                True,
                image,
                200,
                children=children,
                related=(lamps[n].sku,),
            )
        )
    return Catalogue(brands, categories, classes, (*lamps, *shirts))


def _people(catalogue: Catalogue) -> People:
    joined = EPOCH - timedelta(days=800)
    customers = (
        Customer(
            "emma",
            "emma.lindqvist@mailbox.example",
            "Emma",
            "Lindqvist",
            "+49 395 5550101",
            joined,
            (HOME,),
            "emma",
        ),
        Customer(
            "marta",
            "marta.vogel@fourgates.example",
            "Marta",
            "Vogel",
            "+49 395 5550102",
            joined,
            (),
            "marta",
            role="owner",
        ),
        Customer(
            "jonas",
            "jonas.petersen@fourgates.example",
            "Jonas",
            "Petersen",
            "+49 395 5550103",
            joined,
            (),
            "jonas",
            role="staff",
            permissions=("order.view_order", "catalogue.view_product"),
        ),
    )
    wishes = WishList(
        customers[0].email,
        "Birthday",
        "ABCDEF",
        "Private",
        joined,
        tuple(WishListLine(p.sku, 1, joined) for p in catalogue.products[:3]),
    )
    return People(
        customers,
        wish_lists=(wishes,),
        shipping_methods=(
            ShippingMethod(
                "standard",
                "Standard delivery",
                "To your door.",
                Decimal("4.90"),
                Decimal("60"),
                "2-4 working days",
            ),
        ),
        partners=tuple(Partner(code, code.title()) for code in ("tollense", "ostsee", "seenplatte")),
    )


def _orders(catalogue: Catalogue) -> tuple[Order, ...]:
    orders = []
    for n in range(36):
        product = catalogue.products[n]
        total = product.price + Decimal("4.90")
        orders.append(
            Order(
                f"{100001 + n}",
                "emma.lindqvist@mailbox.example",
                EPOCH - timedelta(days=20 * n + 1),
                ("Pending", "Complete", "Shipped", "Cancelled")[n % 4],
                (OrderLine(product.sku, product.title, 1, product.price, product.price),),
                "Standard delivery",
                "standard",
                Decimal("4.90"),
                total,
                HOME,
                HOME,
            )
        )
    return tuple(orders)
