"""Reference solution of add_to_basket."""


def oracle(page, params):
    """Search, open, set the quantity, add."""
    page.type(params["title"], role="searchbox", name="Search", enter=True)
    page.click(role="link", name=params["title"])
    page.type(params["quantity"], role="spinbutton", name="Quantity")
    page.click(role="button", name="Add to basket")
