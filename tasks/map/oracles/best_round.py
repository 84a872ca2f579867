"""Reference solution of best_round: ask for the way between each two places, add up every order."""

from itertools import pairwise, permutations


def oracle(page, params):
    """The stops in the order with the least time, a leg's minutes taken from its own way."""
    page.click(role="link", name="Directions", within={"navigation": "Main"})
    page.click(role="radio", name="Bicycle")
    minutes = {}

    def leg(start, end):
        if (start, end) not in minutes:
            page.type(start, role="textbox", name="From")
            page.type(end, role="textbox", name="To", enter=True)
            minutes[start, end] = int(page.read(r"Time: ([0-9]+) min\.", role="status"))
        return minutes[start, end]

    def total(order):
        places = [params["start_place"], *order]
        return sum(leg(start, end) for start, end in pairwise(places))

    return ", ".join(min(permutations(params["stops"]), key=total))
