"""Reference solution of ask_before_ordering: ask for each thing, then order what was told."""

import re

NUMBERS = {"One": 1, "Two": 2, "Three": 3, "Four": 4}


def oracle(page, params, **other):
    """Ask and order."""
    size = _ask(page, "Which size is it?", r"says: (.+) is the size")
    colour = _ask(page, "And which colour?", r"In (.+), please")
    quantity = NUMBERS[_ask(page, "How many do you want?", r"(\w+) of them")]
    street, town = _ask(page, "Which address does it go to?", r"To (.+) in (.+); it", whole=True)
    delivery = _ask(page, "Which way of delivery?", r"By ([a-z ]+)\.")
    payment = _ask(page, "How do you pay?", r"By ([a-z ]+),")
    told = {"size": size, "colour": colour, "quantity": quantity, "street": street, "town": town} | other
    page.type(params["title"], role="searchbox", name="Search products", enter=True)
    page.click(role="link", name=params["title"], nth=0)
    page.select(told["colour"], role="combobox", name="Colour")
    page.select(told["size"], role="combobox", name="Size")
    page.type(told["quantity"], role="spinbutton", name="Quantity")
    page.click(role="button", name="Add to basket")
    page.click(role="link", name="/^Basket/", within={"navigation": "Your account"})
    page.click(role="link", name="Proceed to checkout")
    page.click(role="button", name=f"Deliver to {told['street']}, {told['town']}")
    page.click(role="button", name=f"Choose {delivery.capitalize()}")
    page.click(role="radio", name=f"/^{payment.capitalize()}:/")
    page.click(role="button", name="Continue")
    page.click(role="button", name="Place order")


def other_variant(page, params):
    """A wrong outcome: another one of the variants."""
    oracle(page, params, size=params["other_size"], colour=params["other_colour"])


def usual_address(page, params):
    """A wrong outcome: the address that the shop proposes."""
    oracle(page, params, street=params["usual_street"], town=params["usual_town"])


def one_of_them(page, params):
    """A wrong outcome: a single one."""
    oracle(page, params, quantity=1)


def _ask(page, question, pattern, whole=False):
    page.say(question)
    match = re.search(pattern, page.told)
    if match is None:
        page.fail(f"no answer to '{question}': {page.told}")
    return match.groups() if whole else match[1]
