"""Reference solution of change_question: the visitor's own question, its tags or its title."""


def oracle(page, params):
    """Add the tag, or the words at the end of the title."""
    if params["kind"] == "tag":
        _tags(page, params)
        page.press("Enter")
    else:
        _title(page, params)
        page.click(role="button", name="save", nth=0)


def unsaved(page, params):
    """A wrong outcome: it is written, but not saved."""
    _tags(page, params) if params["kind"] == "tag" else _title(page, params)


def _tags(page, params):
    _open(page, params)
    page.click(role="button", name="/retag/")
    field = {"role": "textbox", "name": "", "within": {"role": "main"}, "nth": 0}
    # the blank at the end closes the list of suggestions
    page.type(f"{page.value(**field).strip()} {params['tag']} ", **field)


def _title(page, params):
    _open(page, params)
    page.click(role="button", name="/(^| )edit$/", nth=0, within={"role": "main"})
    page.type(f"{params['title']} (solved)", role="textbox", nth=0, within={"role": "main"})


def _open(page, params):
    page.type(params["title"], role="textbox", name="Search", enter=True)
    page.click(role="link", name=params["title"], within={"role": "main"})
