"""Reference solution of makers_town: seat from the wiki, price from the shop, a question on the board."""


def oracle(page, params):
    """Ask with town and price."""
    _ask(page, params, *_facts(page, params))


def elsewhere(page, params):
    """A wrong outcome: another town."""
    _town, price = _facts(page, params)
    _ask(page, params, params["other"], price)


def dearer(page, params):
    """A wrong outcome: one euro more."""
    town, price = _facts(page, params)
    _ask(page, params, town, f"€{float(price[1:].replace(',', '')) + 1:.2f}")


def _facts(page, params):
    page.type(params["line"], role="searchbox", name="Search Findling", enter=True)
    page.click(role="link", name=params["maker"], within={"role": "row", "text": "Maker"})
    town = page.find_all(role="link", within={"role": "row", "text": "Seat"})[0].name
    page.tab(1)
    page.type(params["product"], role="searchbox", name="Search products", enter=True)
    page.click(role="link", name=params["product"])
    return town, page.find_all(role="strong", name="/^€/")[0].name


def _ask(page, params, town, price):
    page.tab(2)
    page.click(role="link", name="Ask Your Question")
    page.type(
        f"Who drives to {town} and could bring me something?",
        role="textbox",
        name="Please enter your question",
    )
    page.type(
        f"I would like the {params['product']}; in the shop it costs {price}.",
        role="textbox",
        name="Add details below",
    )
    page.type("four-gates", role="textbox", name="Tags")
    page.click(role="button", name="Ask Your Question")
