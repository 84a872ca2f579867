"""Reference solution of page_details: the page's editor has a field for each."""


def oracle(page, params, save=True):
    """Find the page, fill the field and save."""
    page.click(role="link", name="Pages", within={"navigation": "Main menu"})
    page.type(params["title"], role="searchbox", name="Search Pages:", enter=True)
    page.click(role="link", name=f"“{params['title']}” (Edit)")
    if params["what"] == "headline":
        page.type(params["value"], role="textbox", name="Add title")
    else:
        page.select(params["value"], role="combobox", name="Parent")
    if save:
        page.click(role="button", name="Update")


def not_saved(page, params):
    """A wrong outcome: the field alone."""
    oracle(page, params, save=False)
