"""Reference solution of away_for_weeks: every order on its way or before it, a message for each."""


def oracle(
    page, params, skip=0, parcels=True, wish="Please have the parcel {} held at the depot, I am away."
):
    """Write what fits each order."""
    page.click(role="link", name="Orders", within={"navigation": "Your account"})
    listed = page.url
    open_orders = [row for row in page.rows() if row[-1] in ("Pending", "Processing", "On hold", "Shipped")]
    for number, *_, status in open_orders[skip:]:
        if page.url != listed:
            page.goto(listed)
        page.click(role="link", name=number)
        message = f"Please send this order to {params['person']}, {params['street']}, {params['town']}."
        if status == "Shipped" and parcels:
            parcel = page.read(r"([A-Z]*\d{8,})", role="region", name="Parcels")
            message = wish.format(parcel)
        page.click(role="link", name="Contact us about this order")
        page.select("Question about an order", role="combobox", name="Subject")
        page.type(message, role="textbox", name="Message")
        page.click(role="button", name="Send message")


def all_to_the_neighbour(page, params):
    """A wrong outcome: the same for all of them."""
    oracle(page, params, parcels=False)


def only_asks(page, params):
    """A wrong outcome: the shop is not told what to do."""
    oracle(page, params, wish="Where is my parcel {}?")


def newest_forgotten(page, params):
    """A wrong outcome: the newest order is left out."""
    oracle(page, params, skip=1)
