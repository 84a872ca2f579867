"""Reference solution of renamed_maker: note who links there, move the article, then mend link after link."""

import re


def oracle(page, params, most=None, every=False):
    """The article first, then the others."""
    old, new = params["old"], params["new"]
    page.type(old, role="searchbox", name="Search Findling", enter=True)
    page.click(role="link", name="What links here")
    editors = [link.url for link in page.find_all(role="link", name="edit", within={"role": "main"})]
    page.click(role="link", name=old, nth=0, within={"role": "main"})
    page.click(role="link", name="Move")
    page.type(new, role="combobox", nth=1, within={"group": "Move page"})
    page.click(role="button", name="Move page")
    for url in editors[:most]:
        page.goto(url)
        text = _lines(page.value(role="textbox", name="Wikitext source editor"))
        text = text.replace(old, new) if every else text.replace(f"[[{old}]]", f"[[{new}]]")
        page.type(text, role="textbox", name="Wikitext source editor")
        page.click(role="button", name="Save changes")


def one_left(page, params):
    """A wrong outcome: one of the links is overlooked."""
    oracle(page, params, most=-1)


def only_moved(page, params):
    """A wrong outcome: no link is mended."""
    oracle(page, params, most=0)


def every_mention(page, params):
    """A wrong outcome: names of products are changed as well."""
    oracle(page, params, every=True, most=3)


def _lines(source):
    """The lines of a source: an observation shows the text of a field with single blanks."""
    source = re.sub(r" *(== [^=]+ ==) *", r"\n\n\1\n", source)
    source = re.sub(r" (?=\|[ }-]|\{\||\}\}|! |\* |\[\[Category:)", "\n", source)
    return re.sub(r"(?<=\}\}) (?=\S)|(?<=\|\}) (?=\S)", "\n\n", source)
