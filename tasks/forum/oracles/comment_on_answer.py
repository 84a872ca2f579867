"""Reference solution of comment_on_answer: sort the answers so that the wanted one comes first or last."""

SORTED = {
    "votes": ("most voted", 0),
    "fewest": ("most voted", -1),
    "first": ("oldest", 0),
    "last": ("newest", 0),
}


def oracle(page, params):
    """Comment on the answer at the given place."""
    place = _open(page, params)
    _comment(page, params, place + 1 if place == 0 else place)


def neighbour(page, params):
    """A wrong outcome: one answer beside it."""
    place = _open(page, params)
    _comment(page, params, place + 2 if place == 0 else place - 1)


def _open(page, params):
    order, place = SORTED[params["kind"]]
    page.type(params["title"], role="textbox", name="Search", enter=True)
    page.click(role="link", name=params["title"], within={"role": "main"})
    page.click(role="link", name=order)
    return place


def _comment(page, params, place):
    page.click(role="button", name="add a comment", nth=place)  # the first is the question's
    page.type(params["text"], role="textbox", within={"role": "main"})
    page.click(role="button", name="add comment")
