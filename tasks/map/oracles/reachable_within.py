"""Reference solution of reachable_within: the way to each place that is near enough as the crow flies."""

import re


def _metres(text):
    number, unit = re.search(r"\b([0-9.]+) (k?m)\b", text).groups()
    return float(number) * (1000 if unit == "km" else 1)


def oracle(page, params):
    """The places that are reached in time; ``speed`` is in metres a minute, faster than anybody goes."""
    page.type(
        f"{params['things']} near {params['start_place']}", role="textbox", name="Search the map", enter=True
    )
    candidates = [
        item.find(role="link").name
        for item in page.find(role="main").find_all(role="listitem")
        if _metres(item.text[len(item.find(role="link").name) :]) <= params["minutes"] * params["speed"]
    ]
    page.click(role="link", name="Directions", within={"navigation": "Main"})
    page.click(role="radio", name=params["label"])
    page.type(params["start_place"], role="textbox", name="From")
    near = []
    for place in candidates:
        page.type(place, role="textbox", name="To", enter=True)
        hours, minutes = re.search(r"Time: (?:(\d+) h )?(\d+) min", page.text(role="status")).groups()
        if 60 * int(hours or 0) + int(minutes) <= params["minutes"]:
            near.append(place)
    return near
