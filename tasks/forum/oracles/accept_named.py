"""Reference solution of accept_named: find the member's answer, accept it."""


def oracle(page, params):
    """Accept the answer of the named member."""
    authors = _open(page, params)
    page.click(role="button", name="Accept this answer", nth=authors.index(params["username"]))


def another(page, params):
    """A wrong outcome: the answer of somebody else."""
    authors = _open(page, params)
    place = next(place for place, name in enumerate(authors) if name != params["username"])
    page.click(role="button", name="Accept this answer", nth=place)


def _open(page, params):
    """Open the question; who wrote each answer, in the order of the page."""
    page.type(params["title"], role="textbox", name="Search", enter=True)
    page.click(role="link", name=params["title"], within={"role": "main"})
    authors, person = [], ""
    for link in page.find_all(role="link", within={"role": "main"}):
        if link.name.startswith("answered "):
            authors.append(person)
        elif "/users/" in link.url and "by-group" not in link.url:
            person = link.name
    return authors
