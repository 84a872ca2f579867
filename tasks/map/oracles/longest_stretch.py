"""Reference solution of longest_stretch: ask for the way, compare the lengths of its steps."""


def _metres(text):
    number, _, unit = text.partition(" ")
    return float(number or 0) * (1000 if unit == "km" else 1)


def oracle(page, params):
    """The instruction with the longest stretch behind it."""
    page.click(role="link", name="Directions", within={"navigation": "Main"})
    page.click(role="radio", name=params["label"])
    page.type(params["start_place"], role="textbox", name="From")
    page.type(params["end_place"], role="textbox", name="To", enter=True)
    return max(page.rows(role="table"), key=lambda cells: _metres(cells[2]))[1]
