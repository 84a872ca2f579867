"""Reference solution of edit_own_answer: find the own answer among the others, write below its text."""


def oracle(page, params):
    """Keep the text and add the line."""
    _edit(page, params, _open(page, params))


def first_answer(page, params):
    """A wrong outcome: the answer on top."""
    _open(page, params)
    _edit(page, params, 0)


def line_only(page, params):
    """A wrong outcome: the old text is gone."""
    _edit(page, params, _open(page, params), keep=False)


def _open(page, params):
    me = page.find(role="navigation", name="Your account").find_all(role="link")[0].url
    page.type(params["title"], role="textbox", name="Search", enter=True)
    page.click(role="link", name=params["title"], within={"role": "main"})
    authors, person = [], ""
    for link in page.find_all(role="link", within={"role": "main"}):
        if link.name.startswith("answered "):
            authors.append(person)
        elif "/users/" in link.url and "by-group" not in link.url:
            person = link.url
    return authors.index(me)


def _edit(page, params, place, keep=True):
    # the first two are the question's: title and text
    page.click(role="button", name="/(^| )edit$/", nth=place + 2, within={"role": "main"})
    field = page.find(role="textbox", within={"role": "main"}, nth=0)
    field.type(f"{field.value}\n\n{params['line']}" if keep else params["line"])
    page.click(role="button", name="save", nth=0)
