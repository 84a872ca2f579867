"""Reference solution of accept_by_rule: sort the answers so that the wanted one comes first."""

ORDER = {"votes": "most voted", "first": "oldest", "last": "newest"}


def oracle(page, params):
    """Accept the first answer in the right order."""
    _accept(page, params, 0)


def neighbour(page, params):
    """A wrong outcome: the second one."""
    _accept(page, params, 1)


def as_listed(page, params):
    """A wrong outcome: the last one in that order."""
    _accept(page, params, -1)


def _accept(page, params, place):
    page.type(params["title"], role="textbox", name="Search", enter=True)
    page.click(role="link", name=params["title"], within={"role": "main"})
    page.click(role="link", name=ORDER[params["kind"]])
    page.click(role="button", name="Accept this answer", nth=place)
