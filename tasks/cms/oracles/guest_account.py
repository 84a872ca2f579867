"""Reference solution of guest_account: the address stands beside each comment."""


def oracle(page, params, source="guest", letter=False):
    """Look the address up, then add the account."""
    page.click(role="link", name="/^Comments/", within={"navigation": "Main menu"})
    page.type(params[source], role="searchbox", name="/Search Comments/", enter=True)
    email = _author(page, params[source]).find(role="link", name="/@/").name
    page.click(role="link", name="Users", within={"navigation": "Main menu"})
    page.click(role="link", name="/^Add /", within={"role": "main"})
    page.type(params["login"], role="textbox", name="/^Username/")
    page.type(email, role="textbox", name="/^Email/")
    page.type(params["first_name"], role="textbox", name="First Name")
    page.type(params["last_name"], role="textbox", name="Last Name")
    if not letter:
        page.click(role="checkbox", name="/^Send the new user/")
    page.select(params["role"], role="combobox", name="Role")
    page.click(role="button", name="/^Add /", within={"role": "main"})


def address_of_another(page, params):
    """A wrong outcome: another guest's address."""
    oracle(page, params, source="other_guest")


def with_letter(page, params):
    """A wrong outcome: leaves the tick for the letter."""
    oracle(page, params, letter=True)


def _author(page, guest):
    """Who wrote the newest comment of the guest; a comment may have an address in its text as well."""
    authors = [row.find(role="cell", nth=0) for row in page.find_all(role="row", text=guest)]
    return next(cell for cell in authors if guest in cell.text and cell.has(role="link", name="/@/"))
