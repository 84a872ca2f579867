"""Reference solution of state_of_projects: page and list of changes of each project, then the post."""


def oracle(page, params):
    """A line for each project."""
    lines = [_line(page, project) for project in params["projects"].split(", ")]
    page.tab(1)
    page.click(role="link", name="Ask Your Question")
    page.type(params["title"], role="textbox", name="Please enter your question")
    page.type("\n\n".join(lines), role="textbox", name="Add details below")
    page.type(params["tag"], role="textbox", name="Tags")
    page.click(role="button", name="Ask Your Question")


def _line(page, project):
    name = project.rsplit("/", 1)[-1]
    page.click(role="link", name="Browse")
    page.type(name, role="textbox", name="Search Projects")
    page.click(role="strong", name=project, nth=0)
    issues = page.find(role="link", name=r"/ Issues \d+$/").name.split()[-1]
    stars = page.read(r"(?:Star|Unstar) (\d+)")
    page.click(role="link", name="/ Files$/")
    page.click(role="link", name="/CHANGELOG.md$/")
    version = page.read_all(r"([\d.]+), \d{4}-\d\d-\d\d")[0]
    return f"{name} is at version {version}, has {issues} open issues and {stars} stars."
