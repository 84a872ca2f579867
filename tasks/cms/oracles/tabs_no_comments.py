"""Reference solution of tabs_no_comments: the tick below each text."""


def oracle(page, params, ticked=False, save=True):
    """Find the article without the tick, and set it."""
    ticks = []
    for tab in range(3):
        if tab:
            page.tab(tab)
        state = page.find(role="checkbox", name="Allow comments").states.get("checked")
        ticks.append(state in (True, "true"))
    if ticks.index(ticked) != 2:
        page.tab(ticks.index(ticked))
    page.click(role="checkbox", name="Allow comments")
    if save:
        page.click(role="button", name="Update")


def wrong_one(page, params):
    """A wrong outcome: takes the tick from another article."""
    oracle(page, params, ticked=True)


def not_saved(page, params):
    """A wrong outcome: only the tick."""
    oracle(page, params, save=False)
