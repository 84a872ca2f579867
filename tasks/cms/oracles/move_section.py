"""Reference solution of move_section: author and section narrow the list, the rest is one step for all."""


def oracle(page, params, leave=True, spare=False):
    """Tick the new section, take the tick off the old one."""
    page.click(role="link", name="Posts", within={"navigation": "Main menu"})
    _section(page, params)
    while not page.has(role="link", name=params["author"], within={"role": "main"}):
        page.click(role="link", name="/^Next page/", nth=0)
    page.click(role="link", name=params["author"], nth=0, within={"role": "main"})
    _section(page, params)
    page.click(role="checkbox", name="Select All", nth=0)
    if spare:
        page.click(role="checkbox", name="/^Select (?!All)/", nth=0)
    page.select("Edit", role="combobox", name="Select bulk action", nth=0)
    page.click(role="button", name="Apply", nth=0)
    page.click(role="checkbox", name=params["target"])
    if leave:
        page.click(role="checkbox", name=params["section"])
    page.click(role="button", name="Update")


def in_both(page, params):
    """A wrong outcome: the old section keeps them."""
    oracle(page, params, leave=False)


def all_but_one(page, params):
    """A wrong outcome: the newest one stays where it is."""
    oracle(page, params, spare=True)


def _section(page, params):
    page.select(params["section"], role="combobox", name="Filter by category")
    page.click(role="button", name="Filter")
