"""Reference solution of new_accounts: the addresses first, then an account each."""


def oracle(page, params):
    """Make the three accounts and name them."""
    return _accounts(page, [params["a"], params["b"], params["c"]])


def first_only(page, params):
    """A wrong outcome: two of them are forgotten."""
    return _accounts(page, [params["b"]])


def _accounts(page, guests):
    page.click(role="link", name="/^Comments/", within={"navigation": "Main menu"})
    addresses = {}
    for guest in guests:
        page.type(guest, role="searchbox", name="/Search Comments/", enter=True)
        addresses[guest] = next(
            row.find(role="link", name="/@/").name
            for row in page.find_all(role="row", text=guest)
            if row.has(role="link", name="/@/") and guest in row.find(role="cell", nth=0).text
        )
    page.click(role="link", name="Users", within={"navigation": "Main menu"})
    return [_add(page, guest, address) for guest, address in addresses.items()]


def _add(page, guest, address):
    first, last = guest.split()
    login = first.lower()
    page.click(role="link", name="/^Add /", within={"role": "main"})
    page.type(login, role="textbox", name="/^Username/")
    page.type(address, role="textbox", name="/^Email/")
    page.type(first, role="textbox", name="First Name")
    page.type(last, role="textbox", name="Last Name")
    page.click(role="checkbox", name="/^Send the new user/")
    page.select("Contributor", role="combobox", name="Role")
    page.click(role="button", name="/^Add /", within={"role": "main"})
    if page.has(text="/already registered/"):
        login += last[0].lower()
        page.type(login, role="textbox", name="/^Username/")
        page.click(role="button", name="/^Add /", within={"role": "main"})
    return login
