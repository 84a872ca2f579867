"""Reference solution of other_address_on_hold: compare the two addresses of every order."""


def oracle(page, params, noted=True):
    """Hold what goes elsewhere."""
    listed, numbers = _orders(page, params)
    for number in numbers:
        if page.url != listed:
            page.goto(listed)
        page.click(role="link", name=number)
        if _differs(page):
            _hold(page, params, noted)


def no_notes(page, params):
    """A wrong outcome: no note is left."""
    oracle(page, params, noted=False)


def the_dearest(page, params):
    """A wrong outcome: the first order of those with one address."""
    listed, numbers = _orders(page, params)
    for number in numbers:
        page.click(role="link", name=number)
        if not _differs(page):
            _hold(page, params, True)
            return
        page.goto(listed)


def _orders(page, params):
    page.click(role="link", name="Orders")
    page.select(params["status"], role="combobox", name="Status")
    page.select("Total: high to low", role="combobox", name="Sort by")
    page.click(role="button", name="Search orders")
    return page.url, [part.name for part in page.find_all(role="link", name=r"/^\d{6}$/")]


def _differs(page):
    addresses = page.find(role="region", name="Addresses").text
    delivery, billed = addresses.split("Billing address")
    street = " ".join(billed.split()[2:])  # without the name
    return street not in " ".join(delivery.split())


def _hold(page, params, noted):
    page.select("On hold", role="combobox", name="/^New order status/")
    page.click(role="button", name="Change status")
    if noted:
        page.type(params["note"], role="textbox", name="New note")
        page.click(role="button", name="Save note")
