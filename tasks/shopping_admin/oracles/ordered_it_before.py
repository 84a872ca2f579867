"""Reference solution of ordered_it_before: who stands twice in the list, and what the orders share."""

import re


def oracle(page, params):
    """A note on every later order."""
    _note(page, _pairs(page, params))


def any_of_the_brand(page, params):
    """A wrong outcome: the brand alone decides."""
    _note(page, _pairs(page, params, same=False))


def on_the_earlier(page, params):
    """A wrong outcome: the earlier order gets the note."""
    _note(page, [(earlier, later) for later, earlier in _pairs(page, params)])


def one_forgotten(page, params):
    """A wrong outcome: the last one is overlooked."""
    _note(page, _pairs(page, params)[:-1])


def _pairs(page, params, same=True):
    """Later and earlier order of everybody who had the same article twice, as addresses."""
    page.type(params["brand"], role="textbox", name="Product title or article (SKU)")
    page.type(params["first_day"], role="textbox", name="Date from")
    page.type(params["last_day"], role="textbox", name="Date to")
    page.select("Oldest first", role="combobox", name="Sort by")
    page.click(role="button", name="Search orders")
    orders = _listed(page)
    while page.has(role="link", name="Next"):
        page.click(role="link", name="Next")
        for customer, found in _listed(page).items():
            orders.setdefault(customer, []).extend(found)
    pairs = []
    for found in [found for found in orders.values() if len(found) > 1]:
        before = []
        for address in found:
            page.goto(address)
            rows = [row for row in page.rows(role="region", name="Items") if len(row) == 7]
            here = {row[1] for row in rows if row[0].startswith(params["brand"])}
            pairs += [(address, other) for other, had in before if had & here or not same]
            before.append((address, here))
    return pairs


def _listed(page):
    """The orders of each customer that stand, by their addresses."""
    rows = page.rows()
    number, customer, status = (rows[0].index(name) for name in ("Order number", "Customer", "Status"))
    urls = {link.name: link.url for link in page.find_all(role="link", name=r"/^\d{6}$/")}
    found = {}
    for row in rows[1:]:
        if re.fullmatch(r"\d{6}", row[number]) and row[status] not in ("Cancelled", "Returned", "Refunded"):
            found.setdefault(row[customer].split()[-1], []).append(urls[row[number]])
    return found


def _note(page, pairs):
    for later, earlier in pairs:
        page.goto(later)
        page.type(f"Ordered before: {earlier.rstrip('/').split('/')[-1]}", role="textbox", name="New note")
        page.click(role="button", name="Save note")
