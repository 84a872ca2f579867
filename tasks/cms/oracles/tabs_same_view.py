"""Reference solution of tabs_same_view: read all three, fill the empty one."""


def oracle(page, params, right=True, caption=False):
    """Copy the text of the photographer's picture."""
    texts, empty = {}, None
    for tab in range(3):
        if tab:
            page.tab(tab)
        words = page.value(role="textbox", name="Alternative Text")
        if words:
            texts[params["photographer"] in page.read(r"Uploaded by: (\S+ \S+)")] = words
        else:
            empty = tab
    if empty != 2:
        page.tab(empty)
    page.type(texts[right], role="textbox", name="Alternative Text")
    if caption:
        page.type(texts[right], role="textbox", name="Caption")
    page.click(role="button", name="Update")


def other_words(page, params):
    """A wrong outcome: the text of the third picture."""
    oracle(page, params, right=False)


def caption_too(page, params):
    """A wrong outcome: more is written than was asked for."""
    oracle(page, params, caption=True)
