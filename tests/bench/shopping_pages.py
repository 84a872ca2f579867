"""The shop's main pages; `tests/bench/pages.py` measures them."""

from __future__ import annotations

from typing import Any

from bench.pages import Page

from reset.world import World

SITE = "shopping"
REPORTS = (
    "sales-by-month",
    "orders-by-status",
    "best-sellers",
    "best-articles",
    "sales-by-category",
    "customers",
    "new-customers",
    "vouchers",
    "offers",
    "product-ratings",
    "low-stock",
    "open-baskets",
)


def pages(world: World) -> list[Page]:
    """The main pages, with numbers looked up in the world's database."""

    def one(sql: str) -> dict[str, Any]:
        return world.query(SITE, sql)[0]

    def product(row: dict[str, Any]) -> str:
        return f"/catalogue/{row['slug']}_{row['id']}/"

    most = one(
        "SELECT p.slug, p.id, COUNT(*) AS n FROM catalogue_product p JOIN reviews_productreview r ON"
        " r.product_id = p.id"
        " WHERE r.status = 1 AND p.is_public = 1 GROUP BY p.id ORDER BY n DESC, p.id LIMIT 1"
    )
    none = one(
        "SELECT slug, product_id AS id FROM storefront_listing WHERE num_reviews = 0 ORDER BY"
        " product_id LIMIT 1"
    )
    parent = one(
        "SELECT p.slug, p.id, MIN(c.id) AS child FROM catalogue_product p JOIN catalogue_product c"
        " ON c.parent_id = p.id"
        " WHERE p.is_public = 1 GROUP BY p.id ORDER BY COUNT(*) DESC, p.id LIMIT 1"
    )
    root = one(
        "SELECT c.slug, c.id, c.path FROM catalogue_category c JOIN storefront_listingcategory l ON"
        " l.category_id = c.id"
        " WHERE c.depth = 1 GROUP BY c.id ORDER BY COUNT(*) DESC, c.id LIMIT 1"
    )
    leaf = one(
        "SELECT c.slug, c.id FROM catalogue_category c JOIN storefront_listingcategory l ON"
        " l.category_id = c.id"
        f" WHERE c.depth = 2 AND c.path LIKE '{root['path']}%%' GROUP BY c.id ORDER BY COUNT(*) DESC,"
        " c.id LIMIT 1"
    )
    facet = one(
        "SELECT f.code, f.value FROM storefront_listingfacet f JOIN storefront_listingcategory l"
        " USING (listing_id)"
        f" WHERE l.category_id = {leaf['id']} GROUP BY f.code, f.value ORDER BY COUNT(*) DESC,"
        " f.code, f.value LIMIT 1"
    )
    total = one("SELECT COUNT(*) AS n FROM storefront_listing")["n"]
    order = one(
        "SELECT number FROM order_order o JOIN auth_user u ON u.id = o.user_id WHERE u.username = 'emma'"
        " ORDER BY o.date_placed DESC LIMIT 1"
    )["number"]
    wish = one(
        "SELECT w.key FROM wishlists_wishlist w JOIN auth_user u ON u.id = w.owner_id WHERE"
        " u.username = 'emma' LIMIT 1"
    )["key"]
    at_root = f"/catalogue/category/{root['slug']}_{root['id']}/"
    at_leaf = f"/catalogue/category/{root['slug']}/{leaf['slug']}_{leaf['id']}/"
    word = world.query(SITE, "SELECT title FROM storefront_listing ORDER BY product_id LIMIT 1")[0][
        "title"
    ].split()[-1]
    storefront = [
        Page("home", "/"),
        Page("all products", "/catalogue/"),
        Page("all products, last page", f"/catalogue/?page={-(-total // 24)}"),
        Page("department", at_root),
        Page("category", at_leaf),
        Page("category, sorted by price", f"{at_leaf}?sort=price"),
        Page("category, sorted by rating", f"{at_leaf}?sort=rating"),
        Page("department, by price", f"{at_root}?price_min=10&price_max=60"),
        Page("department, by rating", f"{at_root}?rating=4"),
        Page("category, by attribute", f"{at_leaf}?a.{facet['code']}={facet['value']}"),
        Page("all filters at once", f"{at_root}?price_min=5&rating=3&in_stock=1&sort=-price"),
        Page("search, many hits", f"/search/?q={word}"),
        Page("search, two words", "/search/?q=wool+blanket"),
        Page("search, no hits", "/search/?q=zeppelin"),
        Page("product without reviews", product(none)),
        Page("product with most reviews", product(most)),
        Page("product with most variants", product(parent)),
        Page("reviews", f"{product(most)}reviews/"),
        Page("reviews, by words", f"{product(most)}reviews/?q=good&sort_by=recency"),
        Page("brands", "/brands/"),
        Page("reduced products", "/deals/"),
        Page("offers", "/offers/"),
        Page("contact form", "/contact/"),
        Page("newsletter", "/newsletter/"),
        Page("login", "/accounts/login/"),
        Page("content page", "/delivery/"),
        Page("API: products", "/api/products/"),
    ]
    account = [
        ("home, logged in", "/"),
        ("account", "/accounts/"),
        ("order list", "/accounts/orders/"),
        ("order list, searched", "/accounts/orders/?q=a&status=Complete&date_from=2025-01-01"),
        ("order", f"/accounts/orders/{order}/"),
        ("address book", "/accounts/addresses/"),
        ("wish lists", "/accounts/wishlists/"),
        ("wish list", f"/accounts/wishlists/{wish}/"),
        ("personal data", "/accounts/profile/"),
        ("stock alerts", "/accounts/alerts/"),
        ("newsletter settings", "/accounts/newsletter/"),
        ("basket", "/basket/"),
        ("comparison", "/compare/"),
    ]
    back = [
        ("dashboard", "/dashboard/"),
        ("orders", "/dashboard/orders/"),
        (
            "orders, filtered",
            "/dashboard/orders/?status=Complete&product=a&total_min=50&date_from=2025-01-01",
        ),
        ("order", f"/dashboard/orders/{order}/"),
        ("customers", "/dashboard/users/?sort=-orders"),
        ("customers by telephone", "/dashboard/users/?phone=395"),
        ("products", "/dashboard/catalogue/"),
        ("products by stock", "/dashboard/catalogue/?stock_max=3&sort=stock"),
        ("product edit", f"/dashboard/catalogue/products/{none['id']}/"),
        ("product edit, variants", f"/dashboard/catalogue/products/{parent['id']}/"),
        ("variant edit", f"/dashboard/catalogue/products/{parent['child']}/"),
        ("stock and prices", "/dashboard/stock/?stock_max=5"),
        ("reviews", "/dashboard/reviews/"),
        ("reviews, filtered", "/dashboard/reviews/?status=1&score=1&keyword=not"),
        ("categories", "/dashboard/catalogue/categories/"),
        ("offers", "/dashboard/offers/"),
        ("vouchers", "/dashboard/vouchers/"),
        ("ranges", "/dashboard/ranges/"),
        ("pages", "/dashboard/pages/"),
        ("message templates", "/dashboard/comms/"),
        ("partners", "/dashboard/partners/"),
        ("shipping charges", "/dashboard/shipping/"),
        ("messages", "/dashboard/messages/"),
        ("newsletter", "/dashboard/newsletter/"),
        ("order statistics", "/dashboard/orders/statistics/"),
        *((f"report {code}", f"/dashboard/reports/?report={code}") for code in REPORTS),
    ]
    return [
        *storefront,
        *(Page(name, path, "emma") for name, path in account),
        *(Page(f"dashboard: {name}", path, "owner") for name, path in back),
    ]
