"""Reference solution of unhappy_customers: the product's reviews, fewest stars first."""

import re


def oracle(page, params):
    """E-mail addresses of those who gave one or two stars."""
    page.click(role="link", name="Reviews")
    page.type(params["title"], role="textbox", name="Product title contains")
    page.select("Stars: low to high", role="combobox", name="Sort by")
    page.click(role="button", name="Search reviews")
    rows = page.rows()
    stars, by = rows[0].index("Stars"), rows[0].index("By")
    found = []
    for row in rows[1:]:
        if int(re.search(r"\d", row[stars])[0]) <= params["high"]:
            found.append(re.search(r"\S+@\S+", row[by])[0])
    return found
