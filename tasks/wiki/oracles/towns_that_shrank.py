"""Reference solution of towns_that_shrank: a list tells which towns, their articles the numbers."""


def oracle(page, params, ordered=True, spared=0, year="2024"):
    """Collect, sort, write."""
    rows = []
    for name, url in _towns(page, params)[spared:]:
        page.goto(url)
        was, now = (_inhabitants(page, when) for when in ("1990", year))
        rows.append((was - now, name, was, now))
    rows.sort(key=lambda row: -row[0] if ordered else row[1])
    lines = "".join(f"|-\n| [[{name}]] || {was:,} || {now:,} || {lost:,}\n" for lost, name, was, now in rows)
    page.type(params["title"], role="searchbox", name="Search Findling", enter=True)
    page.click(role="link", name=params["title"])
    table = f'{{| class="wikitable sortable"\n! Town !! 1990 !! 2024 !! Fewer\n{lines}|}}'
    page.type(f"{table}\n\n[[Category:{params['category']}]]", role="textbox", name="Wikitext source editor")
    page.click(role="button", name="Save page")


def alphabetical(page, params):
    """A wrong outcome: in the order of the list."""
    oracle(page, params, ordered=False)


def one_short(page, params):
    """A wrong outcome: one is overlooked."""
    oracle(page, params, spared=1)


def year_2020(page, params):
    """A wrong outcome: the row above the last."""
    oracle(page, params, year="2020")


def _towns(page, params):
    """Names and addresses of those that meet the rule, the nearest to the limit first."""
    page.type(
        "List of towns and villages in the Lakeland district",
        role="searchbox",
        name="Search Findling",
        enter=True,
    )
    column = 4 if params["kind"] == "age" else 3
    found = []
    for row in page.find_all(role="row"):
        cells = row.find_all(role="cell")
        if len(cells) != 5 or cells[1].text != "Town":
            continue
        value = float(cells[column].text.replace(",", ""))
        if (value < params["edge"]) if params["kind"] == "age" else (value > params["edge"]):
            link = cells[0].find(role="link")
            found.append((abs(value - params["edge"]), link.name, link.url))
    return [(name, url) for _, name, url in sorted(found)]


def _inhabitants(page, year):
    row = next(cells for cells in page.rows() if len(cells) == 2 and cells[0] == year)
    return int(row[1].replace(",", ""))
