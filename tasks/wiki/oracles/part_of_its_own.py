"""Reference solution of part_of_its_own: ask for each thing, then cut here and paste there."""

import re


def oracle(page, params, cut=True, category="", part=""):
    """Take the part out and give it a page."""
    part = part or _told(page, "Which part is it?", "headed “(.+?)”")
    title = _told(page, "What shall it be called?", "new article “(.+?)”")
    left = _told(page, "What stays behind?", "only “(.+?)” is left")
    filed = category or _told(page, "What about categories?", "category is “(.+?)”")
    page.type(params["town"], role="searchbox", name="Search Findling", enter=True)
    page.click(role="link", name="edit", within={"role": "heading", "text": part, "nth": 0})
    source = " ".join(page.value(role="textbox", name="Wikitext source editor").split())
    body = source.removeprefix(f"== {part} == ")
    if cut:
        words = left.replace(title, f"[[{title}]]")
        page.type(f"== {part} ==\n{words}", role="textbox", name="Wikitext source editor")
        page.click(role="button", name="Save changes")
    page.type(title, role="searchbox", name="Search Findling", enter=True)
    page.click(role="link", name=title)
    page.type(f"{body}\n\n[[Category:{filed}]]", role="textbox", name="Wikitext source editor")
    page.click(role="button", name="Save page")


def other_part(page, params):
    """A wrong outcome: takes the part for granted."""
    oracle(page, params, part=params["later"])


def both_places(page, params):
    """A wrong outcome: copied, not moved."""
    oracle(page, params, cut=False)


def own_category(page, params):
    """A wrong outcome: does not ask for the category."""
    oracle(page, params, category="Towns in the Lakeland district")


def _told(page, question, pattern):
    page.say(question)
    return re.search(pattern, page.told).group(1)
