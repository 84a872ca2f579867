"""Reference solution of vote_too_old: press the vote at the answer once more; the board refuses."""

from itertools import pairwise

REFUSED = {"status": "not_achievable", "reason": "not_permitted"}


def oracle(page, params):
    """Try to take the vote back."""
    _open(page, params)
    buttons = page.find_all(role="button", name="/^Vote/", within={"role": "main"})
    posts = [up for up, down in pairwise(buttons) if (up.name, down.name) == ("Vote up", "Vote down")]
    posts[1].click()  # the first is the question's; those of comments have no button against beside them
    if not page.has(text="older votes cannot be revoked"):
        page.fail("the board does not say that the vote is too old")
    return REFUSED


def without_looking(page, params):
    """A wrong outcome: nothing was tried."""
    return REFUSED


def votes_against(page, params):
    """A wrong outcome: a vote against the question."""
    _open(page, params)
    page.click(role="button", name="Vote down", nth=0)
    return REFUSED


def _open(page, params):
    page.type(params["title"], role="textbox", name="Search", enter=True)
    page.click(role="link", name=params["title"], within={"role": "main"})
