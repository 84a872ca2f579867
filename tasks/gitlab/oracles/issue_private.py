"""Reference solution of issue_private: the issue, open or closed, and the tick among its data."""


def oracle(page, params):
    """Make the issue private."""
    never_saved(page, params)
    page.click(role="button", name="Update")


def never_saved(page, params):
    """A wrong outcome: ticked and left."""
    page.click(role="strong", name=params["project"])
    page.click(role="link", name="/ Issues \\d+$/")
    if not page.has(role="link", name=params["title"]):
        page.click(role="link", name="/ Closed$/")
    while not page.has(role="link", name=params["title"]):
        page.click(role="link", name="Older")
    page.click(role="link", name=params["title"])
    page.click(role="button", name="Edit metadata")
    page.click(role="checkbox", name="Private")
