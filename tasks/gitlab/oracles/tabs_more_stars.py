"""Reference solution of tabs_more_stars: the stars of two projects, the forks of one."""


def oracle(page, params):
    """The one with more stars; its forks in front."""
    answer, tab = _compare(page, params)
    _forks(page, tab)
    return answer


def other_forks(page, params):
    """A wrong outcome: the forks of the other one."""
    answer, tab = _compare(page, params)
    _forks(page, 1 - tab)
    return answer


def only_tells(page, params):
    """A wrong outcome: shows nothing."""
    return _compare(page, params)[0]


def _compare(page, params):
    first = int(page.read(r"(?:Star|Unstar) (\d+)"))
    page.tab(1)
    second = int(page.read(r"(?:Star|Unstar) (\d+)"))
    winner = params["first"] if first > second else params["second"]
    return {"answer": {"project": winner, "more": abs(first - second)}}, 0 if first > second else 1


def _forks(page, tab):
    if tab == 0:
        page.tab(0)
    page.click(role="link", name="/ Forks$/")
