"""Reference solution of orders_shown: all conditions in the form above the orders."""

import calendar


def oracle(page, params):
    """Leave the list of orders narrowed by everything that was asked."""
    _narrow(page, params, f"{params['year']}-{params['month']:02}-01")


def last_day_only(page, params):
    """A wrong outcome: the orders of all time until the end of the month."""
    _narrow(page, params, "2024-01-01")


def _narrow(page, params, start):
    days = calendar.monthrange(params["year"], params["month"])[1]
    page.click(role="link", name="Orders")
    page.select(params["status"], role="combobox", name="Status")
    page.type(start, role="textbox", name="Date from")
    page.type(f"{params['year']}-{params['month']:02}-{days}", role="textbox", name="Date to")
    page.type(str(params["least"]), role="spinbutton", name="Total from €")
    page.select(params["method"], role="combobox", name="Payment method")
    page.click(role="button", name="Search orders")
