"""Reference solution of thank_helper: see whose answer is accepted, write that member a message."""

import re


def oracle(page, params):
    """Write to the author of the accepted answer."""
    _open(page, params)
    authors = _authors(page)
    _write(page, params, authors[_ticks(page).index(True)])
    page.click(role="button", name="Send")


def best_voted(page, params):
    """A wrong outcome: the message goes to the author of the answer with most votes."""
    _open(page, params)
    page.click(role="link", name="most voted")
    both = zip(_authors(page), _ticks(page), strict=True)
    _write(page, params, next(author for author, tick in both if not tick))
    page.click(role="button", name="Send")


def unsent(page, params):
    """A wrong outcome: the message is written, but not sent."""
    _open(page, params)
    _write(page, params, _authors(page)[0])


def _open(page, params):
    page.type(params["title"], role="textbox", name="Search", enter=True)
    page.click(role="link", name=params["title"], within={"role": "main"})


def _authors(page):
    """Who wrote each answer, in the order of the page."""
    found, last = [], ""
    for link in page.find_all(role="link", within={"role": "main"}):
        if re.search(r"/users/\d+/", link.url):
            last = link.name or last
        elif link.name.startswith("answered "):
            found.append(last)
    return found


def _ticks(page):
    """Whether each answer is the accepted one."""
    return [tick.states.get("pressed") in (True, "true") for tick in page.find_all(name="Accept this answer")]


def _write(page, params, name):
    page.click(role="link", name="/^Messages/", within={"navigation": "Your account"})
    page.click(role="link", name="Write a message")
    page.type(name, role="textbox", name="/^To/")
    page.type(params["subject"], role="textbox", name="/^Subject/")
    page.type(params["text"], role="textbox", name="/^Message/")
