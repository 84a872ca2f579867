"""Reference solution of member_new: find the person, then give them rights in the project's settings."""


def oracle(page, params):
    """Give the rights that were asked for."""
    _fill(page, params)
    page.click(role="button", name="Add")


def _fill(page, params):
    page.click(role="link", name="Browse")
    if not page.has(role="textbox", name="Search Projects"):
        page.noop()
    page.type(params["repository"], role="textbox", name="Search Projects")
    page.click(role="strong", name=params["project"], nth=0)
    page.click(role="link", name="/Settings$/")
    page.click(role="tab", name="Users & Groups")
    page.click(role="link", name="add user")
    page.type(params["username"], role="textbox", name="Username")
    if not _proposed(page, params["username"]):
        page.noop()
    _proposed(page, params["username"])[0].click()
    page.select(params["access"], role="combobox")
    if params["branches"] and params["access"] == "collaborator":
        page.type(params["branches"], role="textbox", name="/comma separated/")


def _proposed(page, username):
    return [part for part in page.find_all(name=username) if part.role in ("generic", "StaticText", "option")]
