"""Reference solution of tabs_badges: how often the badge stands on each of the three pages."""

import re


def oracle(page, params):
    """Name the member who has the badge most often, and the number."""
    times = {}
    for tab, name in enumerate((params["first"], params["second"], params["third"])):
        if tab:
            page.tab(tab)
        found = page.read_all(re.escape(params["badge"]) + r" ×([\d,]+)")
        times[name] = int(found[0].replace(",", "")) if found else 0
    best = max(times, key=times.get)
    return {"answer": {"member": best, "times": times[best]}}
