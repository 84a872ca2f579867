"""Reference solution of parcels_handed_over: order by order what the list says, a note where it is wrong."""


def oracle(page, params, shipped=True):
    """Enter the parcels, name those that cannot have gone."""
    left = []
    for parcel in params["parcels"].split(", "):
        number, _, rest = parcel.partition(" ")
        carrier, _, tracking = rest.rpartition(" ")
        page.click(role="link", name="Orders", within={"navigation": "Dashboard"})
        page.type(number, role="textbox", name="Order number", enter=True)
        page.click(role="link", name=number)
        if "Status Processing" in page.text(role="region", name="Summary"):
            page.type(carrier, role="textbox", name="Carrier")
            page.type(tracking, role="textbox", name="Tracking number")
            page.click(role="button", name="Add tracking number")
            if shipped:
                page.select("Shipped", role="combobox", name="/^New order status/")
                page.click(role="button", name="Change status")
        else:
            left.append(number)
            page.type(params["note"], role="textbox", name="New note")
            page.click(role="button", name="Save note")
    return left


def numbers_only(page, params):
    """A wrong outcome: the orders are still in processing."""
    return oracle(page, params, shipped=False)
