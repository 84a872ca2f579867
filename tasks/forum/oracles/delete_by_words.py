"""Reference solution of delete_by_words: find the comment by how it begins, remove it."""


def oracle(page, params):
    """Delete the comment that begins with the words."""
    opened(page, params)
    found = False
    for part in page.find_all(name="/./", within={"role": "main"}):
        if part.role == "paragraph":
            found = part.name.startswith(params["words"])
        elif found and part.role == "button" and "more" in part.name:
            part.click()
            page.click(role="button", name="Remove")
            return
    page.fail("there is no such comment, or it cannot be removed")


def opened(page, params):
    """A wrong outcome: nothing is deleted."""
    page.type(params["title"], role="textbox", name="Search", enter=True)
    page.click(role="link", name=params["title"], within={"role": "main"})
