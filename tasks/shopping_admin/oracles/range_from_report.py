"""Reference solution of range_from_report: two reports as files, the list that they give as a third."""


def oracle(page, params, available=True):
    """Make the range and fill it from a file."""
    sold = _report(page, "Best-selling articles (variants)", params["first_day"], params["last_day"])
    gone = set()
    if available:
        gone = {row[0] for row in _report(page, "Low stock") if int(row[-2]) <= 0}
    articles = [row[1] for row in sold if int(row[-2]) >= params["least"] and row[1] not in gone]
    page.click(role="link", name="Ranges")
    page.click(role="link", name="Create new range")
    page.type(params["name"], role="textbox", name="Name")
    page.click(role="button", name="Save and edit products")
    page.upload("articles.txt", "\n".join(articles), role="button", name="/^File of SKUs or UPCs/")
    page.click(role="button", name="Go!", nth=0)


def sold_out_too(page, params):
    """A wrong outcome: what is left is not looked up."""
    oracle(page, params, available=False)


def _report(page, name, first=None, last=None):
    page.click(role="link", name="Reports")
    page.select(name, role="combobox", name="Report")
    if first:
        page.type(first, role="textbox", name="From")
        page.type(last, role="textbox", name="To")
    page.click(role="button", name="Show report")
    page.click(role="link", name="Download as CSV")
    # A title may hold commas: what is before it is counted from the left, what comes after it from the right.
    # The last line of a long file is cut.
    rows = [line.strip().split(",") for line in page.told.splitlines()[2:]]
    return [row for row in rows if len(row) > 3 and row[-2].lstrip("-").isdigit()]
