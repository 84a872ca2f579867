"""Reference solution of quarrels_on_record: histories show who took turns; each of them gets a word."""

import re


def oracle(page, params, sides=2, named=True, most=9, cleaners=False, advice="Please talk about it first."):
    """Find the quarrels, then write to both sides of each."""
    told = []
    for title in re.findall("“(.+?)”", params["titles"]):
        page.type(title, role="searchbox", name="Search Findling", enter=True)
        page.click(role="link", name="View history")
        edits = _edits(page)
        pair = _quarrel(edits)
        if pair:
            told += [(one, other, title) for one, other in (pair, pair[::-1])[:sides]]
        elif cleaners:
            told.insert(0, (edits[-1][0], edits[-2][0], title))
    for who, other, title in told[:most]:
        _write(page, who, other if named else "somebody", title, advice)


def one_side(page, params):
    """A wrong outcome: one side alone; one is enough to be wrong."""
    oracle(page, params, sides=1, most=1)


def cleaners_too(page, params):
    """A wrong outcome: also where nobody quarrelled; those first."""
    oracle(page, params, cleaners=True, most=2)


def no_names(page, params):
    """A wrong outcome: the first messages do not say with whom."""
    oracle(page, params, named=False, most=1)


def no_advice(page, params):
    """A wrong outcome: they are not told to talk."""
    oracle(page, params, advice="Stop it, please.")


def _edits(page):
    """Who made each version of how many bytes, and whether a reason was given; the oldest first."""
    found = []
    for item in page.find_all(role="listitem"):
        size = re.search(r"\(([\d,]+) bytes\)", item.text)
        if size and item.has(role="radio"):
            users = [link.name for link in item.find_all(role="link")]
            who = users[next(at for at, name in enumerate(users) if name == "talk") - 1]
            reason = item.text.count("(", size.end()) > item.text.count("(undo", size.end()) + 1
            found.append((who, size.group(1), reason))
    return found[::-1]


def _quarrel(edits):
    """The two who took turns at least five times, or nothing."""
    for at in range(len(edits) - 4):
        names = [who for who, _, _ in edits[at : at + 5]]
        if names[0] == names[2] == names[4] != names[1] == names[3]:
            return names[0], names[1]
    return ()


def _write(page, who, other, title, advice):
    page.type(f"User talk:{who}", role="searchbox", name="Search Findling", enter=True)
    page.click(role="link", name="/^(Add topic|Add section|Create)$/", nth=0)
    words = f"You and {other} have put each other's version back. {advice} ~~~~"
    if page.has(role="textbox", name="/^Subject/"):
        page.type(title, role="textbox", name="/^Subject/")
        page.type(words, role="textbox", name="Wikitext source editor")
    else:
        page.type(f"== {title} ==\n{words}", role="textbox", name="Wikitext source editor")
    page.click(role="button", name="/^Save (page|changes)$/")
