"""Reference solution of searched_in_vain: the report, then each of its terms in the shop."""


def oracle(page, params):
    """The terms for which the shop finds nothing."""
    page.click(role="link", name="Reports")
    page.select("Search terms", role="combobox", name="Report")
    page.type(params["since"], role="textbox", name="From")
    page.click(role="button", name="Show report")
    rows = page.rows()
    place = rows[0].index("Search term")
    terms = [row[place] for row in rows[1 : params["count"] + 1]]
    page.click(role="link", name="Go to the shop")
    return [term for term in terms if _finds_nothing(page, term)]


def _finds_nothing(page, term):
    page.type(term, role="searchbox", name="Search products", enter=True)
    return page.has(text="/^Nothing was found/")
