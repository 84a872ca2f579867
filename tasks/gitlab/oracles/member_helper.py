"""Reference solution of member_helper: rights of one more user in the settings of one's own project."""


def oracle(page, params):
    """Give the rights that were asked for."""
    page.type(params["project"], role="textbox", name="find Projects & forks", enter=True)
    page.click(role="link", name="/Settings$/")
    page.click(role="tab", name="Users & Groups")
    page.click(role="link", name="add user")
    page.type(params["username"], role="textbox", name="Username")
    if not _proposed(page, params["username"]):
        page.noop()
    _proposed(page, params["username"])[0].click()
    page.select(params["access"], role="combobox")
    page.click(role="button", name="Add")


def _proposed(page, username):
    return [part for part in page.find_all(name=username) if part.role in ("generic", "StaticText", "option")]
