"""Reference solution of first_order: narrow the orders to the period, open the last one of the last page."""


def oracle(page, params):
    """Open the oldest order of the period and read its day and its things."""
    page.click(role="link", name="Orders", within={"navigation": "Your account"})
    page.type(params["since"], role="textbox", name="From")
    page.click(role="button", name="Find orders")
    if page.has(role="link", name="Last"):
        page.click(role="link", name="Last")
    page.click(role="link", name=r"/^\d+$/", within={"role": "row", "nth": -1})
    day = page.read(r"Ordered on\s+(\d+ \w+ \d{4})")
    things = [cells[0] for cells in page.rows(role="table", nth=0)[1:]]
    return {"items": things, "date": day}
