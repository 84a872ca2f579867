"""Reference solution of refunds_by_manual: the rule in the manual, then order by order."""

import re

WHIM = re.compile("changed their mind|bought in panic|was there already")


def oracle(page, params):
    """Refund each by the rule."""
    _refund(page, params, float(_kept(page)))


def keeps_nothing(page, params):
    """A wrong outcome: nothing is kept back."""
    _kept(page)
    _refund(page, params, 0.0)


def one_only(page, params):
    """A wrong outcome: stops after the first, with delivery."""
    _refund(page, params, 0.0, most=1, goods=False)


def _kept(page):
    page.type("return refund", role="searchbox", name="Search the User Manuals", enter=True)
    page.click(role="link", name="Return something or ask for a refund")
    return page.read(r"€([\d.]+) are kept")


def _refund(page, params, kept, most=100, goods=True):
    page.tab(1)
    page.click(role="link", name="Orders")
    page.select("Returned", role="combobox", name="Status")
    page.type(params["first_day"], role="textbox", name="Date from")
    page.type(params["last_day"], role="textbox", name="Date to")
    page.click(role="button", name="Search orders")
    listed = page.url
    for number in [part.name for part in page.find_all(role="link", name=r"/^\d{6}$/")][:most]:
        if page.url != listed:
            page.goto(listed)
        page.click(role="link", name=number)
        totals = page.text(role="table", name="Totals")
        total = float(re.search(r"Order total €([\d.,]+)", totals)[1].replace(",", ""))
        delivery = re.search(r"Delivery \([^)]*\) €([\d.]+)", totals)
        amount = total - (float(delivery[1]) if delivery and goods else 0)
        if WHIM.search(page.text(role="region", name="Notes")):
            amount -= kept
        page.click(role="button", name="Change status")
        page.type(f"Refunded €{amount:.2f}", role="textbox", name="New note")
        page.click(role="button", name="Save note")
