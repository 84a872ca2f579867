"""Reference solution of three_makers: from each line of products to its maker."""


def oracle(page, params):
    """Add up the employees of the three makers."""
    total = 0
    for line in (params["first"], params["second"], params["third"]):
        page.type(line, role="searchbox", name="Search Findling", enter=True)
        page.find(role="row", text="Maker", nth=0).find_all(role="link")[0].click()
        total += int(page.read(r"Employees ([0-9,]+)", role="row", text="Employees", nth=0).replace(",", ""))
    return str(total)
