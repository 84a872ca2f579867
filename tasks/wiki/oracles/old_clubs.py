"""Reference solution of old_clubs: the clubs of each category, the box of each club."""

import re


def oracle(page, params):
    """A row for each that is old enough."""
    found = []
    for kind in (params["a"], params["b"], params["c"]):
        page.type(f"Category:{kind}", role="searchbox", name="Search Findling", enter=True)
        clubs = {}
        for item in page.find_all(role="listitem", within={"role": "main"}):
            links = item.find_all(role="link")
            if len(links) == 1 and re.search(r"/wiki/[^:]+$", links[0].url):
                clubs[links[0].name] = links[0].url
        for name, url in clubs.items():
            page.goto(url)
            box = {cells[0]: cells[1] for cells in page.rows() if len(cells) == 2}
            if "Founded" in box and int(box["Founded"]) < params["year"]:
                found.append({"club": name, "members": box["Members"], "chair": box["Chair"]})
    return {"answer": found}
