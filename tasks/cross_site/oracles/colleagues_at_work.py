"""Reference solution of colleagues_at_work: each place on the map, then each address in the shop."""

import re


def oracle(page, params, numbers=True, most=3):
    """Three addresses."""
    found = [_look(page, person) for person in params["people"][:most]]
    page.tab(1)
    page.click(role="link", name="/account$/", within={"navigation": "Your account"})
    page.click(role="link", name="Address book", nth=0)
    for person, (street, postcode, town, phone) in zip(params["people"], found, strict=False):
        page.click(role="link", name="Add new address")
        page.type(person["first"], role="textbox", name="First name")
        page.type(person["last"], role="textbox", name="Last name")
        page.type(street, role="textbox", name="First line of address")
        page.type(town, role="textbox", name="City")
        page.type(postcode, role="textbox", name="Post/Zip-code")
        page.select("Germany", role="combobox", name="Country")
        if phone and numbers:
            page.type(phone, role="textbox", name="Phone number")
        page.click(role="button", name="Save address")


def one_only(page, params):
    """A wrong outcome: the others are forgotten."""
    oracle(page, params, most=1)


def no_numbers(page, params):
    """A wrong outcome: no telephone."""
    oracle(page, params, numbers=False, most=1)


def _look(page, person):
    page.type(person["place"], role="textbox", name="Search the map", enter=True)
    page.click(role="link", name=person["place"], nth=0, within={"role": "main"})
    text = page.text(role="main")
    street, postcode, town = re.search(
        r"Address (\S.*?), (\d{5}) (Neubrandenburg|Burg Stargard|Wulkenzin)", text
    ).groups()
    phone = re.search(r"Phone (\+?[0-9][0-9 /-]+[0-9])", text)
    return street, postcode, town, phone[1] if phone else ""
