"""Reference solution of reword_comment: find the comment by how it begins, write it anew."""


def oracle(page, params):
    """Change the comment that begins with the words."""
    _write(page, params, params["text"])
    page.click(role="button", name="save comment")


def added(page, params):
    """A wrong outcome: the new words stand behind the old ones."""
    _write(page, params, f"{params['words']} {params['text']}")
    page.click(role="button", name="save comment")


def unsaved(page, params):
    """A wrong outcome: nothing is saved."""
    _write(page, params, params["text"])


def _write(page, params, text):
    page.type(params["title"], role="textbox", name="Search", enter=True)
    page.click(role="link", name=params["title"], within={"role": "main"})
    found = False
    for part in page.find_all(name="/./", within={"role": "main"}):
        if part.role == "paragraph":
            found = part.name.startswith(params["words"])
        elif found and part.role == "button" and part.name == "Edit comment":
            part.click()
            page.type(text, role="textbox", within={"role": "main"})
            return
    page.fail("there is no such comment, or it cannot be changed")
