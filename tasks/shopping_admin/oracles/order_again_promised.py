"""Reference solution of order_again_promised: the notes on what was cancelled, then the next orders."""

import re
from datetime import datetime, timedelta


def oracle(page, params):
    """A note on every such order."""
    _note(page, _stories(page, params))


def whenever_it_was(page, params):
    """A wrong outcome: there is no end to the 30 days."""
    _note(page, _stories(page, params, days=1000))


def newest_order(page, params):
    """A wrong outcome: the newest order of each customer."""
    _note(page, _stories(page, params, days=1000, which=-1))


def one_forgotten(page, params):
    """A wrong outcome: the last one is overlooked."""
    _note(page, _stories(page, params)[:-1])


def _stories(page, params, days=30, which=0):
    page.select("Cancelled", role="combobox", name="Status")
    page.type(params["first_day"], role="textbox", name="Date from")
    page.type(params["last_day"], role="textbox", name="Date to")
    page.click(role="button", name="Search orders")
    numbers = _numbers(page)
    while page.has(role="link", name="Next"):
        page.click(role="link", name="Next")
        numbers += _numbers(page)
    cancelled = []
    for address in numbers:
        page.goto(address)
        if "Voucher forgotten" in page.text(role="region", name="Notes"):
            summary = page.text(role="region", name="Summary")
            placed = _time(re.search(r"\d+ \w+ \d{4}, \d\d:\d\d", summary)[0])
            cancelled.append((address, placed, re.search(r"[\w.+-]+@[\w.-]+", summary)[0]))
    return [(address, _next(page, mail, placed, days, which)) for address, placed, mail in cancelled]


def _numbers(page):
    return [part.url for part in page.find_all(role="link", name=r"/^\d{6}$/")]


def _next(page, mail, placed, days, which):
    """The number of the order that came next, or nothing."""
    page.click(role="link", name="Orders", within={"role": "navigation", "name": "Dashboard"})
    page.type(f"{placed:%Y-%m-%d}", role="textbox", name="Date from")
    page.select("Oldest first", role="combobox", name="Sort by")
    page.type(mail, role="textbox", name="Customer name or e-mail", enter=True)
    found = []
    for row in page.rows():
        number = next((cell for cell in row if re.fullmatch(r"\d{6}", cell)), None)
        day = next((cell for cell in row if re.fullmatch(r"\d+ \w+ \d{4}, \d\d:\d\d", cell)), None)
        if number and mail in " ".join(row).split() and placed < _time(day) <= placed + timedelta(days=days):
            found.append(number)
    return found[which] if found else None


def _time(text):
    return datetime.strptime(text, "%d %B %Y, %H:%M")


def _note(page, stories):
    for address, number in stories:
        page.goto(address)
        words = f"Ordered again: {number}" if number else "Has not ordered again"
        page.type(words, role="textbox", name="New note")
        page.click(role="button", name="Save note")
