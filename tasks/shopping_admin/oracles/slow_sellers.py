"""Reference solution of slow_sellers: look for orders of each article, then write two prices."""

from decimal import ROUND_HALF_UP, Decimal

UNDONE = ("Cancelled", "Returned", "Refunded")


def oracle(page, params):
    """Cut what was not sold."""
    _cut(page, params, _unsold(page, params, UNDONE))


def nothing_ordered(page, params):
    """A wrong outcome: what was ordered and came back counts as sold."""
    _cut(page, params, _unsold(page, params, ()))


def no_list_price(page, params):
    """A wrong outcome: the new price alone, and only once."""
    _cut(page, params, _unsold(page, params, UNDONE, most=1), listed=False)


def _unsold(page, params, undone, most=100):
    prices = _articles(page, params)
    page.click(role="link", name="Orders")
    page.type(params["since"], role="textbox", name="Date from")
    found = {}
    for article, price in prices.items():
        page.type(article, role="textbox", name="Product title or article (SKU)", enter=True)
        rows = [row for row in page.rows() if any(len(cell) == 6 and cell.isdigit() for cell in row)]
        if all(set(row) & set(undone) for row in rows):
            found[article] = price
        if len(found) == most:
            break
    return found


def _articles(page, params):
    page.click(role="link", name="Stock and prices")
    page.type(params["brand"], role="textbox", name="Title or article (SKU)", enter=True)
    rows = page.rows()
    article, price = (rows[0].index(name) for name in ("Article (SKU)", "Price"))
    return {row[article]: Decimal(row[price].replace("€", "").replace(",", "")) for row in rows[1:]}


def _cut(page, params, prices, listed=True):
    _articles(page, params)
    for article, price in prices.items():
        new = (price * (100 - params["percent"]) / 100).quantize(Decimal("0.01"), ROUND_HALF_UP)
        page.type(str(new), role="textbox", name=f"New price of {article}", enter=not listed)
        if listed:
            page.type(str(price), role="textbox", name=f"New list price of {article}", enter=True)
