"""Reference solution of second_thoughts: find the member's answer, take the vote back or comment."""

from itertools import pairwise

COMMENT = "I would not do it like this any more."


def oracle(page, params):
    """Do it at the answer of the named member."""
    _at(page, params, _open(page, params).index(params["username"]) + 1)


def question(page, params):
    """A wrong outcome: at the question."""
    _open(page, params)
    _at(page, params, 0)


def _open(page, params):
    """Open the question; who wrote each answer, in the order of the page."""
    page.type(params["title"], role="textbox", name="Search", enter=True)
    page.click(role="link", name=params["title"], within={"role": "main"})
    authors, person = [], ""
    for link in page.find_all(role="link", within={"role": "main"}):
        if link.name.startswith("answered "):
            authors.append(person)
        elif "/users/" in link.url and "by-group" not in link.url:
            person = link.name
    return authors


def _at(page, params, place):
    if params["kind"] == "comment":
        page.click(role="button", name="add a comment", nth=place)
        page.type(COMMENT, role="textbox", within={"role": "main"})
        page.click(role="button", name="add comment")
        return
    buttons = page.find_all(role="button", name="/^Vote/", within={"role": "main"})
    posts = [up for up, down in pairwise(buttons) if (up.name, down.name) == ("Vote up", "Vote down")]
    posts[place].click()
