"""Reference solution of phone_section: Quick Edit in the list, as it is on a phone."""


def oracle(page, params):
    """Tick the section, untick the comments, save."""
    _open(page, params)
    page.click(role="checkbox", name="Allow Comments")
    page.click(role="button", name="Update")


def still_open(page, params):
    """A wrong outcome: the section alone."""
    _open(page, params)
    page.click(role="button", name="Update")


def not_saved(page, params):
    """A wrong outcome: nothing is saved."""
    _open(page, params)
    page.click(role="button", name="Cancel")


def _open(page, params):
    page.click(role="menuitem", name="Menu")
    page.click(role="link", name="Posts", within={"navigation": "Main menu"})
    if page.has(role="link", name="All Posts"):
        page.click(role="link", name="All Posts")
    page.type(params["title"], role="searchbox", name="Search Posts:", enter=True)
    page.click(role="button", name="/^Quick edit/", nth=0)
    page.click(role="checkbox", name=params["new"])
