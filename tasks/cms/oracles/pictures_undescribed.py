"""Reference solution of pictures_undescribed: open every picture of the month."""


def oracle(page, params):
    """Titles of those whose field for the text is empty."""
    page.click(role="link", name="Media", within={"navigation": "Main menu"})
    page.select(params["month"], role="combobox", name="Filter by date")
    page.click(role="button", name="Filter")
    pictures = page.url
    titles = []
    for link in page.find_all(role="link", name="/Edit.$/", within={"role": "main"}):
        page.goto(link.url)
        if not page.value(role="textbox", name="Alternative Text"):
            titles.append(page.value(role="textbox", name="/[Tt]itle/", nth=0))
    page.goto(pictures)
    return titles
