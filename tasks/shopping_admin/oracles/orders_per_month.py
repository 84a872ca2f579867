"""Reference solution of orders_per_month: the report of sales by month."""

import calendar


def oracle(page, params):
    """Months with their counts."""
    return _column(page, params, params["column"])


def items(page, params):
    """A wrong outcome: the column of the items sold."""
    return _column(page, params, "Items sold")


def _column(page, params, column):
    days = calendar.monthrange(params["year"], params["last"])[1]
    page.click(role="link", name="Reports")
    page.select("Sales by month", role="combobox", name="Report")
    page.type(f"{params['year']}-{params['first']:02}-01", role="textbox", name="From")
    page.type(f"{params['year']}-{params['last']:02}-{days}", role="textbox", name="To")
    page.click(role="button", name="Show report")
    rows = page.rows()
    place = rows[0].index(column)
    return [{"month": row[0], "orders": row[place]} for row in rows[1:]]
