"""Reference solution of orders_per_month: narrow the orders to period and status, count them by month."""

import calendar


def oracle(page, params):
    """Count the orders of every month of the period."""
    return _count(page, params, pages=99)


def first_page(page, params):
    """A wrong outcome: the status is ignored, and the last month too."""
    return _count(page, {**params, "status": "Any status"}, pages=1, cut=1)


def _count(page, params, pages, cut=0):
    page.click(role="link", name="Orders", within={"navigation": "Your account"})
    page.select(params["status"], role="combobox", name="Status")
    page.type(params["since"], role="textbox", name="From")
    page.type(params["until"], role="textbox", name="To")
    page.click(role="button", name="Find orders")
    first, last = int(params["since"][5:7]), int(params["until"][5:7])
    counts = {calendar.month_abbr[month]: 0 for month in range(first, last + 1 - cut)}
    for _ in range(pages):
        for cells in page.rows()[1:]:
            month = cells[1].split()[1][:3]
            if month in counts:
                counts[month] += 1
        if not page.has(role="link", name="Next"):
            break
        page.click(role="link", name="Next")
    year, months = params["since"][:4], list(calendar.month_abbr)
    return [{"month": f"{year}-{months.index(month):02}", "orders": count} for month, count in counts.items()]
