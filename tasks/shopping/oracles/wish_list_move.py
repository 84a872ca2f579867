"""Reference solution of wish_list_move: read the prices on the list, move one thing."""


def oracle(page, params):
    """Move the cheapest or dearest thing."""
    _move(page, params, 0)


def second(page, params):
    """A wrong outcome: the second cheapest or second dearest thing."""
    _move(page, params, 1)


def _move(page, params, place):
    page.click(role="link", name="Wish lists", within={"navigation": "Your account"})
    page.click(role="link", name=params["source"])
    rows = page.rows()
    product, price = rows[0].index("Product"), rows[0].index("Price")
    things = [(float(row[price].lstrip("€").replace(",", "")), row[product]) for row in rows[1:]]
    title = sorted(things, key=lambda thing: thing[0] * params["sign"])[place][1]
    page.select(params["target"], role="combobox", name=f"Move {title} to")
    page.click(role="button", name=f"Move {title}")
