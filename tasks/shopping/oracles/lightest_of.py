"""Reference solution of lightest_of: put the products side by side and read their weights."""


def oracle(page, params):
    """Compare the weights of three products."""
    for title in (params["first"], params["second"], params["third"]):
        page.type(title, role="searchbox", name="Search products", enter=True)
        page.click(role="link", name=title)
        page.click(role="button", name="Add to comparison")
    page.click(role="link", name="/^Compare products/")
    rows = {cells[0]: cells[1:] for cells in page.rows()}
    grams = [_grams(text) for text in rows["Weight"]]
    place = sorted(range(3), key=lambda column: grams[column] * params["sign"])[0]
    return {"product": rows["Product"][place].strip(), "price": rows["Price"][place].split(" ")[0]}


def _grams(text):
    number, unit = text.split()
    return float(number) * (1000 if unit == "kg" else 1)
