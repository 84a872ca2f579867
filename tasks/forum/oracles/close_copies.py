"""Reference solution of close_copies: the oldest stays, the others lead to it and are closed."""

import re
from datetime import datetime


def oracle(page, params):
    """Comment on and close every younger question."""
    (_, _, oldest), *younger = _family(page, params)
    _close(page, params, younger, oldest)


def first_only(page, params):
    """A wrong outcome: stops after the first of the younger ones."""
    (_, _, oldest), *younger = _family(page, params)
    _close(page, params, younger[:1], oldest)


def oldest(page, params):
    """A wrong outcome: the oldest is closed in favour of the youngest."""
    family = _family(page, params)
    _close(page, params, family[:1], family[-1][2])


def _family(page, params):
    """When each was asked, its title and its address; the oldest first."""
    _search(page, params)
    found = []
    for one in page.find_all(role="article"):
        link = one.find_all(role="link")[0]
        if link.name.startswith(params["stem"]):
            asked = re.search(r"(\d+ \w{3} \d{4}, \d\d:\d\d)", one.text).group(1)
            found.append((datetime.strptime(asked, "%d %b %Y, %H:%M"), link.name, link.url))
    return sorted(found)


def _close(page, params, questions, address):
    for place, (_, title, _) in enumerate(questions):
        if place:
            _search(page, params)
        page.click(role="link", name=title, within={"role": "main"})
        page.click(role="button", name="add a comment", nth=0)
        page.type(f"This was asked before: {address}", role="textbox", within={"role": "main"})
        page.click(role="button", name="add comment")
        page.click(role="link", name="/close$/")
        page.select("duplicate question", role="combobox")
        page.click(role="button", name="OK to close")


def _search(page, params):
    page.type(params["stem"], role="textbox", name="Search", enter=True)
