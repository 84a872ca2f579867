"""Reference solution of next_colour: colour after colour, until an order goes through."""


def oracle(page, params, colours=("first", "second", "third"), delivery="Standard delivery"):
    """Order the first colour that is to be had."""
    page.type(params["title"], role="searchbox", name="Search products", enter=True)
    page.click(role="link", name=params["title"], nth=0)
    shelf = page.url
    for name in colours:
        colour = params[name]
        if page.url != shelf:
            page.goto(shelf)
        page.select(colour, role="combobox", name="Colour")
        if not page.has(role="button", name="Add to basket"):
            continue
        page.click(role="button", name="Add to basket")
        page.click(role="link", name="/^Basket/", within={"navigation": "Your account"})
        if page.has(role="link", name="Proceed to checkout"):
            page.click(role="link", name="Proceed to checkout")
        if page.has(role="button", name=f"Deliver to {params['street']}, {params['town']}"):
            page.click(role="button", name=f"Deliver to {params['street']}, {params['town']}")
            page.click(role="button", name=f"Choose {delivery}")
            page.click(role="radio", name="/^Invoice:/")
            page.click(role="button", name="Continue")
            page.click(role="button", name="Place order")
            return
        if page.has(role="button", name="/^Remove /"):
            page.click(role="button", name="/^Remove /")


def gives_up(page, params):
    """A wrong outcome: nothing is ordered."""
    oracle(page, params, colours=("first",))


def by_parcel_locker(page, params):
    """A wrong outcome: another way of delivery."""
    oracle(page, params, delivery="Parcel locker")
