"""Reference solution of bank_statement: the month's orders page by page, then a note on each that differs."""

import re


def oracle(page, params, reminded=True):
    """Notes where the amounts differ, and what is still owed."""
    came_in = dict(re.findall(r"(\d{6}) €([\d,]+\.\d\d)", params["credited"]))
    differing, owed = [], 0
    for number, url, total in _orders(page, params):
        paid = _cents(came_in.get(number, "0.00"))
        owed += max(total - paid, 0)
        if paid != total:
            differing.append((number, url))
    for number, url in differing:
        if number in came_in or reminded:
            page.goto(url)
            words = f"Came in: €{came_in[number]}" if number in came_in else params["reminder"]
            page.type(words, role="textbox", name="New note")
            page.click(role="button", name="Save note")
    return f"€{owed // 100:,}.{owed % 100:02}"


def no_reminders(page, params):
    """A wrong outcome: where nothing came in, nothing is written."""
    return oracle(page, params, reminded=False)


def _orders(page, params):
    """Number, address and total in cents of each order that is not cancelled."""
    page.click(role="link", name="Orders")
    page.type(params["first_day"], role="textbox", name="Date from")
    page.type(params["last_day"], role="textbox", name="Date to")
    page.select("Invoice", role="combobox", name="Payment method")
    page.select("Order number", role="combobox", name="Sort by")
    page.click(role="button", name="Search orders")
    found = []
    while True:
        urls = {link.name: link.url for link in page.find_all(role="link", name=r"/^\d{6}$/")}
        rows = page.rows()
        number, total, status = (rows[0].index(name) for name in ("Order number", "Total", "Status"))
        rows = [row for row in rows[1:] if row[status] != "Cancelled"]
        found += [(row[number], urls[row[number]], _cents(row[total])) for row in rows]
        if not page.has(role="link", name="Next"):
            return found
        page.click(role="link", name="Next")


def _cents(amount):
    return round(100 * float(amount.replace("€", "").replace(",", "")))
