def oracle(page, params):
    """Search for the name, change it in the texts of all that is found."""
    for name in found(page, params["old"]):
        change(page, name, lambda text: text.replace(params["old"], params["new"]))


def first_only(page, params):
    """Stop after the first article."""
    for name in found(page, params["old"])[:1]:
        change(page, name, lambda text: text.replace(params["old"], params["new"]))


def once_each(page, params):
    """Forget the later places of each article, and the last article where there are none."""
    names = found(page, params["old"])
    for name in names[:1]:
        change(page, name, lambda text: text.replace(params["old"], params["new"], 1))
    for name in names[1:]:
        change(page, name, lambda text: text.replace(params["half"], params["new"], 1))


def found(page, words):
    """Names of the links to the articles in which the words stand in this order."""
    page.click(role="link", name="Posts")
    page.type(f'"{words}"', role="searchbox", name="Search Posts:", enter=True)
    return [link.name for link in page.find_all(role="link", name=r"/\(Edit\)$/")]


def change(page, name, new):
    """Open the article in the list, rewrite its text and save."""
    page.click(role="link", name=name)
    text = page.value(role="textbox", name="Text")
    page.type(new(text), role="textbox", name="Text")
    page.click(role="button", name="Update")
    page.back()
    page.back()
