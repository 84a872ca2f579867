"""Reference solution of upvote_newest: sort the community's questions by date, vote for the first ones."""


def oracle(page, params):
    """Vote for the newest questions."""
    _enter(page, params)
    page.click(role="link", name=r"/^\W*date$/")
    _vote(page, params["count"])


def last_active(page, params):
    """A wrong outcome: the first questions as they are listed, by activity."""
    _enter(page, params)
    _vote(page, params["count"])


def _enter(page, params):
    page.click(role="link", name="Communities", within={"navigation": "Main"})
    page.click(role="link", name=params["community"])


def _vote(page, count):
    for place in range(count):
        page.find_all(role="article")[place].find_all(role="link")[0].click()
        page.click(role="button", name="Vote up", nth=0)
        if place + 1 < count:
            page.back()
