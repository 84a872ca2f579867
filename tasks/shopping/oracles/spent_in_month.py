"""Reference solution of spent_in_month: narrow the orders to the month, add up what was not cancelled."""

import calendar


def oracle(page, params):
    """Add up the orders of the month that were not cancelled."""
    return _euros(total for total, status in _orders(page, params) if status != "Cancelled")


def first_only(page, params):
    """A wrong outcome: only the first order of the month is counted."""
    return _euros(total for total, _ in _orders(page, params)[:1])


def _orders(page, params):
    month = f"{params['year']}-{params['month']:02}"
    last = calendar.monthrange(params["year"], params["month"])[1]
    page.click(role="link", name="Orders", within={"navigation": "Your account"})
    page.type(f"{month}-01", role="textbox", name="From")
    page.type(f"{month}-{last}", role="textbox", name="To")
    page.click(role="button", name="Find orders")
    rows = page.rows()
    total, status = rows[0].index("Total"), rows[0].index("Status")
    return [(float(row[total][1:].replace(",", "")), row[status]) for row in rows[1:]]


def _euros(amounts):
    return f"€{sum(amounts):,.2f}"
