"""Reference solution of leaver: the page about the newsroom names the desks."""


def oracle(page, params, keep=True, look=True):
    """Find out who inherits, then delete the account."""
    heir = ""
    if look:
        page.type("newsroom", role="searchbox", name="/Search/", enter=True)
        page.click(role="link", name="The newsroom", within={"role": "main"})
        heir = page.read(rf"{params['entry']}: ([^.]+)\.")
    page.click(role="menuitem", name="/Tollense Observer$/", within={"navigation": "Toolbar"})
    page.click(role="link", name="Users", within={"navigation": "Main menu"})
    page.type(params["leaver"], role="searchbox", name="/Search Users/", enter=True)
    page.hover(role="link", name=params["login"])
    page.click(role="link", name="Delete", within={"role": "row", "text": params["leaver"]})
    page.click(role="radio", name="/^Attribute all/" if keep else "Delete all content.")
    if heir:
        page.select(_option(page, heir), role="combobox", within={"role": "main"})
    page.click(role="button", name="Confirm Deletion")


def to_the_first(page, params):
    """A wrong outcome: takes what the form proposes."""
    oracle(page, params, look=False)


def with_everything(page, params):
    """A wrong outcome: deletes what the person wrote."""
    oracle(page, params, keep=False, look=False)


def _option(page, heir):
    """The entry of the list, which has the login beside the name."""
    return next(
        one.name for one in page.find_all(role="option", within={"role": "main"}) if one.name.startswith(heir)
    )
