"""Reference solution of top_search_terms: the report of the quarter, its first rows."""

import calendar


def oracle(page, params):
    """The words that were searched for most often."""
    last = 3 * params["quarter"]
    days = calendar.monthrange(params["year"], last)[1]
    page.click(role="link", name="Reports")
    page.select("Search terms", role="combobox", name="Report")
    page.type(f"{params['year']}-{last - 2:02}-01", role="textbox", name="From")
    page.type(f"{params['year']}-{last:02}-{days}", role="textbox", name="To")
    page.click(role="button", name="Show report")
    rows = page.rows()
    place = rows[0].index("Search term")
    return [row[place] for row in rows[1 : params["count"] + 1]]
