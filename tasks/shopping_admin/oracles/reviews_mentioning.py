"""Reference solution of reviews_mentioning: one search for each number of stars."""


def oracle(page, params):
    """How many reviews with one or two stars mention the word."""
    page.click(role="link", name="Reviews")
    page.type(params["term"], role="textbox", name="Title or text contains")
    found = 0
    for stars in range(params["low"], params["high"] + 1):
        page.select(str(stars), role="combobox", name="Stars")
        page.click(role="button", name="Search reviews")
        found += int(page.read(r"([0-9,]+) reviews?", role="paragraph", text="/reviews?$/").replace(",", ""))
    return str(found)
