"""Reference solution of take_over_issue: the issue in its backlog, which offers nobody to be assigned."""


def oracle(page, params):
    """Look, and say that it may not be done."""
    page.click(role="link", name="Browse")
    page.type(params["name"], role="textbox", name="Search Projects")
    page.noop()
    page.click(role="strong", name=params["project"], nth=0)
    page.click(role="link", name="/ Issues \\d+$/")
    while not page.has(role="link", name=params["title"]):
        page.click(role="link", name="Older")
    page.click(role="link", name=params["title"])
    if not page.has(text="Assignee"):
        page.fail("the page shows no assignee")
    return not_permitted(page, params)


def not_permitted(page, params):
    """A wrong outcome where it is all: gives up without looking."""
    return {"status": "not_achievable", "reason": "not_permitted"}
