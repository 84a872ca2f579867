def oracle(page, params):
    """Open the information page: it has both."""
    page.type(params["title"], role="searchbox", name="Search Findling", enter=True)
    page.click(role="link", name="Page information")
    who = page.read(r"Page creator (.+?) \(", role="row", text="Page creator")
    count = page.read(r"Total number of edits ([0-9,]+)", role="row", text="Total number of edits")
    return {"answer": {"author": who, "versions": count}}
