"""Reference solution of fill_up_brand: list what is scarce, then write one count after the other."""


def oracle(page, params):
    """Every article gets what makes the level available."""
    for sku, reserved, _ in _scarce(page, params):
        page.type(params["level"] + reserved, role="textbox", name=f"New stock of {sku}", enter=True)


def first_five(page, params):
    """A wrong outcome: tired after five."""
    for sku, reserved, _ in _scarce(page, params)[:5]:
        page.type(params["level"] + reserved, role="textbox", name=f"New stock of {sku}", enter=True)


def on_top(page, params):
    """A wrong outcome: takes the level for what came in; three articles show it."""
    scarce = _scarce(page, params)
    for sku, _, _ in [row for row in scarce if row[2] != 0][:3]:
        page.type(params["level"], role="textbox", name=f"Units arrived of {sku}", enter=True)


def _scarce(page, params):
    page.click(role="link", name="Stock and prices")
    page.type(params["brand"], role="textbox", name="Title or article (SKU)")
    page.type(params["most"], role="spinbutton", name="Stock to")
    page.click(role="button", name="Search articles")
    rows = page.rows()
    article, reserved, free = (rows[0].index(name) for name in ("Article (SKU)", "Reserved", "Available"))
    return [(row[article], int(row[reserved]), int(row[free])) for row in rows[1:]]
