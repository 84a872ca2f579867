"""Reference solution of prepayment_over: the terms, the orders, the messages, then each order."""

from datetime import datetime, timedelta

DAYS = {"five": 5, "seven": 7, "ten": 10, "fourteen": 14}
NOW = datetime(2026, 3, 16, 9, 0)


def oracle(page, params, days=None, read=True, file=True):
    """Cancel, or give more time."""
    page.click(role="link", name="Terms of sale", nth=0)
    days = days or DAYS[page.read(r"prepayment we wait (\w+) days", role="main")]
    page.click(role="link", name="Dashboard", nth=0)
    page.click(role="link", name="Orders", within={"role": "navigation", "name": "Dashboard"})
    page.select("Pending", role="combobox", name="Status")
    page.select("Prepayment", role="combobox", name="Payment method")
    page.click(role="button", name="Search orders")
    rows = page.rows()
    number, date = rows[0].index("Order number"), rows[0].index("Date")
    over = [row[number] for row in rows[1:] if _time(row[date]) < NOW - timedelta(days=days)]
    addresses = {one: page.find(role="link", name=one).url for one in over}
    promised = _promised(page, over, file) if read else []
    for one in over:
        page.goto(addresses[one])
        status = "On hold" if one in promised else "Cancelled"
        page.select(status, role="combobox", name="/^New order status/")
        page.click(role="button", name="Change status")


def without_messages(page, params):
    """A wrong outcome: everything is cancelled."""
    oracle(page, params, read=False)


def every_one(page, params):
    """A wrong outcome: the days do not count."""
    oracle(page, params, days=1)


def message_left(page, params):
    """A wrong outcome: the message stays as new as it was."""
    oracle(page, params, file=False)


def _promised(page, numbers, file):
    """The orders for which somebody says that the money comes."""
    page.click(role="link", name="Messages", within={"role": "navigation", "name": "Dashboard"})
    page.select("New", role="combobox", name="Status")
    page.click(role="button", name="Search messages")
    rows = page.rows()
    listed, order = page.url, rows[0].index("Order")
    found = []
    for place, row in enumerate(rows[1:], 1):
        if row[order] in numbers:
            if page.url != listed:
                page.goto(listed)
            page.find(role="row", nth=place).find(role="link", name="/./", nth=0).click()
            if "transfer went off" in page.text(role="main"):
                found.append(row[order])
                if file:
                    page.select("In progress", role="combobox", name="/^Status/")
                    page.click(role="button", name="Save status")
    return found


def _time(text):
    return datetime.strptime(text, "%d %B %Y, %H:%M")
