"""Reference solution of returns_per_month: one search for each month."""

import calendar


def oracle(page, params):
    """Months with the number of returned orders that hold something of the brand."""
    page.click(role="link", name="Orders")
    page.type(params["brand"], role="textbox", name="Product title or article (SKU)")
    page.select(params["status"], role="combobox", name="Status")
    counts = []
    for month in range(params["first"], params["last"] + 1):
        days = calendar.monthrange(params["year"], month)[1]
        page.type(f"{params['year']}-{month:02}-01", role="textbox", name="Date from")
        page.type(f"{params['year']}-{month:02}-{days}", role="textbox", name="Date to")
        page.click(role="button", name="Search orders")
        found = page.read(r"[0-9,]+", role="paragraph", name="/^[0-9,]+ orders? found/")
        counts.append({"month": f"{calendar.month_name[month]} {params['year']}", "orders": found})
    return counts
