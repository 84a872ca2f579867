"""Reference solution of pick_list: the way of delivery stands on each order alone, so all are opened."""


def oracle(page, params):
    """Add up the articles of the orders that go that way."""
    page.click(role="link", name="Orders")
    page.select("Processing", role="combobox", name="Status")
    page.click(role="button", name="Search orders")
    listed = page.url
    pieces = {}
    for number in [part.name for part in page.find_all(role="link", name=r"/^\d{6}$/")]:
        page.click(role="link", name=number)
        if f"Delivery {params['way']}" in page.text(role="region", name="Summary"):
            for row in page.rows(role="region", name="Items"):
                if len(row) == 7 and row[3].isdigit():
                    pieces[row[1]] = pieces.get(row[1], 0) + int(row[3])
        page.goto(listed)
    return {"answer": [{"article": article, "pieces": count} for article, count in sorted(pieces.items())]}
