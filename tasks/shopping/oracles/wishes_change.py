"""Reference solution of wishes_change: do as was asked, listen on every page, and change what was done."""

import re


def oracle(page, params, listens=("basket", "address")):
    """Order the list, as it is wanted in the end."""
    page.click(role="link", name="Wish lists", within={"navigation": "Your account"})
    page.click(role="link", name=params["list"])
    here = page.url
    for name in [part.name for part in page.find_all(role="button", name="/^Add .* to basket$/")]:
        if page.url != here:
            page.goto(here)
        page.click(role="button", name=name)
    page.click(role="link", name="/^Basket/", within={"navigation": "Your account"})
    wish = re.search(
        r"Leave out the (.+), there is one already\. Let it be (\d+) of the (.+) in all", page.told
    )
    if wish is None:
        page.fail(f"nothing was said in the basket: {page.told}")
    if "basket" in listens:
        page.type(wish[2], role="spinbutton", name=f"Quantity of {wish[3]}")
        page.click(role="button", name="Update quantities")
        page.click(role="button", name=f"Remove {wish[1]}")
    page.click(role="link", name="Proceed to checkout")
    page.click(role="button", name=f"Deliver to {params['street']}, {params['town']}")
    page.click(role="button", name="Choose Standard delivery")
    wish = re.search(r"Send it to (.+) in (.+) instead", page.told)
    if wish is None:
        page.fail(f"nothing was said on the way to the payment: {page.told}")
    if "address" in listens:
        page.click(role="link", name="1. Delivery address")
        page.click(role="button", name=f"Deliver to {wish[1]}, {wish[2]}")
        page.click(role="button", name="Choose Standard delivery")
    page.click(role="radio", name="/^Invoice:/")
    page.click(role="button", name="Continue")
    page.click(role="button", name="Place order")


def first_address(page, params):
    """A wrong outcome: the second word is not heeded."""
    oracle(page, params, listens=("basket",))


def deaf_to_basket(page, params):
    """A wrong outcome: the first word is not heeded."""
    oracle(page, params, listens=("address",))
