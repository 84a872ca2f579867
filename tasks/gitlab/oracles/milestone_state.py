"""Reference solution of milestone_state: the line of the project's roadmap, and the milestone's page."""


def oracle(page, params):
    """Read the day in the roadmap and the open issues on the milestone's own page."""
    page.click(role="link", name="Browse")
    page.type(params["repository"], role="textbox", name="Search Projects")
    page.click(role="strong", name=params["project"], nth=0)
    page.click(role="link", name="/Roadmap$/")
    line = f"/ {params['name'].replace('.', '[.]')} Due: /"
    day = page.read(r"Due: (\S+)", role="link", name=line)
    page.click(role="link", name=line)
    open_issues = page.read(r"(\d+) Open", role="link", name="/ Open$/")
    return {"answer": {"day": day, "issues": open_issues}}
