"""Reference solution of reprice_variants: the stock list of the product, one price after the other."""

from decimal import ROUND_HALF_UP, Decimal


def oracle(page, params, limit=None):
    """New prices for the product's articles."""
    page.click(role="link", name="Stock and prices")
    page.type(params["title"], role="textbox", name="Title or article (SKU)")
    page.click(role="button", name="Search articles")
    articles = _articles(page, params["title"])
    factor = 1 + (1 if params["direction"] == "raise" else -1) * Decimal(params["percent"]) / 100
    for sku, price in articles[:limit]:
        new = (price * factor).quantize(Decimal("0.01"), ROUND_HALF_UP)
        page.type(str(new), role="textbox", name=f"New price of {sku}")
        page.click(role="button", name=f"Save {sku}")


def first_only(page, params):
    """Forgets all variants but the first."""
    oracle(page, params, limit=1)


def _articles(page, title):
    rows = page.rows()
    sku, product, price = (rows[0].index(name) for name in ("Article (SKU)", "Product", "Price"))
    return [
        (row[sku], Decimal(row[price][1:].replace(",", "")))
        for row in rows[1:]
        if row[product].startswith(title + ",")
    ]
