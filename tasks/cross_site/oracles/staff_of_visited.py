"""Reference solution of staff_of_visited: all pieces on a maker, the newest number, then article and list."""

import re
from datetime import datetime


def oracle(page, params, pick=max, lead=True, listed=True, brands=("one", "two", "three")):
    """The paper first, then the encyclopedia."""
    numbers = {brand: _staff(page, brand, pick) for brand in (params[one] for one in brands)}
    page.tab(1)
    for brand, staff in numbers.items():
        _edit(page, brand, lambda source, staff=staff: _article(source, staff, lead))
    if listed:
        _edit(page, "List of companies in this encyclopedia", lambda source: _rows(source, numbers))


def first_visit(page, params):
    """A wrong outcome: what the paper said first, of the one with several pieces."""
    oracle(page, params, pick=min, brands=("two",))


def no_list(page, params):
    """A wrong outcome: articles alone."""
    oracle(page, params, listed=False)


def box_only(page, params):
    """A wrong outcome: the sentence is overlooked; one is enough to be wrong."""
    oracle(page, params, lead=False, brands=("one",))


def _staff(page, brand, pick):
    """What the newest (or another) of the pieces on a maker says."""
    page.goto("/")
    page.type(f"{brand} employs", role="searchbox", name="/Search/", enter=True)
    pieces = []
    for piece in page.find_all(role="article", text=f"{brand} has made "):
        day = re.search(r"(\d+ \w+ 20\d\d), \d\d:\d\d", piece.text).group(1)
        url = piece.find(role="heading").find(role="link").url
        pieces.append((datetime.strptime(day, "%d %B %Y"), url))
    page.goto(pick(pieces)[1])
    return page.read(r"employs (\d+) people")


def _edit(page, title, change):
    page.type(title, role="searchbox", name="Search Findling", enter=True)
    page.click(role="link", name="Edit")
    source = page.value(role="textbox", name="Wikitext source editor")
    page.type(change(_lines(source)), role="textbox", name="Wikitext source editor")
    page.click(role="button", name="Save changes")


def _article(source, staff, lead):
    source = re.sub(r"(\| employees *= )[\d,]+", rf"\g<1>{staff}", source)
    if not lead:
        return source
    return re.sub(r"(employs|has) [\d,]+ people\.", rf"\1 {staff} people.", source, count=1)


def _rows(source, numbers):
    for brand, staff in numbers.items():
        row = rf"(\| \[\[{brand}\]\] \|\| [^|]+ \|\| \d+ \|\| )[\d,]+"
        source = re.sub(row, rf"\g<1>{staff}", source)
    return source


def _lines(source):
    """The lines of a source: an observation shows the text of a field with single blanks."""
    source = re.sub(r" *(== [^=]+ ==) *", r"\n\n\1\n", source)
    source = re.sub(r" (?=\|[ }-]|\{\||\}\}|! |\* |\[\[Category:)", "\n", source)
    return re.sub(r"(?<=\}\}) (?=\S)|(?<=\|\}) (?=\S)", "\n\n", source)
