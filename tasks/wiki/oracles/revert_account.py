"""Reference solution of revert_account: the account's contributions say which are still the last word."""

import re
from datetime import datetime

SINCE = datetime(2026, 2, 1)


def oracle(page, params):
    """Undo what is current, name the rest."""
    current, left = _edits(page, params)
    _undo(page, current)
    return left


def first_only(page, params):
    """A wrong outcome: one change is taken back."""
    current, left = _edits(page, params)
    _undo(page, current[:1])
    return left


def _edits(page, params):
    """Histories of the articles that still read so, and titles of those that do not."""
    page.type(
        f"Special:Contributions/{params['account']}", role="searchbox", name="Search Findling", enter=True
    )
    current, left = [], []
    for item in page.find_all(role="listitem"):
        when = re.search(r"\d\d:\d\d, (\d+ \w+ \d{4})", item.text)
        if not when or not item.has(role="link", name="hist"):
            continue
        links = item.find_all(role="link")
        place = next(at for at, link in enumerate(links) if link.name == "hist")
        title = links[place + 1].name
        if datetime.strptime(when.group(1), "%d %B %Y") < SINCE or ":" in title:
            continue
        if "(current)" in item.text:
            current.append(links[place].url)
        else:
            left.append(title)
    return current, left


def _undo(page, histories):
    for url in histories:
        page.goto(url)
        page.click(role="link", name="undo", nth=0)
        page.click(role="button", name="Save changes")
