"""Reference solution of stopgap_picture: open every article with the tag, fill what is empty."""


def oracle(page, params, most=100, picture=None):
    """Set the picture where there is none, and count."""
    page.click(role="link", name="Posts", within={"navigation": "Main menu"})
    page.click(role="link", name="Tags", within={"navigation": "Main menu"})
    page.type(params["tag"], role="searchbox", name="/Search Tags/", enter=True)
    tag = next(
        row for row in page.find_all(role="row") if row.has(role="link", name=f"“{params['tag']}” (Edit)")
    )
    tag.find_all(role="link")[-1].click()
    count = 0
    for url in [link.url for link in page.find_all(role="link", name=r"/^“.*” \(Edit\)$/")]:
        page.goto(url)
        if count < most and page.has(role="link", name="Set featured image"):
            _set(page, picture or params["picture"])
            count += 1
        if count == most:
            break
    return str(count)


def first_only(page, params):
    """A wrong outcome: one article alone."""
    oracle(page, params, most=1)
    return str(params["bare"])


def first_with_other(page, params):
    """A wrong outcome: another picture."""
    oracle(page, params, most=1, picture=params["other"])
    return str(params["bare"])


def _set(page, picture):
    page.click(role="link", name="Set featured image")
    page.click(role="tab", name="Media Library")
    page.type(picture, role="searchbox", name="Search media")
    page.click(role="checkbox", name=picture)
    page.click(role="button", name="Set featured image")
    page.click(role="button", name="Update")
