"""Reference solution of saturday_round: hours of each place, then the ways that opening hours leave."""

import re

SATURDAY = r"(?:Sa|Sa-Su) (\d\d):(\d\d)-(\d\d):(\d\d)"


def oracle(page, params):
    """The order, and the time of arrival at the last one."""
    hours = {}
    for name in params["names"]:
        page.type(name, role="textbox", name="Search the map", enter=True)
        page.click(role="link", name=name, nth=0, within={"role": "main"})
        found = re.search(rf"Opening hours [^\n]*?{SATURDAY}", page.text(role="main"))
        opens, closes = (60 * int(found[n]) + int(found[n + 1]) for n in (1, 3))
        hours[name] = opens, closes
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
            opens, closes = hours[place]
            if opens <= arrival and arrival + params["stay"] <= closes:
                rest = [one for one in left if one != place]
                for after, last in rounds(place, arrival + params["stay"], rest):
                    yield [place, *after], arrival if last is None else last

    found = list(rounds(params["begin"], params["begin_minutes"], params["names"]))
    if len(found) != 1:
        page.fail(f"{len(found)} ways to do it: {found}")
    order, last = found[0]
    return {"answer": {"order": order, "arrival": f"{last // 60:02}:{last % 60:02}"}}
