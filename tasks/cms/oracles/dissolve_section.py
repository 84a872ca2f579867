"""Reference solution of dissolve_section: page by page into the other section, then the empty one goes."""


def oracle(page, params, pages=20):
    """Move whatever the list shows until it is empty, then delete."""
    page.click(role="link", name="Posts", within={"navigation": "Main menu"})
    page.select(params["section"], role="combobox", name="Filter by category")
    page.click(role="button", name="Filter")
    while pages and page.has(role="checkbox", name="/^Select (?!All)/", nth=0):
        page.click(role="checkbox", name="Select All", nth=0)
        page.select("Edit", role="combobox", name="Select bulk action", nth=0)
        page.click(role="button", name="Apply", nth=0)
        page.click(role="checkbox", name=params["target"])
        page.click(role="checkbox", name=params["section"])
        page.click(role="button", name="Update")
        pages -= 1
    page.click(role="link", name="Categories", within={"navigation": "Main menu"})
    page.click(role="checkbox", name=f"Select {params['section']}")
    page.select("Delete", role="combobox", name="Select bulk action", nth=0)
    page.click(role="button", name="Apply", nth=0)


def just_deleted(page, params):
    """A wrong outcome: nothing is moved before."""
    oracle(page, params, pages=0)


def first_page(page, params):
    """A wrong outcome: what the first page shows is taken for all."""
    oracle(page, params, pages=1)
