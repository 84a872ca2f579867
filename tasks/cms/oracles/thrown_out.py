"""Reference solution of thrown_out: article by article, and again what was lost at the login form."""


def oracle(page, params, most=4, close=True):
    """Tag each article of the month and close its comments."""
    done = []
    while len(done) < most:
        _enter(page, params)
        titles = [title for title in _listed(page, params) if title not in done]
        if not titles:
            page.fail("fewer articles than expected")
        page.click(role="link", name=titles[0])
        if _change(page, params, close):
            done.append(titles[0])


def first_only(page, params):
    """A wrong outcome: one article."""
    oracle(page, params, most=1)


def comments_open(page, params):
    """A wrong outcome: one article, and its comments stay open."""
    oracle(page, params, most=1, close=False)


def _enter(page, params):
    """Log in where the form for it has come up, and go to the list."""
    if _thrown_out(page):
        page.type("emma", role="textbox", name="Username or Email Address")
        page.type(params["password"], role="textbox", name="Password")
        page.click(role="button", name="Log In")
    page.click(role="link", name="Posts", within={"navigation": "Main menu"})


def _listed(page, params):
    """Names of the links to the author's articles of the month."""
    if page.has(role="link", name="/^Mine/"):
        page.click(role="link", name="/^Mine/")
    page.select(params["month_name"], role="combobox", name="Filter by date")
    page.click(role="button", name="Filter")
    rows = [row for row in page.find_all(role="row") if row.has(role="link", name=r"/\(Edit\)$/")]
    return [row.find(role="link", name=r"/\(Edit\)$/").name for row in rows if "Published" in row.text]


def _change(page, params, close):
    """Whether the article was saved."""
    if not page.has(role="combobox", name="Add Tag"):
        return False
    page.type(params["tag"], role="combobox", name="Add Tag")
    page.click(role="button", name="Add")
    box = page.find(role="checkbox", name="Allow comments")
    if close and box.states.get("checked"):
        box.click()
    page.click(role="button", name="Update")
    return not _thrown_out(page)


def _thrown_out(page):
    return page.has(role="textbox", name="Username or Email Address")
