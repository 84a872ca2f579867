"""Reference solution of open_best_unsolved: the tag's questions by votes, the first one without a tick."""


def oracle(page, params):
    """Open the first one for which nothing says that an answer was accepted."""
    _list(page, params)
    _open(page, 0)


def second(page, params):
    """A wrong outcome: one too far."""
    _list(page, params)
    _open(page, 1)


def best_of_all(page, params):
    """A wrong outcome: the first of all."""
    _list(page, params)
    page.find_all(role="article")[0].find_all(role="link")[0].click()


def _list(page, params):
    page.click(role="link", name="Tags", within={"navigation": "Main"})
    page.type(params["tag"], role="textbox", name="Search", enter=True)
    page.click(role="link", name=params["tag"], within={"role": "main"})
    page.click(role="link", name=r"/^\W*votes$/")


def _open(page, place):
    unsolved = [one for one in page.find_all(role="article") if "✓" not in one.text]
    unsolved[place].find_all(role="link")[0].click()
