"""Reference solution of best_voucher: try every code in the basket, then order with the best."""

import re


def oracle(page, params, place=0):
    """Order with the code that leaves the least to pay."""
    page.type(params["title"], role="searchbox", name="Search products", enter=True)
    page.click(role="link", name=params["title"], nth=0)
    page.click(role="button", name="Add to basket")
    page.click(role="link", name="/^Basket/", within={"navigation": "Your account"})
    totals = {}
    for code in params["codes"].split(", ") if place is not None else []:
        _redeem(page, code)
        if page.has(role="button", name=f"Remove voucher {code}"):
            text = page.text(role="table", name="Totals")
            totals[code] = float(re.search(r"Order total €([\d.,]+)", text)[1].replace(",", ""))
            page.click(role="button", name=f"Remove voucher {code}")
    if place is not None:
        _redeem(page, sorted(totals, key=totals.get)[place])
    page.click(role="link", name="Proceed to checkout")
    page.click(role="button", name=f"Deliver to {params['street']}, {params['town']}")
    page.click(role="button", name="Choose Standard delivery")
    page.click(role="radio", name="/^Invoice:/")
    page.click(role="button", name="Continue")
    page.click(role="button", name="Place order")


def second_best(page, params):
    """A wrong outcome: a code that saves less."""
    oracle(page, params, place=1)


def no_code(page, params):
    """A wrong outcome: the full price."""
    oracle(page, params, place=None)


def _redeem(page, code):
    page.type(code, role="textbox", name="Code")
    page.click(role="button", name="Redeem voucher")
