"""Reference solution of tagesplan: hours of each place, then the ways that the hours leave."""

import re

DAYS = ("Mo", "Tu", "We", "Th", "Fr", "Sa", "Su")
DAY = "(?:Mo|Tu|We|Th|Fr|Sa|Su)"
TIMES = r"\d\d:\d\d-\d\d:\d\d"


def oracle(page, params):
    """The order, and the time of arrival at the last place."""
    hours = {name: _hours(page, name, params["kurz"]) for name in params["orte"]}
    page.click(role="link", name="Directions", within={"navigation": "Main"})
    page.click(role="radio", name="Bicycle")
    ways = {}

    def minutes(start, end):
        if (start, end) not in ways:
            page.type(start, role="textbox", name="From")
            page.type(end, role="textbox", name="To", enter=True)
            time = page.read(r"Time: ([0-9a-z ]+)\.", role="status")
            match = re.fullmatch(r"(?:(\d+) h ?)?(?:(\d+) min)?", time)
            ways[start, end] = 60 * int(match[1] or 0) + int(match[2] or 0)
        return ways[start, end]

    def rounds(here, now, left):
        if not left:
            yield [], None
        for place in left:
            arrival = now + minutes(here, place)
            leave = arrival + params["dauer"]
            if any(opens <= arrival and leave <= closes for opens, closes in hours[place]):
                rest = [one for one in left if one != place]
                for after, last in rounds(place, leave, rest):
                    yield [place, *after], arrival if last is None else last

    found = list(rounds(params["ort"], params["minuten"], params["orte"]))
    if len(found) != 1:
        page.fail(f"{len(found)} ways to do it: {found}")
    order, last = found[0]
    return {"answer": {"order": order, "arrival": f"{last // 60:02}:{last % 60:02}"}}


def _hours(page, name, day):
    """From when to when a place is open on the day, in minutes."""
    page.type(name, role="textbox", name="Search the map", enter=True)
    page.click(role="link", name=name, nth=0, within={"role": "main"})
    text = page.read(r"Opening hours (.{,160})", role="main")
    text = re.split(r"[A-Z][a-z]{2,} ", text)[0]  # up to what comes below it
    found = []
    days_and_times = rf"((?:{DAY}(?:-{DAY})?(?:\[\d\])?,? ?)*)({TIMES}(?:, ?{TIMES})*)"
    for days, times in re.findall(days_and_times, text):
        if not days or day in _days(days):
            for start, end in re.findall(r"(\d\d:\d\d)-(\d\d:\d\d)", times):
                found.append((_minutes(start), _minutes(end)))
    return found


def _days(text):
    """Every day that a list such as ``Mo-We, Fr`` names."""
    named = set()
    for first, last in re.findall(rf"({DAY})(?:-({DAY}))?", text):
        place = DAYS.index(first)
        named.update(DAYS[place : DAYS.index(last) + 1] if last else [first])
    return named


def _minutes(time):
    return 60 * int(time[:2]) + int(time[3:])
