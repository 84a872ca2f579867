"""Reference solution of comment_not_left: below that answer there is no comment of one's own."""

import re

REFUSAL = {"status": "not_achievable", "reason": "not_found"}


def oracle(page, params):
    """Look below the answer of the named member."""
    _open(page, params)
    if any(below == params["parent_author"] for below, _ in _own(page, params)):
        page.fail("there is a comment")
    return REFUSAL


def another(page, params):
    """A wrong outcome: a comment that stands elsewhere goes."""
    _open(page, params)
    for _, menu in _own(page, params):
        menu.click()
        page.click(role="button", name="Remove")
        return
    page.fail("there is no comment at all")


def unseen(page, params):
    """A wrong outcome: gives up at once."""
    return REFUSAL


def _open(page, params):
    """Find the thread, on a later page of the list where its title is of everyday words."""
    page.type(params["title"], role="textbox", name="Search", enter=True)
    while not page.has(role="link", name=params["title"], within={"role": "main"}):
        page.click(role="link", name="next page")
    page.click(role="link", name=params["title"], within={"role": "main"})


def _own(page, params):
    """Own comments: below whose answer each stands ("" below the question), and the button of its menu."""
    below = last = ""
    own, found = False, []
    for part in page.find_all(name="/./", within={"role": "main"}):
        if part.role == "link" and re.search(r"/users/\d+/", part.url):
            last = part.name
        elif part.role == "link" and part.name.startswith("answered "):
            below = last
        elif part.role == "button" and part.name == "Edit comment":
            own = last == params["me"]
        elif own and part.role == "button" and "more" in part.name:
            found.append((below, part))
            own = False
    return found
