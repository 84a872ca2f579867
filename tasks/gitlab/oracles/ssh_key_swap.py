"""Reference solution of ssh_key_swap: the keys in one's settings, each a field beside its button."""


def oracle(page, params):
    """Remove the old key, add the new one."""
    _remove(page, params)
    _add(page, params)


def keeps_the_old(page, params):
    """A wrong outcome: the new key joins the old ones."""
    _keys(page)
    _add(page, params)


def _keys(page):
    page.click(role="button", nth=1, within={"role": "navigation", "nth": 0})
    page.click(role="link", name="My Settings")
    page.click(role="tab", name="SSH Keys")


def _remove(page, params):
    _keys(page)
    old = next(field for field in page.find_all(role="textbox") if params["old_mark"] in field.value)
    next(button for button in page.find_all(role="button") if button.id > old.id).click()


def _add(page, params):
    if page.has(role="tab", name="SSH Keys") and not page.has(text="Add SSH key"):
        page.click(role="tab", name="SSH Keys")
    page.click(text="Add SSH key", nth=0)
    page.type(params["key"], role="textbox", name="SSH key")
    page.click(role="button", name="Add")
