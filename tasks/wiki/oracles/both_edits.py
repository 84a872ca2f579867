"""Reference solution of both_edits: append to the section, and again where somebody was quicker."""

import re

NATURE = {"role": "heading", "text": "Nature", "nth": 0}
TRIES = 3


def oracle(page, params):
    """Append the sentence to the section as it is now."""
    _find(page, params)
    for _ in range(TRIES):
        if _saved(page, params, _section(page)):
            return
        _find(page, params)
    page.fail("somebody else was always quicker")


def overwrites(page, params):
    """A wrong outcome: the section as it was before the other's sentence."""
    _find(page, params)
    before = _section(page)
    if not _saved(page, params, before):
        _find(page, params)
        _section(page)
        _saved(page, params, before)


def leaves_conflict(page, params):
    """A wrong outcome: what was not saved is given up."""
    _find(page, params)
    _saved(page, params, _section(page))


def elsewhere(page, params):
    """A wrong outcome: the sentence stands in the last section."""
    for _ in range(TRIES):
        _find(page, params)
        page.find_all(role="link", name="edit")[-1].click()
        if _saved(page, params, _source(page)):
            return


def _find(page, params):
    page.type(params["lake"], role="searchbox", name="Search Findling", enter=True)


def _section(page):
    page.click(role="link", name="edit", within=NATURE)
    return _source(page)


def _source(page):
    source = page.value(role="textbox", name="Wikitext source editor")
    # an observation shows the text of a field with single blanks
    return re.sub(r"(== [^=]+ ==) ", r"\1\n", " ".join(source.split()))


def _saved(page, params, source):
    page.type(f"{source} {params['mine']}", role="textbox", name="Wikitext source editor")
    page.click(role="button", name="Save changes")
    return "action=submit" not in page.url  # where a conflict is shown
