"""Reference solution of moved_on_two: one's own profile on the board and in the forge."""


def oracle(page, params):
    """Both profiles."""
    board_only(page, params)
    forge_only(page, params)


def board_only(page, params):
    """The board's profile; alone a wrong outcome."""
    page.find(role="navigation", name="Your account").find_all(role="link")[0].click()
    page.click(role="link", name="update profile")
    page.type(params["town"], role="textbox", name="/City/")
    if params["website"]:
        page.type(params["website"], role="textbox", name="/Website/")
    page.click(role="button", name="Update")


def forge_only(page, params):
    """The forge's profile; alone a wrong outcome."""
    page.tab(1)
    page.click(role="button", nth=1, within={"role": "navigation", "nth": 0})
    page.click(role="link", name="My Profile")
    page.click(role="link", name="Edit profile")
    page.type(params["town"], role="textbox", name="Location")
    if params["website"]:
        page.type(params["website"], role="textbox", name="Website")
    page.click(role="button", name="Save profile")
