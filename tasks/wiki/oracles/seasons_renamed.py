"""Reference solution of seasons_renamed: every season of the category is moved, one after the other."""


def oracle(page, params, spared=0, most=100, between=" "):
    """Move each to the name with the year at the end."""
    page.type(f"Category:{params['category']}", role="searchbox", name="Search Findling", enter=True)
    seasons = sorted((link.name, link.url) for link in page.find_all(role="link", name=r"/^20\d\d–\d\d /"))
    for title, url in seasons[spared:][:most]:
        year, _, league = title.partition(" ")
        page.goto(url)
        page.click(role="link", name="Move")
        page.type(f"{league}{between}{year}", role="combobox", nth=1, within={"group": "Move page"})
        page.click(role="button", name="Move page")


def oldest_left(page, params):
    """A wrong outcome: one season is overlooked."""
    oracle(page, params, spared=1)


def with_a_comma(page, params):
    """A wrong outcome: one season, under another name."""
    oracle(page, params, most=1, between=", ")
