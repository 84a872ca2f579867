"""Reference solution of issue_outcome: search the closed issues, read the last note."""


def oracle(page, params):
    """How it ended, and who closed it."""
    page.click(role="link", name="Browse")
    page.type(params["repository"], role="textbox", name="Search Projects")
    page.click(role="strong", name=params["project"], nth=0)
    page.click(role="link", name="/ Issues \\d+$/")
    page.click(role="link", name="/ Closed$/")
    while not page.has(role="link", name=params["title"]):
        page.click(role="link", name="Older")
    page.click(role="link", name=params["title"])
    outcome = page.read("Closed: (Fixed|Invalid|Insufficient data|Duplicate)")
    closer = page.read(r"Closed: .*? ago by ([\w.-]*\w)")
    return {"answer": {"outcome": outcome, "closer": closer}}
