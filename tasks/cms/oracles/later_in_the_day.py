"""Reference solution of later_in_the_day: tab by tab, then again what was done before the wish changed."""

import re

DAYS = [("03-Mar", "30"), ("03-Mar", "31"), ("04-Apr", "1"), ("04-Apr", "2")]


def oracle(page, params):
    """Take the last wish for all of them."""
    wish = [params["hour"], params["minute"]]
    kept = []
    for tab in range(4):
        page.tab(tab)
        wish = _wish(page, wish)
        _schedule(page, tab, wish)
        kept.append(wish)
    for tab in range(4):
        if kept[tab] != wish:
            page.tab(tab)
            _time(page, wish)
            page.click(role="button", name="/^(Update|Schedule)$/")


def first_wish(page, params):
    """A wrong outcome: all at the first time; one is enough to be wrong."""
    page.tab(2)
    _schedule(page, 2, [params["hour"], params["minute"]])


def from_now_on(page, params):
    """A wrong outcome: the wish counts for the last two alone."""
    wish = [params["hour"], params["minute"]]
    for tab in range(4):
        page.tab(tab)
        wish = _wish(page, wish)
        _schedule(page, tab, wish)


def _wish(page, wish):
    found = re.search(r"at (\d\d):(\d\d) on their days", page.told)
    return list(found.groups()) if found else wish


def _schedule(page, tab, wish):
    month, day = DAYS[tab]
    page.click(role="button", name="Edit date and time")
    page.select(month, role="combobox", name="Month")
    page.type(day, role="textbox", name="Day")
    page.type(wish[0], role="textbox", name="Hour")
    page.type(wish[1], role="textbox", name="Minute")
    page.click(role="link", name="OK")
    page.click(role="button", name="Schedule")


def _time(page, wish):
    page.click(role="button", name="Edit date and time")
    page.type(wish[0], role="textbox", name="Hour")
    page.type(wish[1], role="textbox", name="Minute")
    page.click(role="link", name="OK")
