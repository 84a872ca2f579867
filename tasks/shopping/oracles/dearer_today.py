"""Reference solution of dearer_today: what was paid, article by article, and what the shop asks now."""


def oracle(page, params):
    """What has become dearer, and by how much."""
    page.click(role="link", name="Orders", within={"navigation": "Your account"})
    page.select("Complete", role="combobox", name="Status")
    page.type(params["first_day"], role="textbox", name="From")
    page.type(params["last_day"], role="textbox", name="To")
    page.click(role="button", name="Find orders")
    listed = page.url
    dearer = {}
    for number in [part.name for part in page.find_all(role="link", name=r"/^\d{6}$/")]:
        if page.url != listed:
            page.goto(listed)
        page.click(role="link", name=number)
        order = page.url
        for row in [row for row in page.rows() if len(row) == 6 and row[2].isdigit()]:
            page.click(role="link", name=row[0], nth=0)
            now = _euros(page.find(role="main").find(role="strong", nth=0).text)
            if now > _euros(row[3]):
                dearer[row[0]] = f"€{now - _euros(row[3]):.2f}"
            page.goto(order)
    return {"answer": [{"product": name, "more": more} for name, more in sorted(dearer.items())]}


def _euros(text):
    return float(text.replace("€", "").replace(",", ""))
