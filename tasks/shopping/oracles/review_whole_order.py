"""Reference solution of review_whole_order: the prices on the order, then a review for each of its lines."""


def oracle(page, params):
    """Review everything."""
    lines = _lines(page, params)
    for title, apiece, _ in lines:
        _review(page, params, title, apiece, apiece)


def one_missing(page, params):
    """A wrong outcome: only the first."""
    title, apiece, _ = _lines(page, params)[0]
    _review(page, params, title, apiece, apiece)


def by_total(page, params):
    """A wrong outcome: stars and words go by the line's total."""
    for title, _, together in _lines(page, params):
        _review(page, params, title, together, together)


def _lines(page, params):
    page.click(role="link", name="Orders", within={"navigation": "Your account"})
    page.type(params["order_number"], role="textbox", name="Order number or product", enter=True)
    page.click(role="link", name=params["order_number"])
    found = []
    for link in page.find_all(role="link", name="/^Review /"):
        title = link.name.removeprefix("Review ")
        row = page.text(role="row", text=title)
        amounts = [float(part.replace(",", "")) for part in _amounts(row)]
        found.append((title, amounts[0], amounts[-1]))
    return found


def _amounts(text):
    return [word.lstrip("€") for word in text.split() if word.startswith("€")]


def _review(page, params, title, stars_by, price):
    page.click(role="link", name="Orders", within={"navigation": "Your account"})
    page.type(params["order_number"], role="textbox", name="Order number or product", enter=True)
    page.click(role="link", name=params["order_number"])
    page.click(role="link", name=f"Review {title}")
    page.click(role="radio", name="5 stars" if stars_by >= params["bound"] else "4 stars")
    page.type("As it should be", role="textbox", name="Title")
    page.type(f"I paid €{price:.2f} for one and would do so again.", role="textbox", name="Review")
    page.type(params["nickname"], role="textbox", name="Nickname")
    page.click(role="button", name="Submit review")
