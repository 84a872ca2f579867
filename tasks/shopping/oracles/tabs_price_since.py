"""Reference solution of tabs_price_since: quantity and price in the order, price on the page beside it."""


def oracle(page, params):
    """Put as many pieces as were bought into the basket; the difference of their prices."""
    quantity, difference = _compare(page)
    _add(page, quantity)
    return difference


def single(page, params):
    """A wrong outcome: one piece is put into the basket."""
    _, difference = _compare(page)
    _add(page, 1)
    return difference


def only_tells(page, params):
    """A wrong outcome: nothing is put into the basket."""
    return _compare(page)[1]


def _compare(page):
    columns, *rows = page.rows()
    page.tab(1)
    title = page.text(role="heading", nth=0)
    price = float(page.read(r"€([0-9.,]+)", role="strong", text="€", nth=0).replace(",", ""))
    (line,) = (dict(zip(columns, row, strict=True)) for row in rows if row[0] == title)
    quantity = int(line["Quantity"])
    difference = (price - float(line["Unit price"].lstrip("€").replace(",", ""))) * quantity
    compared = "more" if difference > 0 else "less"
    return quantity, {"compared": compared, "difference": f"€{abs(difference):.2f}"}


def _add(page, quantity):
    page.type(quantity, role="spinbutton", name="Quantity")
    page.click(role="button", name="Add to basket")
