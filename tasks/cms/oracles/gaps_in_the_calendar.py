"""Reference solution of gaps_in_the_calendar: before each piece a look at what is scheduled."""

import re
from datetime import date, datetime, timedelta

MONTHS = ("01-Jan", "02-Feb", "03-Mar", "04-Apr", "05-May", "06-Jun")


def oracle(page, params, often=True, weekdays=5, turned=False, most=9):
    """Each piece on the next day that is free."""
    pieces = _pieces(page, params)
    if turned:
        pieces.reverse()
    day = date(2026, 3, 23)
    busy = _busy(page)
    for url in pieces[:most]:
        if often:
            busy = _busy(page)
        day += timedelta(days=1)
        while day.weekday() >= weekdays or day in busy:
            day += timedelta(days=1)
        page.goto(url)
        page.click(role="button", name="Edit date and time")
        page.select(MONTHS[day.month - 1], role="combobox", name="Month")
        page.type(str(day.day), role="textbox", name="Day")
        page.type(params["hour"], role="textbox", name="Hour")
        page.type(params["minute"], role="textbox", name="Minute")
        page.click(role="link", name="OK")
        page.click(role="button", name="Schedule")


def looks_once(page, params):
    """A wrong outcome: the calendar as it was at first."""
    oracle(page, params, often=False)


def weekends_too(page, params):
    """A wrong outcome: every day of the week."""
    oracle(page, params, weekdays=7)


def newest_first(page, params):
    """A wrong outcome: the newest first; two are enough to be wrong."""
    oracle(page, params, often=False, turned=True, most=2)


def _pieces(page, params):
    """Addresses of what the author handed in, the one that was changed longest ago first."""
    page.click(role="link", name="Posts", within={"navigation": "Main menu"})
    page.click(role="link", name="/^Pending/")
    month = datetime.strptime(params["month_name"], "%B %Y").strftime("%Y/%m/")
    found = []
    for row in page.find_all(role="row"):
        when = re.search(r"Last Modified ?(20\d\d/\d\d/\d\d)", row.text)
        if when and when.group(1).startswith(month) and row.has(role="link", name=params["author"]):
            found.append((when.group(1), row.find(role="link", name=r"/\(Edit\)$/").url))
    return [url for _, url in sorted(found)]


def _busy(page):
    """Days on which something of others is scheduled, or of ours by now."""
    page.click(role="link", name="Posts", within={"navigation": "Main menu"})
    page.click(role="link", name="/^Scheduled/")
    days = [re.search(r"Scheduled ?(20\d\d/\d\d/\d\d)", row.text) for row in page.find_all(role="row")]
    return {datetime.strptime(day.group(1), "%Y/%m/%d").date() for day in days if day}
