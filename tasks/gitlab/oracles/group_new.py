"""Reference solution of group_new: make the group, then take in members one by one."""


def oracle(page, params):
    """The group with both members."""
    _create(page, params)
    _take_in(page, params["first"])
    _take_in(page, params["second"])


def one_member(page, params):
    """A wrong outcome: the second member is missing."""
    _create(page, params)
    _take_in(page, params["first"])


def _create(page, params):
    page.click(role="button", name="Create")
    page.click(role="link", name="/New Group$/")
    page.type(params["name"], role="textbox", nth=0)
    page.type(params["title"], role="textbox", nth=1)
    page.type(params["description"], role="textbox", nth=2)
    page.click(role="button", name="Create", nth=-1)
    if not page.has(role="strong", name="/Members?$/"):
        page.click(role="link", text=params["name"])


def _take_in(page, username):
    page.click(role="generic", name="/^[\ue000-\uf8ff]$/", nth=0)
    if not page.has(role="textbox", name="search for user"):
        page.noop()
    page.type(username, role="textbox", name="search for user")
    page.click(role="strong", name=username)
