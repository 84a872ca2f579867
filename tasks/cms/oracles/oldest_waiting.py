"""Reference solution of oldest_waiting: the list runs from new to old."""


def oracle(page, params, place=-1, view="/^Pending/"):
    """Open the last comment of the list."""
    page.click(role="link", name="/^Comments/", within={"navigation": "Main menu"})
    page.click(role="link", name=view, within={"role": "main"})
    page.type(params["reader"], role="searchbox", name="/Search Comments/", enter=True)
    _rows(page, params)[place].hover()
    _rows(page, params)[place].find(role="link", name="Edit this comment").click()


def newest(page, params):
    """A wrong outcome: the other end of the list."""
    oracle(page, params, place=0)


def second(page, params):
    """A wrong outcome: the neighbour."""
    oracle(page, params, place=-2)


def already_shown(page, params):
    """A wrong outcome: a comment that does not wait."""
    oracle(page, params, view="/^Approved/")


def _rows(page, params):
    return [
        row
        for row in page.find_all(role="row")
        if row.has(role="link", name="View Post") and params["reader"] in row.find(role="cell", nth=0).text
    ]
