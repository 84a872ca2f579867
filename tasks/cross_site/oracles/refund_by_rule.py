"""Reference solution of refund_by_rule: the rule in the manual, the price in the order, the contact form."""


def oracle(page, params):
    """Ask for the price less what the shop keeps."""
    _ask(page, params, float(_kept(page)))


def all_of_it(page, params):
    """A wrong outcome: the whole price."""
    _ask(page, params, 0)


def delivery(page, params):
    """A wrong outcome: the charge for a delivery is kept."""
    _ask(page, params, 4.9)


def _kept(page):
    page.type("return refund", role="searchbox", name="Search the User Manuals", enter=True)
    page.click(role="link", name="Return something or ask for a refund")
    return page.read(r"€([\d.]+) are kept")


def _ask(page, params, kept):
    page.tab(1)
    page.click(role="link", name="Orders", within={"navigation": "Your account"})
    page.click(role="link", name=params["order_number"])
    paid = float(page.read(r"€[0-9.]+\s+€([0-9.]+)", role="row", text=params["title"]))
    page.click(role="link", name="Contact us about this order")
    page.select("Refund request", role="combobox", name="Subject")
    page.type(f"Please refund €{paid - kept:.2f} for the {params['title']}.", role="textbox", name="Message")
    page.click(role="button", name="Send message")
