"""Reference solution of new_category: the list tells which lakes, each gets a line more."""

PARENT = "Lakes of the Lakeland district"


def oracle(page, params):
    """All that lie beyond the limit, then the category's page."""
    _make(page, params, _lakes(page, params))


def one_short(page, params):
    """A wrong outcome: the last one beyond the limit is overlooked."""
    _make(page, params, _lakes(page, params)[:-1])


def only_page(page, params):
    """A wrong outcome: stops after the first lake."""
    _make(page, params, _lakes(page, params)[:1])


def _lakes(page, params):
    """Addresses of the lakes beyond the limit, the farthest first."""
    page.type(
        f"List of {PARENT[0].lower()}{PARENT[1:]}", role="searchbox", name="Search Findling", enter=True
    )
    found = []
    for row in page.find_all(role="row"):
        cells = row.find_all(role="cell")
        if len(cells) == 5 and float(cells[params["cell"]].text.replace(",", "")) > params["edge"]:
            found.append((float(cells[params["cell"]].text.replace(",", "")), cells[0].find(role="link").url))
    return [url for _, url in sorted(found, reverse=True)]


def _make(page, params, lakes):
    for url in lakes:
        page.goto(url)
        page.click(role="link", name="Edit")
        _write(page, f"\n[[Category:{params['title']}]]", "Save changes", clear=False)
    page.click(role="link", name=params["title"])
    sentence = f"Lakes {params['rule']} {params['edge']} {params['unit']}."
    _write(page, f"{sentence}\n\n[[Category:{PARENT}]]", "Save page", clear=True)


def _write(page, text, button, clear):
    page.type(text, role="textbox", name="Wikitext source editor", clear=clear)
    page.click(role="button", name=button)
