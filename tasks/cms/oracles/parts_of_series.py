"""Reference solution of parts_of_series: the list tells which pieces; then one after the other."""


def oracle(page, params, turned=False, linked=True, most=9):
    """Number the pieces and let each lead on to the next."""
    pieces = _pieces(page, params)
    if turned:
        pieces.reverse()
    for at, (_, edit, _) in enumerate(pieces[:most]):
        page.goto(edit)
        text = f"Part {at + 1} of {params['parts']}.\n\n{page.value(role='textbox', name='Text')}"
        if at + 1 < len(pieces):
            title, _, address = pieces[at + 1]
            text += "\n\nNext: " + (f'<a href="{address}">{title}</a>' if linked else title)
        page.type(text, role="textbox", name="Text")
        page.click(role="button", name="Update")


def newest_first(page, params):
    """A wrong outcome: the list's own order; two pieces are enough to be wrong."""
    oracle(page, params, turned=True, most=2)


def no_links(page, params):
    """A wrong outcome: headlines alone; two pieces are enough to be wrong."""
    oracle(page, params, linked=False, most=2)


def without_last(page, params):
    """A wrong outcome: stops before the last one."""
    oracle(page, params, most=params["parts"] - 1)


def _pieces(page, params):
    """Headline, address for editing and address for readers of each, the oldest first."""
    page.click(role="link", name="Posts", within={"navigation": "Main menu"})
    page.click(role="link", name="/^Tags/", within={"navigation": "Main menu"})
    page.type(params["tag"], role="searchbox", name="Search Tags:", enter=True)
    rows = page.find_all(role="row", text=params["tag"])
    tag = next(one for one in rows if one.has(role="link", name=f"“{params['tag']}” (Edit)"))
    tag.find(role="link", name=r"/^\d+$/").click()
    found = []
    while True:
        for row in page.find_all(role="row"):
            if not row.has(role="link", name=r"/\(Edit\)$/") or "Published" not in row.text:
                continue
            cells = [cell.text for cell in row.find_all(role="cell")]
            if params["author"] in cells and f"{params['year']}/" in row.text:
                title = row.find(role="link", name=r"/\(Edit\)$/")
                view = row.find(role="link", name="/^View /")
                found.append((title.name.removesuffix(" (Edit)").strip("“”"), title.url, view.url))
        if not page.has(role="link", name="Next page"):
            return found[::-1]
        page.click(role="link", name="Next page", nth=0)
