"""Reference solution of tabs_same_price: read the price in both tabs, change the dearer one."""


def oracle(page, params):
    """The dearer product gets the price of the other."""
    _set(page, max, min)


def other_way_round(page, params):
    """A wrong outcome: the cheaper product gets the price of the dearer one."""
    _set(page, min, max)


def in_between(page, params):
    """A wrong outcome: the dearer product gets a price between both."""
    _set(page, max, lambda prices: round(sum(prices) / 2, 2))


def unsaved(page, params):
    """A wrong outcome: the new price is typed and left."""
    _set(page, max, min, save=False)


def _set(page, changed, wanted, save=True):
    prices = [_price(page)]
    page.tab(1)
    prices.append(_price(page))
    tab = prices.index(changed(prices))
    if tab == 0:
        page.tab(0)
    page.type(f"{wanted(prices):.2f}", role="spinbutton", name="Price", nth=0)
    if save:
        page.click(role="button", name="Save")


def _price(page):
    return float(page.value(role="spinbutton", name="Price", nth=0))
