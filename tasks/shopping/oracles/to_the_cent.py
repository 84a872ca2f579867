"""Reference solution of to_the_cent: what fits on three shelves, and the sum that comes closest."""

import re
from itertools import product


def oracle(page, params, place=-1, above=False):
    """Put the best three into the basket."""
    shelves = [_fitting(page, params[f"{name}_department"], params[name]) for name in "abc"]
    limit = 100 * params["budget"]
    sums = sorted((sum(cents for cents, _ in trio), trio) for trio in product(*shelves))
    if above:
        trio = next(trio for cents, trio in sums if cents > limit)
    else:
        trio = [trio for cents, trio in sums if cents <= limit][place]
    for _, url in trio:
        page.goto(url)
        page.click(role="button", name="Add to basket")


def a_little_more(page, params):
    """A wrong outcome: more than the card holds."""
    oracle(page, params, above=True)


def second_best(page, params):
    """A wrong outcome: something more is left."""
    oracle(page, params, place=-2)


def _fitting(page, department, category):
    page.click(role="link", name=department, within={"navigation": "Departments"})
    page.click(role="link", name=category, within={"navigation": f"Categories in {department}"})
    page.click(role="checkbox", name="/^In stock/")
    page.click(role="radio", name="/^4 stars/")
    page.click(role="button", name="Apply filters", nth=0)
    found = []
    while True:
        for tile in page.find_all(role="article"):
            match = re.search(r"\((\d+) reviews?\)", tile.text)
            if match and int(match[1]) >= 3:
                price = tile.find(role="strong").text.replace("€", "").replace(",", "")
                found.append((round(100 * float(price)), tile.find(role="link", name="/./", nth=0).url))
        if not page.has(role="link", name="Next page"):
            return found
        page.click(role="link", name="Next page")
