"""Reference solution of close_twin: compare when the two were asked, close the younger."""

from datetime import datetime


def oracle(page, params):
    """Close the younger question as a duplicate."""
    _close(page, _by_age(page)[1])


def older(page, params):
    """A wrong outcome: the older question is closed."""
    _close(page, _by_age(page)[0])


def both(page, params):
    """A wrong outcome: both are closed."""
    for tab in _by_age(page):
        _close(page, tab)


def _by_age(page):
    """Numbers of the two tabs, the older question first."""
    asked = {}
    for tab in (1, 0):
        page.tab(tab)
        asked[tab] = datetime.strptime(page.read(r"asked (\d+ \w+ \d{4}, \d\d:\d\d)"), "%d %b %Y, %H:%M")
    return sorted(asked, key=asked.get)


def _close(page, tab):
    page.tab(tab)
    page.click(role="link", name="/close$/")
    page.select("duplicate question", role="combobox")
    page.click(role="button", name="OK to close")
