"""Reference solution of delete_comment: find the own comment below the right post."""

import re


def oracle(page, params):
    """Delete the comment at the named place."""
    _open(page, params)
    _delete(page, params, params["parent_author"])


def every_one(page, params):
    """A wrong outcome: the other comments go as well."""
    _open(page, params)
    for author in (params["parent_author"], params["other_author"]):
        _delete(page, params, author)


def _open(page, params):
    page.type(params["title"], role="textbox", name="Search", enter=True)
    page.click(role="link", name=params["title"], within={"role": "main"})


def _delete(page, params, author):
    """Delete the own comment below an answer of this author; no author means below the question."""
    below = last = ""
    own = False
    for part in page.find_all(name="/./", within={"role": "main"}):
        if part.role == "link" and re.search(r"/users/\d+/", part.url):
            last = part.name
        elif part.role == "link" and part.name.startswith("answered "):
            below = last
        elif part.role == "button" and part.name == "Edit comment":
            own = last == params["me"] and below == author
        elif own and part.role == "button" and "more" in part.name:
            part.click()
            page.click(role="button", name="Remove")
            return
    page.fail("there is no such comment")
