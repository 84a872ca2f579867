"""Reference solution of editor_limits: no entry in the menu, and the address is closed."""


def oracle(page, params):
    """Look where it would be done."""
    page.click(role="link", name="Tools", within={"navigation": "Main menu"})
    page.goto(f"/wp-admin/{params['page']}")
    page.find(text="/not allowed/")
    return {"status": "not_achievable", "reason": "not_permitted"}


def page_renamed(page, params):
    """A wrong outcome: something else gets the name."""
    page.click(role="link", name="Pages", within={"navigation": "Main menu"})
    page.type("About us", role="searchbox", name="Search Pages:", enter=True)
    page.click(role="link", name="“About us” (Edit)")
    page.type(params["name"], role="textbox", name="Add title")
    page.click(role="button", name="Update")
    return {"status": "not_achievable", "reason": "not_permitted"}
