"""Reference solution of describe_from_caption: open every picture of the month, fill what is empty."""


def oracle(page, params, text=None):
    """The caption up to the remark becomes the text."""
    page.click(role="link", name="Media", within={"navigation": "Main menu"})
    page.select(params["month"], role="combobox", name="Filter by date")
    page.click(role="button", name="Filter")
    for link in page.find_all(role="link", name="/Edit.$/", within={"role": "main"}):
        page.goto(link.url)
        if page.value(role="textbox", name="Alternative Text"):
            continue
        words = text(page) if text else page.value(role="textbox", name="Caption").partition(". Picture:")[0]
        page.type(words, role="textbox", name="Alternative Text")
        page.click(role="button", name="Update")


def with_credit(page, params):
    """A wrong outcome: the whole caption."""
    oracle(page, params, text=lambda here: here.value(role="textbox", name="Caption"))


def as_title(page, params):
    """A wrong outcome: the picture's title."""
    oracle(page, params, text=lambda here: here.value(role="textbox", name="/[Tt]itle/", nth=0))
