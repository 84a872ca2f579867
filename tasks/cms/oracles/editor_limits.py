"""Reference solution of editor_limits: no entry in the menu, and the address is closed."""


def oracle(page, params):
    """Look where it would be done."""
    page.click(role="link", name="Tools", within={"navigation": "Main menu"})
    page.goto(f"/wp-admin/{params['where'][0]}")
    page.find(text="/not allowed/")
    return f"N/A. An editor is not permitted to {params['reason']}; that needs an administrator."


def without_looking(page, params):
    """A wrong outcome: the answer alone."""
    return f"N/A. An editor is not permitted to {params['reason']}."
