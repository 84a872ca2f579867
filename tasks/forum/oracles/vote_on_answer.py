"""Reference solution of vote_on_answer: find the member's answer, vote for it."""

from itertools import pairwise


def oracle(page, params):
    """Vote for the answer of the named member."""
    _vote(page, _open(page, params).index(params["username"]) + 1)


def question(page, params):
    """A wrong outcome: the vote goes to the question."""
    _open(page, params)
    _vote(page, 0)


def other_answer(page, params):
    """A wrong outcome: the vote goes to the answer of somebody else."""
    authors = _open(page, params)
    _vote(page, next(n for n, name in enumerate(authors, start=1) if name != params["username"]))


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


def _vote(page, place):
    """Vote for the question (0) or an answer; a button against stands beside those of posts alone."""
    buttons = page.find_all(role="button", name="/^Vote/", within={"role": "main"})
    posts = [up for up, down in pairwise(buttons) if (up.name, down.name) == ("Vote up", "Vote down")]
    posts[place].click()
