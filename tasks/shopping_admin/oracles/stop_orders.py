"""Reference solution of stop_orders: look at each order's status, then do what the rule says for it."""

import re


def oracle(page, params, held="On hold"):
    """Deal with each order, and add up what was cancelled."""
    cents = 0
    for number in params["numbers"].split(", "):
        page.click(role="link", name="Orders", within={"navigation": "Dashboard"})
        page.type(number, role="textbox", name="Order number", enter=True)
        page.click(role="link", name=number)
        summary = page.text(role="region", name="Summary")
        if "Status Pending" in summary:
            _status(page, "Cancelled")
            cents += round(100 * float(re.search(r"Total €([\d,.]+)", summary)[1].replace(",", "")))
        elif "Status Processing" in summary:
            _status(page, held)
            if held == "On hold":
                _note(page, params["hold"])
        else:
            _note(page, params["back"])
    return f"€{cents // 100:,}.{cents % 100:02}"


def cancels_more(page, params):
    """A wrong outcome: everything that can be is cancelled."""
    return oracle(page, params, held="Cancelled")


def _status(page, status):
    page.select(status, role="combobox", name="/^New order status/")
    page.click(role="button", name="Change status")


def _note(page, words):
    page.type(words, role="textbox", name="New note")
    page.click(role="button", name="Save note")
