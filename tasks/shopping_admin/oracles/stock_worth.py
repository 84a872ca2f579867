"""Reference solution of stock_worth: every page of the list, count times price."""


def oracle(page, params):
    """Add up the brand."""
    page.click(role="link", name="Stock and prices")
    page.type(params["brand"], role="textbox", name="Title or article (SKU)")
    page.click(role="button", name="Search articles")
    cents = 0
    while True:
        rows = page.rows()
        stock, price = rows[0].index("In stock"), rows[0].index("Price")
        for row in rows[1:]:
            cents += int(row[stock]) * round(100 * float(row[price].lstrip("€").replace(",", "")))
        if not page.has(role="link", name="/^[Nn]ext/"):
            return f"€{cents / 100:.2f}"
        page.click(role="link", name="/^[Nn]ext/")
