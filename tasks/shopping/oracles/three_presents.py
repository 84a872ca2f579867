"""Reference solution of three_presents: the charge of delivery, three shelves, three orders."""


def oracle(page, params, forget=False, never_free=False):
    """Choose and order one after the other."""
    fee, free_from = _charge(page)
    for one in "abc":
        here = 0 if forget else fee
        page.goto(_best(page, params, one, here, 10**9 if never_free else free_from))
        page.click(role="button", name="Add to basket")
        _order(page, params, one)


def delivery_forgotten(page, params):
    """A wrong outcome: what delivery costs is not counted."""
    oracle(page, params, forget=True)


def never_free(page, params):
    """A wrong outcome: delivery is always added."""
    oracle(page, params, never_free=True)


def one_order(page, params):
    """A wrong outcome: everything in one parcel."""
    fee, free_from = _charge(page)
    for one in "abc":
        page.goto(_best(page, params, one, fee, free_from))
        page.click(role="button", name="Add to basket")
    _order(page, params, "a")


def _charge(page):
    page.click(role="link", name="Delivery", nth=0)
    row = next(row for row in page.rows() if row[0] == "Standard delivery")
    fee, free_from = row[2].split(", free from ")
    return _cents(fee), _cents(free_from)


def _best(page, params, one, fee, free_from):
    """The address of the dearest thing that fits."""
    department, category = params[f"{one}_department"], params[f"{one}_category"]
    page.click(role="link", name=department, within={"navigation": "Departments"})
    page.click(role="link", name=category, within={"navigation": f"Categories in {department}"})
    page.click(role="checkbox", name="/^In stock/")
    page.click(role="button", name="Apply filters", nth=0)
    found = []
    while True:
        for tile in page.find_all(role="article"):
            cents = _cents(tile.find(role="strong").text)
            if cents + (0 if cents >= free_from else fee) <= 100 * params[f"{one}_budget"]:
                found.append((cents, tile.find(role="link", name="/./", nth=0).url))
        if not page.has(role="link", name="Next page"):
            return max(found)[1]
        page.click(role="link", name="Next page")


def _order(page, params, one):
    page.click(role="link", name="/^Basket/", within={"navigation": "Your account"})
    page.click(role="link", name="Proceed to checkout")
    street, town = params[f"{one}_street"], params[f"{one}_town"]
    page.click(role="button", name=f"Deliver to {street}, {town}")
    page.click(role="button", name="Choose Standard delivery")
    page.click(role="radio", name="/^Invoice:/")
    page.click(role="button", name="Continue")
    page.click(role="button", name="Place order")


def _cents(text):
    return round(100 * float(text.replace("€", "").replace(",", "")))
