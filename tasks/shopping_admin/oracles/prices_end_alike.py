"""Reference solution of prices_end_alike: list the articles of the brand, write the new prices."""

from decimal import Decimal


def oracle(page, params):
    """Round up what is not reduced."""
    return _save(page, _articles(page, params))


def reduced_as_well(page, params):
    """A wrong outcome: what is reduced becomes dearer, too; that article and a few others show it."""
    articles = _articles(page, params)
    _save(page, dict(list(_articles(page, params, reduced=True).items())[:1] + list(articles.items())[:2]))
    return str(len(articles))


def left_early(page, params):
    """A wrong outcome: the list is left after a few articles."""
    articles = _articles(page, params)
    _save(page, dict(list(articles.items())[:4]))
    return str(len(articles))


def _articles(page, params, reduced=False):
    page.click(role="link", name="Stock and prices")
    page.type(params["brand"], role="textbox", name="Title or article (SKU)", enter=True)
    rows = page.rows()
    article, price, listed = (rows[0].index(name) for name in ("Article (SKU)", "Price", "List price"))
    new = {}
    for row in rows[1:]:
        old = Decimal(row[price].replace("€", "").replace(",", ""))
        euros = int(old) + (1 if old % 1 > Decimal("0.9") else 0)
        if (row[listed] != "–") == reduced and old % 1 != Decimal("0.9"):
            new[row[article]] = f"{euros}.90"
    return new


def _save(page, prices):
    for article, price in prices.items():
        page.type(price, role="textbox", name=f"New price of {article}", enter=True)
    return str(len(prices))
