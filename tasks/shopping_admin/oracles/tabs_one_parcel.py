"""Reference solution of tabs_one_parcel: hold the smaller of two orders, note the number of the other."""


def oracle(page, params):
    """The smaller order waits for the larger one."""
    _hold(page, smaller=True)


def larger_one(page, params):
    """A wrong outcome: the larger order waits for the smaller one."""
    _hold(page, smaller=False)


def own_number(page, params):
    """A wrong outcome: the note names the order that it stands on."""
    _hold(page, smaller=True, own=True)


def without_note(page, params):
    """A wrong outcome: the order waits, nobody knows why."""
    _hold(page, smaller=True, note=False)


def _hold(page, smaller, own=False, note=True):
    orders = [_order(page)]
    page.tab(1)
    orders.append(_order(page))
    held, other = sorted((0, 1), key=lambda tab: orders[tab][1], reverse=not smaller)
    if held == 0:
        page.tab(0)
    page.select("On hold", role="combobox", name="New order status")
    page.click(role="button", name="Change status")
    if note:
        number = orders[held if own else other][0]
        page.type(f"Goes out together with {number}", role="textbox", name="New note")
        page.click(role="button", name="Save note")


def _order(page):
    number = page.read(r"Order (\d+)", role="heading", name="/^Order /")
    total = page.read(r"€([0-9.,]+)", role="row", text="Order total")
    return number, float(total.replace(",", ""))
