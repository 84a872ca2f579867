"""Reference solution of last_orders_total: the orders of the status, newest first, added up page by page."""


def oracle(page, params):
    """The sum of the newest orders with the status."""
    page.click(role="link", name="Orders")
    page.select(params["status"], role="combobox", name="Status")
    page.click(role="button", name="Search orders")
    amounts = _amounts(page)
    while len(amounts) < params["count"]:
        page.click(role="link", name="Next")
        amounts += _amounts(page)
    return f"€{sum(amounts[: params['count']]):,.2f}"


def _amounts(page):
    rows = page.rows()
    place = rows[0].index("Total")
    return [float(row[place][1:].replace(",", "")) for row in rows[1:]]
