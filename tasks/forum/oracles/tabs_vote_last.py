"""Reference solution of tabs_vote_last: let each page show the newest answer first and vote for that."""

from itertools import pairwise


def oracle(page, params):
    """Vote for the youngest answer in each tab."""
    _vote(page, (0, 1, 2), "newest", 0)


def two_of_three(page, params):
    """A wrong outcome: the last tab is forgotten."""
    _vote(page, (0, 1), "newest", 0)


def as_listed(page, params):
    """A wrong outcome: the last answer as the pages show them, which is by votes."""
    _vote(page, (0, 1, 2), None, -1)


def _vote(page, tabs, order, place):
    for tab in tabs:
        if tab:
            page.tab(tab)
        if order:
            page.click(role="link", name=order)
        _answers(page)[place].click()


def _answers(page):
    """The buttons for a vote in favour, of the answers only: a button against stands behind each of those."""
    buttons = page.find_all(role="button", name="/^Vote/", within={"role": "main"})
    posts = [up for up, down in pairwise(buttons) if (up.name, down.name) == ("Vote up", "Vote down")]
    return posts[1:]
