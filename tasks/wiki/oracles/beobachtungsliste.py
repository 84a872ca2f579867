"""Reference solution of beobachtungsliste: the history of every article that is watched."""

import re
from datetime import datetime
from itertools import pairwise


def oracle(page, params):
    """Take off what nobody else has changed since the day."""
    quiet, _ = _sorted_out(page, params)
    _take_off(page, quiet)


def one_only(page, params):
    """A wrong outcome: stops at the first."""
    quiet, _ = _sorted_out(page, params, first=True)
    _take_off(page, quiet)


def two_of_a_kind(page, params):
    """A wrong outcome: the first that is quiet, and the first that is not."""
    quiet, busy = _sorted_out(page, params, first=True)
    _take_off(page, quiet + busy[:1])


def _sorted_out(page, params, first=False):
    """Titles that are quiet and titles that are not; ``first``: as far as the first quiet one."""
    since = datetime.strptime(params["since"], "%Y-%m-%d")
    page.click(role="link", name="Watchlist")
    page.click(role="link", name="View and edit watchlist")
    histories = [
        (box.name.removesuffix(" (talk | history)"), link.url)
        for box, link in zip(
            page.find_all(role="checkbox", name=r"/\(talk \| history\)$/"),
            page.find_all(role="link", name="history"),
            strict=True,
        )
    ]
    quiet, busy = [], []
    for title, url in histories:
        page.goto(url)
        (busy if _changed_by_others(page, since) else quiet).append(title)
        if first and quiet:
            break
    return quiet, busy


def _changed_by_others(page, since):
    for item in page.find_all(role="listitem"):
        links = item.find_all(role="link")
        for link, author in pairwise(links):
            if author.name == "Emma" or not re.fullmatch(r"\d\d:\d\d, \d+ \w+ \d{4}", link.name):
                continue
            if datetime.strptime(link.name, "%H:%M, %d %B %Y") >= since:
                return True
    return False


def _take_off(page, titles):
    page.click(role="link", name="Watchlist")
    page.click(role="link", name="View and edit watchlist")
    for title in titles:
        page.click(role="checkbox", name=f"{title} (talk | history)")
    page.click(role="button", name="Remove titles")
