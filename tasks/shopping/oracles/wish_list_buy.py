"""Reference solution of wish_list_buy: order what fits the limit, then take it off the list."""


def oracle(page, params):
    """Everything between the limits is ordered and comes off the list."""
    titles = _fitting(page, params)
    _order(page, params, titles)
    _remove(page, params, titles)


def keeps_the_list(page, params):
    """A wrong outcome: the list stays as it is."""
    _order(page, params, _fitting(page, params))


def one_only(page, params):
    """A wrong outcome: the first thing that fits is taken for all."""
    titles = _fitting(page, params)[:1]
    _order(page, params, titles)
    _remove(page, params, titles)


def clears_the_list(page, params):
    """A wrong outcome: what was not ordered comes off the list too."""
    titles = _fitting(page, params)
    every = [title for title, _ in _things(page)]
    _order(page, params, titles)
    _remove(page, params, every)


def _things(page):
    """Title and price of everything on the list that is open."""
    rows = page.rows()
    product, price = rows[0].index("Product"), rows[0].index("Price")
    return [(row[product], float(row[price].lstrip("€").replace(",", ""))) for row in rows[1:]]


def _open(page, params):
    page.click(role="link", name="Wish lists", within={"navigation": "Your account"})
    page.click(role="link", name=params["wish_list"])


def _fitting(page, params):
    _open(page, params)
    return [title for title, price in _things(page) if params["low"] < price < params["high"]]


def _order(page, params, titles):
    for number, title in enumerate(titles):
        if number and not page.has(role="button", name=f"Add {title} to basket"):
            _open(page, params)
        page.click(role="button", name=f"Add {title} to basket")
    page.click(role="link", name="/^Basket/", within={"navigation": "Your account"})
    page.click(role="link", name="Proceed to checkout")
    page.click(role="button", name=f"Deliver to {params['street']}, {params['town']}")
    page.click(role="button", name=f"Choose {params['delivery']}")
    page.click(role="radio", name=f"/^{params['payment']}:/")
    page.click(role="button", name="Continue")
    page.click(role="button", name="Place order")


def _remove(page, params, titles):
    _open(page, params)
    for title in titles:
        page.click(role="link", name=f"Remove {title} from this list")
        page.click(role="button", name="Remove")
