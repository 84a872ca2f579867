"""Reference solution of comment_rules: the number of days stands on a page of the paper."""


def oracle(page, params, look=True, tick=True):
    """Read the rules, then set the site up."""
    days = ""
    if look:
        page.type("comment rules", role="searchbox", name="/Search/", enter=True)
        page.click(role="link", name="Comment rules", within={"role": "main"})
        days = page.read(r"After (\d+) days")
    page.click(role="menuitem", name="/Tollense Observer$/", within={"navigation": "Toolbar"})
    page.click(role="link", name="Settings", within={"navigation": "Main menu"})
    page.click(role="link", name="Discussion", within={"navigation": "Main menu"})
    if tick:
        page.click(role="checkbox", name="Automatically close comments on old posts")
    if days:
        page.type(days, role="spinbutton", name="/^Close comments when/")
    if params["role"] == "combobox":
        page.select(params["value"], role="combobox", name=params["field"])
    else:
        page.type(params["value"], role="spinbutton", name=params["field"])
    page.click(role="button", name="Save Changes")


def proposed_days(page, params):
    """A wrong outcome: does not look the number up."""
    oracle(page, params, look=False)


def without_tick(page, params):
    """A wrong outcome: enters the number only."""
    oracle(page, params, tick=False)
