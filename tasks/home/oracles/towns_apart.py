"""Reference solution of towns_apart: the way between each two places, their sums, then the note."""

from itertools import combinations


def oracle(page, params, means="Car", rank=0, most=99):
    """Ten ways and the place in their middle."""
    page.click(role="link", name="Directions", within={"navigation": "Main"})
    page.click(role="radio", name=means)
    lines, sums = [], dict.fromkeys(params["towns"], 0.0)
    for start, end in combinations(params["towns"], 2):
        page.type(start, role="textbox", name="From")
        page.type(end, role="textbox", name="To", enter=True)
        distance = page.read(r"Distance: ([0-9.]+ k?m)\.", role="status")
        lines.append(f"{start} - {end}: {distance}")
        number, unit = distance.split()
        for town in (start, end):
            sums[town] += float(number) / (1 if unit == "km" else 1000)
    best = sorted(sums, key=sums.get)[rank]
    page.tab(1)
    page.click(role="link", name="Scratchpad", within={"navigation": "Main"})
    page.type(params["title"], role="textbox", name="Title")
    page.type("\n".join([*lines[:most], f"Least driving: {best}"]), role="textbox", name="Text")
    page.click(role="button", name="Save note")


def by_bicycle(page, params):
    """A wrong outcome: as the bicycle goes."""
    oracle(page, params, means="Bicycle")


def next_best(page, params):
    """A wrong outcome: another place has a shorter sum."""
    oracle(page, params, rank=1)


def half_the_table(page, params):
    """A wrong outcome: six lines are missing."""
    oracle(page, params, most=4)
