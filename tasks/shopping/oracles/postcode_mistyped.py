"""Reference solution of postcode_mistyped: send the form as dictated, then mend what it complains about."""


def oracle(page, params):
    """Only what the form does not take is changed."""
    _fill(page, params)
    page.click(role="button", name="Save address")
    if page.has(text="/^The postcode .* is not valid/"):
        page.type(params["postcode"], role="textbox", name="Post/Zip-code")
    if page.has(text="/^The phone number entered is not valid/"):
        page.type("", role="textbox", name="Phone number")
    page.click(role="button", name="Save address")


def gives_up(page, params):
    """A wrong outcome: nothing is mended."""
    _fill(page, params)
    page.click(role="button", name="Save address")


def other_phone(page, params):
    """A wrong outcome: a number that nobody gave."""
    _fill(page, params)
    page.type(params["postcode"], role="textbox", name="Post/Zip-code")
    page.type("+49 395 5550999", role="textbox", name="Phone number")
    page.click(role="button", name="Save address")


def _fill(page, params):
    page.click(role="link", name="Emma's account")
    page.click(role="link", name="Address book", within={"navigation": "Account"})
    page.click(role="link", name="Add new address")
    page.type(params["first_name"], role="textbox", name="First name")
    page.type(params["last_name"], role="textbox", name="Last name")
    page.type(params["street"], role="textbox", name="First line of address")
    page.type(params["town"], role="textbox", name="City")
    page.type(params["typed"], role="textbox", name="Post/Zip-code")
    page.type(params["phone"], role="textbox", name="Phone number")
    page.select("Germany", role="combobox", name="Country")
