"""Reference solution of recall_buyers: open every order of the article that was not undone."""

UNDONE = ("Cancelled", "Returned", "Refunded")


def oracle(page, params):
    """Order, address and pieces of each buyer."""
    page.click(role="link", name="Orders")
    page.type(params["sku"], role="textbox", name="Product title or article (SKU)")
    page.type(params["since"], role="textbox", name="Date from")
    page.click(role="button", name="Search orders")
    listed = page.url
    column = page.rows()[0].index("Order number")
    numbers = [row[column] for row in page.rows()[1:] if not set(row) & set(UNDONE)]
    found = []
    for number in sorted(numbers):
        if page.url != listed:
            page.goto(listed)
        page.click(role="link", name=number)
        email = page.read(r"([^\s]+@[^\s]+)", role="main")
        pieces = next(row[3] for row in page.rows(role="region", name="Items") if row[1] == params["sku"])
        found.append({"order": number, "email": email, "pieces": int(pieces)})
    return {"answer": found}
