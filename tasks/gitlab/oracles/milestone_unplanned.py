"""Reference solution of milestone_unplanned: the project's roadmap does not have the version."""

REFUSAL = {"status": "not_achievable", "reason": "not_found"}


def oracle(page, params):
    """Read the roadmap, and what it keeps of the past."""
    page.click(role="link", name="Browse")
    page.type(params["repository"], role="textbox", name="Search Projects")
    page.click(role="strong", name=params["project"], nth=0)
    page.click(role="link", name="/Roadmap$/")
    if page.has(role="link", name=f"/ {params['name'].replace('.', '[.]')} /"):
        page.fail("the version is planned")
    return REFUSAL


def unseen(page, params):
    """A wrong outcome: gives up at once."""
    return REFUSAL
