"""Reference solution of delivery_note: find each article, book what arrived, raise one price."""


def oracle(page, params):
    """All arrivals are added; the second article becomes dearer."""
    for letter in "abc":
        _book(page, params, letter, rise=letter == "b")


def new_price_is_rise(page, params):
    """A wrong outcome: the second article costs as much as it should have gone up."""
    for letter in "abc":
        _book(page, params, letter)
    _find(page, params["sku_b"])
    _price(page, params["sku_b"], float(params["rise"]))


def all_dearer(page, params):
    """A wrong outcome: every article becomes dearer."""
    for letter in "abc":
        _book(page, params, letter, rise=True)


def replaces_stock(page, params):
    """A wrong outcome: the old stock is forgotten."""
    for letter in "abc":
        _book(page, params, letter, rise=letter == "b", field="New stock of")


def _find(page, sku):
    page.click(role="link", name="Stock and prices")
    page.type(sku, role="textbox", name="Title or article (SKU)")
    page.click(role="button", name="Search articles")


def _book(page, params, letter, rise=False, field="Units arrived of"):
    sku = params[f"sku_{letter}"]
    _find(page, sku)
    rows = page.rows()
    if rise:
        price = float(rows[1][rows[0].index("Price")].lstrip("€").replace(",", ""))
        page.type(f"{price + float(params['rise']):.2f}", role="textbox", name=f"New price of {sku}")
    page.type(params[f"arrived_{letter}"], role="textbox", name=f"{field} {sku}")
    page.click(role="button", name=f"Save {sku}")


def _price(page, sku, price):
    page.type(f"{price:.2f}", role="textbox", name=f"New price of {sku}")
    page.click(role="button", name=f"Save {sku}")
