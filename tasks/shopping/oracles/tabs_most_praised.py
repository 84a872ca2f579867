"""Reference solution of tabs_most_praised: look at the reviews in each tab, go back to the best one."""


def oracle(page, params):
    """The product with the most reviews of five stars."""
    _buy(page, params, lambda: int(page.text(role="row", text="5 stars").split()[-1]))


def best_average(page, params):
    """A wrong outcome: the product with the best average."""
    _buy(
        page,
        params,
        lambda: float(page.read(r"([0-9.]+)\s+out of 5 from", role="region", name="Customer reviews")),
    )


def first_tab(page, params):
    """A wrong outcome: the product in the first tab, unseen."""
    _add(page, params)


def _buy(page, params, figure):
    figures = [figure()]
    for tab in (1, 2):
        page.tab(tab)
        figures.append(figure())
    best = figures.index(max(figures))
    if best != 2:
        page.tab(best)
    _add(page, params)


def _add(page, params):
    page.type(params["quantity"], role="spinbutton", name="Quantity")
    page.click(role="button", name="Add to basket")
