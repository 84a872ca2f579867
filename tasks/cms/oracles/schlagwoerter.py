"""Reference solution of schlagwoerter: the articles of the smaller tag get the other, then it goes."""


def oracle(page, params, moved=True):
    """Merge the three pairs and name what stays."""
    page.click(role="link", name="Posts", within={"navigation": "Main menu"})
    return [_merge(page, params[one], params[two], moved) for one, two in ("ab", "cd", "ef")]


def just_deleted(page, params):
    """A wrong outcome: nothing is moved before."""
    return oracle(page, params, moved=False)


def _merge(page, one, two, moved):
    """The name of the tag that stays."""
    gone, kept = sorted((one, two), key=lambda tag: _articles(page, tag))
    if moved:
        _row(page, gone).find_all(role="link")[-1].click()
        page.click(role="checkbox", name="Select All", nth=0)
        page.select("Edit", role="combobox", name="Select bulk action", nth=0)
        page.click(role="button", name="Apply", nth=0)
        page.type(kept, role="combobox", name="Tags")
        page.click(role="button", name="Update")
    _row(page, gone)
    page.click(role="checkbox", name=f"Select {gone}")
    page.select("Delete", role="combobox", name="Select bulk action", nth=0)
    page.click(role="button", name="Apply", nth=0)
    return kept


def _articles(page, tag):
    """How many articles have the tag."""
    return int(_row(page, tag).find_all(role="link")[-1].name)


def _row(page, tag):
    page.click(role="link", name="Tags", within={"navigation": "Main menu"})
    page.type(tag, role="searchbox", name="/Search Tags/", enter=True)
    return next(row for row in page.find_all(role="row") if row.has(role="link", name=f"“{tag}” (Edit)"))
