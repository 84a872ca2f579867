"""Reference solution of moderate_waiting: the waiting reviews of a product, one after the other."""


def oracle(page, params, reject=True):
    """Approve from so many stars on, reject below."""
    page.click(role="link", name="Reviews")
    page.type(params["title"], role="textbox", name="Product title contains")
    page.select("Requires moderation", role="combobox", name="Status")
    page.click(role="button", name="Search reviews")
    while True:
        chosen = None
        for row in page.find_all(role="row"):
            if not row.has(role="img"):  # the header, and the row that says that there are none left
                continue
            stars = int(row.find(role="img").name.split()[0])
            word = "Approve" if stars >= params["least"] else "Reject"
            if word == "Approve" or reject:
                chosen = row.find(role="button", name=f"/^{word}/")
                break
        if chosen is None:
            return
        chosen.click()


def approve_only(page, params):
    """Forgets the others."""
    oracle(page, params, reject=False)
