"""Reference solution of milestone_new: one more line in the project's roadmap."""


def oracle(page, params):
    """Add the milestone, active."""
    _add(page, params)
    page.click(role="button", name="Update")


def inactive(page, params):
    """A wrong outcome: it is not active."""
    _add(page, params)
    page.click(role="checkbox", nth=-1)
    page.click(role="button", name="Update")


def instead(page, params):
    """A wrong outcome: the next one becomes the new one."""
    _roadmap(page, params)
    name, date = _line(page, params["following"])
    page.type(params["name"], role="textbox", nth=name)
    page.type(params["due"], role="textbox", nth=date)
    page.click(role="button", name="Update")


def _roadmap(page, params):
    page.click(role="link", name="Browse")
    page.type(params["repository"], role="textbox", name="Search Projects")
    page.click(role="strong", name=params["project"], nth=0)
    page.click(role="link", name="/Settings$/")
    page.click(role="tab", name="Roadmap")


def _add(page, params):
    _roadmap(page, params)
    page.click(text="Add new milestone")
    page.type(params["name"], role="textbox", nth=-2)
    page.type(params["due"], role="textbox", nth=-1)


def _line(page, name):
    values = [field.value for field in page.find_all(role="textbox")]
    return values.index(name), values.index(name) + 1
