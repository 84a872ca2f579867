"""Reference solution of returns_restocked: read the orders that came back, add up the articles, book each."""

import re

BAD = re.compile("damaged|does not work|part missing|smells")


def oracle(page, params):
    """Book what is in order."""
    _book(page, _articles(page, params))


def everything(page, params):
    """A wrong outcome: the notes are not read; a few of the articles show it."""
    good = _articles(page, params)
    every = _articles(page, params, bad=True)
    _book(page, {sku: count for sku, count in every.items() if good.get(sku) != count})


def last_forgotten(page, params):
    """A wrong outcome: one article is left in the corner."""
    articles = _articles(page, params)
    articles.popitem()
    _book(page, articles)


def _articles(page, params, bad=False):
    page.click(role="link", name="Orders")
    page.select("Returned", role="combobox", name="Status")
    page.type(params["first_day"], role="textbox", name="Date from")
    page.type(params["last_day"], role="textbox", name="Date to")
    page.click(role="button", name="Search orders")
    listed = page.url
    numbers = [part.name for part in page.find_all(role="link", name=r"/^\d{6}$/")]
    units = {}
    for number in numbers:
        page.click(role="link", name=number)
        if bad or not BAD.search(page.text(role="region", name="Notes")):
            for row in page.rows(role="region", name="Items"):
                if len(row) == 7 and row[3].isdigit():
                    units[row[1]] = units.get(row[1], 0) + int(row[3])
        page.goto(listed)
    return units


def _book(page, units):
    page.click(role="link", name="Stock and prices")
    for sku, count in units.items():
        page.type(sku, role="textbox", name="Title or article (SKU)", enter=True)
        page.type(count, role="textbox", name=f"Units arrived of {sku}", enter=True)
