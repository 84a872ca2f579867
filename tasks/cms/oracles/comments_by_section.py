"""Reference solution of comments_by_section: look at the article of each waiting comment, then decide."""


def oracle(page, params, reject=True):
    """Approve those of the section, throw the rest away."""
    _waiting(page, params)
    fitting, comments = [], page.url
    for index in range(len(_rows(page, params))):
        _rows(page, params)[index].find(role="link", name="View Post").click()
        section = page.find_all(role="link", within={"role": "main"})[0].name
        fitting.append(section == params["section"])
        page.goto(comments)
    _apply(page, params, fitting, "Approve")
    if reject:
        _apply(page, params, [True] * fitting.count(False), "Move to Trash")


def all_of_them(page, params):
    """A wrong outcome: does not look at the sections."""
    _waiting(page, params)
    _apply(page, params, [True] * len(_rows(page, params)), "Approve")


def rest_waits(page, params):
    """A wrong outcome: only half of it is done."""
    oracle(page, params, reject=False)


def _waiting(page, params):
    page.click(role="link", name="/^Comments/", within={"navigation": "Main menu"})
    page.click(role="link", name="/^Pending/", within={"role": "main"})
    page.type(params["reader"], role="searchbox", name="/Search Comments/", enter=True)


def _rows(page, params):
    """The rows of comments that the reader wrote."""
    return [
        row
        for row in page.find_all(role="row")
        if row.has(role="link", name="View Post") and params["reader"] in row.find(role="cell", nth=0).text
    ]


def _apply(page, params, chosen, action):
    for index, tick in enumerate(chosen):
        if tick:
            _rows(page, params)[index].find(role="checkbox").click()
    page.select(action, role="combobox", name="Select bulk action", nth=0)
    page.click(role="button", name="Apply", nth=0)
