"""Reference solution of orders_in_the_paper: the report of sales by month, a draft in the newspaper."""

import calendar


def oracle(page, params):
    """Draft the article with orders and cancellations."""
    _write(page, params, _figures(page, params["year"], params["month"]), "Save Draft")


def month_before(page, params):
    """A wrong outcome: figures of another month."""
    _write(page, params, _figures(page, params["year"], params["month"] - 1), "Save Draft")


def online(page, params):
    """A wrong outcome: everybody can read it."""
    _write(page, params, _figures(page, params["year"], params["month"]), "Publish")


def _figures(page, year, month):
    page.click(role="link", name="Reports")
    page.select("Sales by month", role="combobox", name="Report")
    page.type(f"{year}-{month:02}-01", role="textbox", name="From")
    page.type(f"{year}-{month:02}-{calendar.monthrange(year, month)[1]}", role="textbox", name="To")
    page.click(role="button", name="Show report")
    rows = page.rows()
    return [rows[1][rows[0].index(column)] for column in ("Orders", "Cancelled")]


def _write(page, params, figures, button):
    orders, cancelled = figures
    page.tab(1)
    page.click(role="link", name="Posts")
    page.click(role="link", name="Add Post", nth=0)
    page.type(f"Four Gates in {params['month_name']}", role="textbox", name="Add title")
    page.type(
        f"In {params['month_name']} {params['year']} Four Gates took {orders} orders; "
        f"{cancelled} of them were cancelled later.",
        role="textbox",
        name="Text",
    )
    page.click(role="checkbox", name="Business")
    page.click(role="button", name=button)
