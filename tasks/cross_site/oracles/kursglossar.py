"""Reference solution of kursglossar: the dictionary first, then the encyclopedia, then the page."""


def oracle(page, params, linked=None, swapped=False):
    """Look up, see what is there, write the table."""
    letters = params["letters"].split(", ")
    page.tab(1)
    meanings = [_meaning(page, one) for one in letters]
    if swapped:
        meanings[1:3] = meanings[2:0:-1]
    page.tab(0)
    cells = []
    for one in letters:
        there = _there(page, one) if linked is None else linked
        cells.append(f"[[{one}]]" if there else one)
    lines = "".join(f"|-\n| {cell} || {meaning}\n" for cell, meaning in zip(cells, meanings, strict=True))
    page.type(params["title"], role="searchbox", name="Search Findling", enter=True)
    page.click(role="link", name=params["title"])
    table = f'{{| class="wikitable"\n! Letters !! Meaning\n{lines}|}}'
    page.type(f"{table}\n\n[[Category:{params['category']}]]", role="textbox", name="Wikitext source editor")
    page.click(role="button", name="Save page")


def all_linked(page, params):
    """A wrong outcome: a link each."""
    oracle(page, params, linked=True)


def none_linked(page, params):
    """A wrong outcome: no link at all."""
    oracle(page, params, linked=False)


def two_swapped(page, params):
    """A wrong outcome: two meanings stand in each other's row."""
    oracle(page, params, linked=False, swapped=True)


def _meaning(page, letters):
    page.goto("/")
    page.type(letters, role="searchbox", name="Search the Dictionary of Computing", enter=True)
    page.click(role="link", name=rf"/\({letters}\)$/", nth=0)
    return page.read(r"^(.+) \(", role="heading", nth=0)


def _there(page, letters):
    """Whether there is an article of exactly that name."""
    page.type(letters, role="searchbox", name="Search Findling", enter=True)
    return page.has(role="heading", name=letters) and not page.has(role="heading", name="Search results")
