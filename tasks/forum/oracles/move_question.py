"""Reference solution of move_question: find the question, write its tags anew."""


def oracle(page, params):
    """Put the new tag in the place of the old one."""
    change = {params["old_tag"]: params["new_tag"]}
    _retag(page, params, lambda tags: [change.get(tag, tag) for tag in tags])


def adds(page, params):
    """A wrong outcome: the new tag beside the old one."""
    _retag(page, params, lambda tags: [*tags, params["new_tag"]])


def only_new(page, params):
    """A wrong outcome: nothing but the new tag."""
    _retag(page, params, lambda tags: [params["new_tag"]])


def _retag(page, params, change):
    page.type(params["title"], role="textbox", name="Search", enter=True)
    page.click(role="link", name=params["title"], within={"role": "main"})
    page.click(role="button", name="/retag/")
    field = {"role": "textbox", "name": "", "within": {"role": "main"}, "nth": 0}
    tags = " ".join(change(page.value(**field).split()))
    page.type(f"{tags} ", **field)  # the blank at the end closes the list of suggestions
    page.press("Enter")
