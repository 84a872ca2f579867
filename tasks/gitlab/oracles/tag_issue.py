"""Reference solution of tag_issue: the issue in its backlog, one more tag among its data."""


def oracle(page, params):
    """Put the tag on."""
    never_saved(page, params)
    page.click(role="button", name="Update")


def never_saved(page, params):
    """A wrong outcome: typed and left."""
    page.type(params["project"], role="textbox", name="find Projects & forks", enter=True)
    page.click(role="link", name="/ Issues \\d+$/")
    while not page.has(role="link", name=params["title"]):
        page.click(role="link", name="Older")
    page.click(role="link", name=params["title"])
    page.click(role="button", name="Edit metadata")
    page.type(params["tag"], role="textbox", name="Tags")
    page.press("Enter")
