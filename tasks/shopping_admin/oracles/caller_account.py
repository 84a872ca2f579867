"""Reference solution of caller_account: of the numbers found, the one that ends in the digits."""


def oracle(page, params):
    """Name and date of the last order of the customer whose number ends in the digits."""
    page.click(role="link", name="Customers")
    page.type(params["digits"], role="textbox", name="Telephone contains")
    page.click(role="button", name="Search customers")
    rows = page.rows()
    name, phone, last = (rows[0].index(column) for column in ("Name", "Telephone", "Last order"))
    found = [row for row in rows[1:] if row[phone].replace(" ", "").endswith(params["digits"])]
    if len(found) != 1:
        page.fail(f"{len(found)} accounts have such a number")
    return {"answer": {"customer": found[0][name], "last_order": found[0][last]}}
