"""Reference solution of answered_by_others: the member has written nothing there."""

import re

REFUSAL = {"status": "not_achievable", "reason": "not_found"}


def oracle(page, params):
    """Open the question; the name does not occur."""
    _open(page, params)
    if page.has(role="link", name=params["author"], within={"role": "main"}):
        page.fail("the member has written there")
    return REFUSAL


def somebody(page, params):
    """A wrong outcome: another answer is flagged."""
    _open(page, params)
    author, wanted = "", False
    for part in page.find_all(name="/./", within={"role": "main"}):
        if part.role == "link" and re.search(r"/users/\d+/", part.url):
            author = part.name
        elif part.role == "link" and part.name.startswith("answered "):
            wanted = author == params["other_author"]
        elif wanted and part.role == "button" and "flag offensive" in part.name:
            part.click()
            return
    page.fail("there is no such answer")


def unseen(page, params):
    """A wrong outcome: gives up at once."""
    return REFUSAL


def _open(page, params):
    page.type(params["title"], role="textbox", name="Search", enter=True)
    page.click(role="link", name=params["title"], within={"role": "main"})
