"""Reference solution of fewer_notices: the watchlist by a category, then the followed questions."""


def oracle(page, params, board=True, flip=False, also=""):
    """Two places, one rule each."""
    _watchlist(page, params, also)
    if board:
        page.tab(1)
        _board(page, bool(params["solved"]) != flip)


def namesakes(page, params):
    """A wrong outcome: takes one more off, which is of another kind."""
    oracle(page, params, also="Tollense")


def other_questions(page, params):
    """A wrong outcome: the questions that were to be kept."""
    oracle(page, params, flip=True)


def no_board(page, params):
    """A wrong outcome: the board is forgotten."""
    oracle(page, params, board=False)


def _watchlist(page, params, also):
    """What the category and the list of watched pages have in common."""
    page.type(f"Category:{params['category']}", role="searchbox", name="Search Findling", enter=True)
    members = {link.name for link in page.find_all(role="link", within={"role": "main"})} | {also}
    page.click(role="link", name="Watchlist")
    page.click(role="link", name="View and edit watchlist")
    names = [box.name for box in page.find_all(role="checkbox", name="/talk/")]
    for name in names:
        if name.partition(" (talk")[0] in members:
            page.click(role="checkbox", name=name)
    page.click(role="button", name="Remove titles")


def _board(page, solved):
    """Stop following those with an accepted answer, or those without."""
    page.click(role="link", name="emma", within={"navigation": "Your account"})
    page.click(role="link", name="followed questions")
    fitting = [one for one in page.find_all(role="article") if ("✓" in one.text) == solved]
    for url in [one.find_all(role="link")[0].url for one in fitting]:
        page.goto(url)
        page.click(role="button", name="/[Ff]ollow/")
