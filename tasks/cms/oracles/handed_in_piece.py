"""Reference solution of handed_in_piece: the list has both, the state and the way to the trash."""


def oracle(page, params, save=True):
    """Find the article among those that wait, and give it the other state."""
    page.click(role="link", name="Posts", within={"navigation": "Main menu"})
    page.click(role="link", name=r"/^Pending \(/", within={"role": "main"})
    page.type(params["title"], role="searchbox", name="/^Search Posts/", enter=True)
    page.hover(role="link", name=f"“{params['title']}” (Edit)")
    if params["status"] == "trash":
        if save:
            page.click(role="link", name=f"Move “{params['title']}” to the Trash")
        return
    page.click(role="button", name=f"Quick edit “{params['title']}” inline")
    page.select("Draft", role="combobox", name="Status")
    if save:
        page.click(role="button", name="Update")


def not_saved(page, params):
    """A wrong outcome: nothing is changed."""
    oracle(page, params, save=False)
