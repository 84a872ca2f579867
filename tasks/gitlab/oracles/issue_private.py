"""Reference solution of issue_private: the issue, open or closed, and the tick among its data."""

LAST = r"/page (\d+) of \1$/"


def oracle(page, params):
    """Make the issue private."""
    never_saved(page, params)
    page.click(role="button", name="Update")


def never_saved(page, params):
    """A wrong outcome: ticked and left."""
    page.type(params["project"], role="textbox", name="find Projects & forks", enter=True)
    page.click(role="link", name="/ Issues \\d+$/")
    while not page.has(role="link", name=params["title"]):
        last = not page.has(role="link", name="Older") or page.has(role="link", name=LAST)
        page.click(role="link", name="/ Closed$/" if last else "Older")
    page.click(role="link", name=params["title"])
    page.click(role="button", name="Edit metadata")
    page.click(role="checkbox", name="Private")
