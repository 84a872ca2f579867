"""Reference solution of trace_figures: difference after difference until the number changes."""

import re

NUMBER = r"\| *population *= *(\d[\d, ]*)"  # what differs stands apart


def oracle(page, params):
    """A row for each article."""
    return {"answer": [_traced(page, title) for title in params["titles"].split(", ")]}


def _traced(page, title):
    page.type(title, role="searchbox", name="Search Findling", enter=True)
    page.click(role="link", name="View history")
    rows = [row for row in page.find_all(role="listitem") if row.has(role="link", name="contribs")]
    found = []
    for row in rows:
        if not row.has(role="link", name="prev"):
            break
        links = row.find_all(role="link")
        at = next(i for i, link in enumerate(links) if re.match(r"\d\d:\d\d, ", link.name))
        day = links[at].name.partition(", ")[2]
        found.append((row.find(role="link", name="prev").url, day, links[at + 1].name))
    for url, day, account in found:
        page.goto(url)
        numbers = [one.replace(" ", "") for one in re.findall(NUMBER, page.text(role="main"))]
        if len(numbers) == 2 and numbers[0] != numbers[1]:
            return {"article": title, "day": day, "account": account, "was": numbers[0]}
    return page.fail(f"the number of {title} never changed")
