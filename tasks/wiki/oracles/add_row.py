"""Reference solution of add_row: write the section with the table again, with one row more."""

import re


def oracle(page, params):
    """Add the row before the end of the table."""
    _edit(page, params, lambda source: source.replace("\n|}", f"\n|-\n{_row(params)}\n|}}"))


def replaces(page, params):
    """A wrong outcome: the new row stands where 2025 was."""
    _edit(page, params, lambda source: re.sub(r"\| 2025 .*", _row(params), source))


def on_top(page, params):
    """A wrong outcome: the row stands below the header."""
    _edit(page, params, lambda source: source.replace("\n|-", f"\n|-\n{_row(params)}\n|-", 1))


def _row(params):
    return f"| 2026 || {params['seen']} || {params['grade']}"


def _edit(page, params, change):
    page.type(params["lake"], role="searchbox", name="Search Findling", enter=True)
    page.click(role="link", name="edit", within={"role": "heading", "text": "Water quality"})
    source = page.value(role="textbox", name="Wikitext source editor")
    # an observation shows the text of a field with single blanks: begin a line where a sign of the table does
    source = re.sub(r"(== [^=]+ ==) ", r"\1\n", " ".join(source.split()))
    source = re.sub(r" (?=\|[ }-]|\{\||! )", "\n", source)
    page.type(change(source), role="textbox", name="Wikitext source editor")
    page.click(role="button", name="Save changes")
