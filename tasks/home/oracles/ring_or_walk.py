"""Reference solution of ring_or_walk: open each of the nearest places, then write the two notes."""

import re


def oracle(page, params, which=slice(0, 10), in_one=False):
    """Ten places on two notes."""
    page.type(f"{params['things']} near {params['place']}", role="textbox", name="Search the map", enter=True)
    ring, walk = [], []
    for index in range(*which.indices(1000)):
        page.click(role="link", nth=0, within={"role": "listitem", "nth": index, "within": {"role": "main"}})
        main = page.find(role="main")
        name = main.find(role="heading", nth=0).name
        number = re.search(r"\bPhone\s+(\+?[0-9][0-9 /-]+[0-9])", main.text)
        if number:
            ring.append(f"{name}: {number[1]}")
        else:
            walk.append(name)
        page.back()
    if in_one:
        ring = ring + walk
    page.tab(1)
    page.click(role="link", name="Scratchpad", within={"navigation": "Main"})
    for title, lines in ((params["ring"], ring), (params["walk"], walk)):
        page.type(title, role="textbox", name="Title")
        page.type("\n".join(lines), role="textbox", name="Text")
        page.click(role="button", name="Save note")


def nine(page, params):
    """A wrong outcome: the last one is left out."""
    oracle(page, params, which=slice(0, 9))


def not_the_nearest(page, params):
    """A wrong outcome: the nearest is left out for the eleventh."""
    oracle(page, params, which=slice(1, 11))


def in_one(page, params):
    """A wrong outcome: those without a number stand in the first note, too."""
    oracle(page, params, in_one=True)
