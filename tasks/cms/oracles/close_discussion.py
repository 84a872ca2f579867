"""Reference solution of close_discussion: author and month narrow the list, the rest is one step for all."""


def oracle(page, params, narrow=True, spare=False):
    """Close the comments of everything that the list shows."""
    page.click(role="link", name="Posts", within={"navigation": "Main menu"})
    _month(page, params)
    if narrow:
        page.click(role="link", name=params["author"], nth=0, within={"role": "main"})
        _month(page, params)
    page.click(role="checkbox", name="Select All", nth=0)
    if spare:
        page.click(role="checkbox", name="/^Select (?!All)/", nth=0)
    page.select("Edit", role="combobox", name="Select bulk action", nth=0)
    page.click(role="button", name="Apply", nth=0)
    page.select("Do not allow", role="combobox", name="Comments")
    page.click(role="button", name="Update")


def whole_month(page, params):
    """A wrong outcome: forgets whose articles are meant."""
    oracle(page, params, narrow=False)


def all_but_one(page, params):
    """A wrong outcome: the newest one is left out."""
    oracle(page, params, spare=True)


def _month(page, params):
    page.select(params["month"], role="combobox", name="Filter by date")
    page.click(role="button", name="Filter")
