"""Reference solution of dearest_month: read all orders of the period, add up by month."""

import calendar

MONTHS = {name: number for number, name in enumerate(calendar.month_abbr) if name}


def oracle(page, params):
    """The month with the largest sum of orders that were not cancelled."""
    sums = {}
    for month, total, status in _orders(page, params):
        if status != "Cancelled":
            sums[month] = sums.get(month, 0) + total
    month = max(sums, key=sums.get)
    return {"month": month, "spent": f"€{sums[month]:,.2f}"}


def smallest_order(page, params):
    """A wrong outcome: the smallest order is taken for its month."""
    month, total, _ = min(_orders(page, params), key=lambda order: order[1])
    return {"month": month, "spent": f"€{total:,.2f}"}


def _orders(page, params):
    page.click(role="link", name="Orders", within={"navigation": "Your account"})
    page.type(params["since"], role="textbox", name="From")
    page.type(params["until"], role="textbox", name="To")
    page.click(role="button", name="Find orders")
    orders = []
    while True:
        for cells in page.rows()[1:]:
            _, month, year = cells[1].split()[:3]
            total = float(cells[3][1:].replace(",", ""))
            orders.append((f"{year}-{MONTHS[month[:3]]:02}", total, cells[4]))
        if not page.has(role="link", name="Next"):
            return orders
        page.click(role="link", name="Next")
