"""Reference solution of take_on_issue: the issue in its backlog, its assignee among its data."""


def oracle(page, params):
    """Assign it."""
    page.type(params["project"], role="textbox", name="find Projects & forks", enter=True)
    page.click(role="link", name="/ Issues \\d+$/")
    while not page.has(role="link", name=params["title"]):
        page.click(role="link", name="Older")
    page.click(role="link", name=params["title"])
    page.click(role="button", name="Edit metadata")
    page.type(params["username"], role="textbox", name="Assignee")
    page.noop()
    page.press("Enter")
    page.click(role="button", name="Update")
