"""Reference solution of show_way: fill in the form of directions, a line for each place."""


def _show(page, label, places):
    page.click(role="link", name="Directions", within={"navigation": "Main"})
    page.click(role="radio", name=label)
    page.type(places[0], role="textbox", name="From")
    page.type(places[1], role="textbox", name="To")
    for place in places[2:]:
        page.click(role="button", name="Add a stop")
        page.type(place, role="textbox", name="To")
    page.click(role="button", name="Go")
    page.find(text="/^Distance: /", nth=0)


def oracle(page, params):
    """The way as asked for."""
    _show(page, params["label"], params["places"])


def back(page, params):
    """From the end to the start."""
    _show(page, params["label"], params["places"][::-1])
