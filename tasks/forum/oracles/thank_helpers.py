"""Reference solution of thank_helpers: the authors of the answers in their order, a comment below each."""


def oracle(page, params):
    """Thank everybody by name."""
    _thank(page, params, _open(page, params))


def same_name(page, params):
    """A wrong outcome: everybody gets the first one's name."""
    names = _open(page, params)
    _thank(page, params, names[:1] * len(names))


def two_of_three(page, params):
    """A wrong outcome: the last one is forgotten."""
    _thank(page, params, _open(page, params)[:-1])


def _open(page, params):
    page.type(params["title"], role="textbox", name="Search", enter=True)
    page.click(role="link", name=params["title"], within={"role": "main"})
    names, person = [], ""
    for link in page.find_all(role="link", within={"role": "main"}):
        if link.name.startswith("answered "):
            names.append(person)
        elif "/users/" in link.url and "by-group" not in link.url:
            person = link.name
    return names


def _thank(page, params, names):
    for place, name in enumerate(names, start=1):
        page.click(role="button", name="add a comment", nth=place)
        page.type(f"Thank you, {name}, that helped me a lot.", role="textbox", within={"role": "main"})
        page.click(role="button", name="add comment")
