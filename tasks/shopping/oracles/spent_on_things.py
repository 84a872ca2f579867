"""Reference solution of spent_on_things: find the orders by word and period, add up the lines that fit."""


def oracle(page, params):
    """Add up the lines of the orders of the period whose title has the word."""
    word, left_out = params["word"], ("Cancelled", "Returned", "Refunded")
    page.click(role="link", name="Orders", within={"navigation": "Your account"})
    page.type(word, role="textbox", name="Order number or product")
    page.type(params["since"], role="textbox", name="From")
    page.type(params["until"], role="textbox", name="To")
    page.click(role="button", name="Find orders")
    total = 0.0
    for cells in page.rows()[1:]:
        if cells[-1] in left_out:
            continue
        page.click(role="link", name=cells[0])
        for line in page.rows(role="table", nth=0)[1:]:
            if word in line[0].lower():
                total += float(line[4].replace("€", "").replace(",", ""))
        page.back()
    return f"€{total:,.2f}"
