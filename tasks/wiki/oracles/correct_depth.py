"""Reference solution of correct_depth: write the whole article again with the new number."""

import re


def oracle(page, params):
    """Change the number in the box and in the text."""
    _edit(page, params, lambda source: _lines(source).replace(str(params["old"]), str(params["depth"])))


def box_only(page, params):
    """A wrong outcome: only the first one."""
    _edit(page, params, lambda source: _lines(source).replace(str(params["old"]), str(params["depth"]), 1))


def and_more(page, params):
    """A wrong outcome: a word is changed besides."""
    _edit(
        page,
        params,
        lambda source: (
            _lines(source).replace(str(params["old"]), str(params["depth"])).replace(" the ", " a ", 1)
        ),
    )


def in_one_line(page, params):
    """A wrong outcome: the source as one line."""
    _edit(
        page,
        params,
        lambda source: " ".join(source.replace(str(params["old"]), str(params["depth"])).split()),
    )


def _edit(page, params, change):
    page.type(params["lake"], role="searchbox", name="Search Findling", enter=True)
    page.click(role="link", name="Edit")
    source = page.value(role="textbox", name="Wikitext source editor")
    page.type(change(source), role="textbox", name="Wikitext source editor")
    page.type("depth after the new survey", role="textbox", name="Summary:")
    page.click(role="button", name="Save changes")


def _lines(source):
    """The lines of a source: an observation shows the text of a field with single blanks."""
    source = re.sub(r" *(== [^=]+ ==) *", r"\n\n\1\n", source)
    source = re.sub(r" (?=\|[ }-]|\{\||\}\}|! |\* |\[\[Category:)", "\n", source)
    return re.sub(r"(?<=\}\}) (?=\S)|(?<=\|\}) (?=\S)", "\n\n", source)
