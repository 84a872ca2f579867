"""Reference solution of issue_elsewhere: no issue of the project, open or closed, is called so."""

REFUSAL = {"status": "not_achievable", "reason": "not_found"}


def oracle(page, params):
    """Look through open and closed issues."""
    page.click(role="link", name="Browse")
    page.type(params["repository"], role="textbox", name="Search Projects")
    page.click(role="strong", name=params["project"], nth=0)
    page.click(role="link", name="/ Issues \\d+$/")
    for state in ("/ Open$/", "/ Closed$/"):
        page.click(role="link", name=state)
        while not page.has(role="link", name=params["title"]) and page.has(role="link", name="Older"):
            page.click(role="link", name="Older")
        if page.has(role="link", name=params["title"]):
            page.fail("the issue is there")
    return REFUSAL


def unseen(page, params):
    """A wrong outcome: gives up at once."""
    return REFUSAL
