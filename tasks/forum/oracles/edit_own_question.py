"""Reference solution of edit_own_question: find it through the own profile, write below its text."""


def oracle(page, params):
    """Keep the text and add the line."""
    _open(page, params)
    page.click(role="button", name="/(^| )edit$/", nth=1, within={"role": "main"})  # the title's comes first
    field = page.find(role="textbox", within={"role": "main"}, nth=0)
    field.type(f"{field.value}\n\n{params['line']}")
    page.click(role="button", name="save", nth=0)


def line_only(page, params):
    """A wrong outcome: the text is gone."""
    _open(page, params)
    page.click(role="button", name="/(^| )edit$/", nth=1, within={"role": "main"})
    page.find(role="textbox", within={"role": "main"}, nth=0).type(params["line"])
    page.click(role="button", name="save", nth=0)


def as_comment(page, params):
    """A wrong outcome: a comment below the question."""
    _open(page, params)
    page.click(role="button", name="add a comment", nth=0)
    page.type(params["line"], role="textbox", within={"role": "main"})
    page.click(role="button", name="add comment")


def _open(page, params):
    title = params["title"] if params["kind"] == "title" else _title(page, params["kind"])
    page.type(title, role="textbox", name="Search", enter=True)
    page.click(role="link", name=title, within={"role": "main"})


def _title(page, kind):
    """The profile lists the questions by votes, its activity by date."""
    page.find(role="navigation", name="Your account").find_all(role="link")[0].click()
    if kind == "votes":
        return page.find_all(role="article")[0].find_all(role="link")[0].name
    page.click(role="link", name="activity")
    asked = next(row for row in page.find_all(role="row") if "asked a question" in row.text)
    return asked.find_all(role="link")[0].name
