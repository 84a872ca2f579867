"""Reference solution of longest_stretch: ask for the way, compare the lengths of its steps."""


def _metres(text):
    number, _, unit = text.partition(" ")
    return float(number or 0) * (1000 if unit == "km" else 1)


def oracle(page, params):
    """The length of the longest stretch, as the map writes it."""
    page.click(role="link", name="Directions", within={"navigation": "Main"})
    page.click(role="radio", name=params["label"])
    page.type(params["start_place"], role="textbox", name="From")
    page.type(params["end_place"], role="textbox", name="To", enter=True)
    return max((cells[2] for cells in page.rows(role="table")), key=_metres)
