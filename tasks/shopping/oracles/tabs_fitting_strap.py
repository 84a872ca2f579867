"""Reference solution of tabs_fitting_strap: the watch's strap width, then the strap that has it."""


def oracle(page, params):
    """Put the strap with the width of the watch into the basket; its page stays in front."""
    tab = _find(page)
    page.click(role="button", name="Add to basket")
    _show(page, params, tab)


def first_strap(page, params):
    """A wrong outcome: the strap beside the watch."""
    _take(page, params, 1)


def last_strap(page, params):
    """A wrong outcome: the last strap."""
    _take(page, params, 3)


def back_to_watch(page, params):
    """A wrong outcome: the watch is left in front."""
    oracle(page, params)
    page.tab(0)


def only_finds(page, params):
    """A wrong outcome: the basket stays empty."""
    _find(page)


def _find(page):
    width = _width(page)
    for tab in (1, 2, 3):
        page.tab(tab)
        if _width(page) == width:
            return tab
    return page.fail("no strap has the width of the watch")


def _take(page, params, tab):
    page.tab(tab)
    page.click(role="button", name="Add to basket")
    _show(page, params, tab)


def _show(page, params, tab):
    name = ("first", "second", "third")[tab - 1]
    address = f"/{params[f'{name}_slug']}_{params[f'{name}_id']}/"
    if not page.url.endswith(address):
        page.back()


def _width(page):
    return int(page.read(r"(\d+) mm", role="row", text="Strap width"))
