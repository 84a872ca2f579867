"""Reference solution of new_issue: the milestone's day from the roadmap, then the form of a new issue."""


def oracle(page, params):
    """Fill in everything."""
    day = _day(page, params)
    _write(page, params, day)


def of_today(page, params):
    """A wrong outcome: the issue is due on another day."""
    _day(page, params)
    _write(page, params, "2026-03-16")


def _day(page, params):
    page.type(params["project"], role="textbox", name="find Projects & forks", enter=True)
    page.click(role="link", name="/Roadmap$/")
    if not page.has(text=params["milestone"]):
        page.fail(f"the roadmap does not name {params['milestone']}")
    return page.read(params["milestone"].replace(".", r"\.") + r"(?!\d).*?(\d{4}-\d\d-\d\d)")


def _write(page, params, day):
    page.click(role="link", name="/New issue$/")
    page.type(params["title"], role="textbox", name="Issue Title")
    page.type(params["text"], role="textbox", name="Enter your comment here")
    page.type(params["username"], role="textbox", name="/Assignee$/")
    _choose(page, "/Tags$/", params["label"])
    _choose(page, "/Milestone$/", params["milestone"])
    page.type(day, role="textbox", name="/Due date$/")
    page.click(role="button", name="Create Issue")


def _choose(page, field, text):
    page.type(text, role="textbox", name=field)
    page.press("Enter")
