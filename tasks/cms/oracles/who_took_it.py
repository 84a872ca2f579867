"""Reference solution of who_took_it: the name stands below the picture of the article."""


def oracle(page, params, where=r"Picture: (\S+ \S+)"):
    """Look at the article, then answer the waiting comment."""
    _find(page)
    comments = page.url
    _row(page, params).find(role="link", name="View Post").click()
    name = page.read(where)
    page.goto(comments)
    _row(page, params).hover()
    _row(page, params).find(role="button", name="Reply to this comment").click()
    page.type(f"The picture was taken by {name}.", role="textbox", name="Comment")
    page.click(role="button", name="Approve and Reply")


def author_named(page, params):
    """A wrong outcome: the article's author is taken for the photographer."""
    oracle(page, params, where=r", by (\S+ \S+)")


def first_name(page, params):
    """A wrong outcome: half of the name."""
    oracle(page, params, where=r"Picture: (\S+)")


def only_approved(page, params):
    """A wrong outcome: the question appears, the answer does not."""
    _find(page)
    _row(page, params).find(role="checkbox").click()
    page.select("Approve", role="combobox", name="Select bulk action", nth=0)
    page.click(role="button", name="Apply", nth=0)


def _find(page):
    page.click(role="link", name="/^Comments/", within={"navigation": "Main menu"})
    page.click(role="link", name="/^Pending/", within={"role": "main"})
    page.type("Who took it", role="searchbox", name="/Search Comments/", enter=True)


def _row(page, params):
    (row,) = (
        row
        for row in page.find_all(role="row", text=params["title"])
        if row.has(role="link", name="View Post") and params["reader"] in row.find(role="cell", nth=0).text
    )
    return row
