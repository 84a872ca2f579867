"""Reference solution of staff_after_visit: the number in the newspaper, then the whole article with it."""

import re


def oracle(page, params):
    """Change the number in the box and in the first paragraph."""
    staff = _staff(page, params)
    _edit(page, params, lambda source: _sentence(_box(source, staff), staff))


def box_only(page, params):
    """A wrong outcome: the sentence keeps the old number."""
    staff = _staff(page, params)
    _edit(page, params, lambda source: _box(source, staff))


def another_number(page, params):
    """A wrong outcome: misread."""
    _edit(page, params, lambda source: _sentence(_box(source, params["other"]), params["other"]))


def _staff(page, params):
    page.type(params["article"], role="searchbox", name="/Search/", enter=True)
    page.click(role="link", name=params["article"], nth=0, within={"role": "main"})
    return page.read(r"employs (\d+) people")


def _edit(page, params, change):
    page.tab(1)
    page.type(params["brand"], role="searchbox", name="Search Findling", enter=True)
    page.click(role="link", name="Edit")
    source = page.value(role="textbox", name="Wikitext source editor")
    page.type(change(_lines(source)), role="textbox", name="Wikitext source editor")
    page.type("people employed, after the Observer", role="textbox", name="Summary:")
    page.click(role="button", name="Save changes")


def _box(source, staff):
    return re.sub(r"(\| employees *= )[\d,]+", rf"\g<1>{staff}", source)


def _sentence(source, staff):
    return re.sub(r"(employs|has) [\d,]+ people\.", rf"\1 {staff} people.", source, count=1)


def _lines(source):
    """The lines of a source: an observation shows the text of a field with single blanks."""
    source = re.sub(r" *(== [^=]+ ==) *", r"\n\n\1\n", source)
    source = re.sub(r" (?=\|[ }-]|\{\||\}\}|! |\* |\[\[Category:)", "\n", source)
    return re.sub(r"(?<=\}\}) (?=\S)|(?<=\|\}) (?=\S)", "\n\n", source)
