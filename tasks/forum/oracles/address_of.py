"""Reference solution of address_of: sort the community's questions, open the first."""

SORTED = {"date": r"/^\W*date$/", "votes": r"/^\W*votes$/"}


def oracle(page, params):
    """Give the address of the question on top."""
    return _address(page, params, 0)


def second(page, params):
    """A wrong outcome: one too far."""
    return _address(page, params, 1)


def _address(page, params, place):
    page.click(role="link", name="Communities", within={"navigation": "Main"})
    page.click(role="link", name=params["community"], within={"role": "main"})
    page.click(role="link", name=SORTED[params["kind"]])
    page.find_all(role="article")[place].find_all(role="link")[0].click()
    return page.url
