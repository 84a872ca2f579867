"""Reference solution of caller_account: the one number found that ends in the digits, in accounts or address books."""


def oracle(page, params):
    """Name and date of the last order of the customer whose number ends in the digits."""
    page.click(role="link", name="Customers")
    page.type(params["digits"], role="textbox", name="Telephone contains")
    page.click(role="button", name="Search customers")
    rows = page.rows()
    name, phone, last = (rows[0].index(column) for column in ("Name", "Telephone", "Last order"))
    for row in rows[1:]:
        if row[phone].replace(" ", "").endswith(params["digits"]):
            return f"{row[name]}, last order on {row[last]}"
    page.fail("no account has this number")
