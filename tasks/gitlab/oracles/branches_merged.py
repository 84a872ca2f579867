"""Reference solution of branches_merged: which branches have a merged request, then remove those."""

import re

LETTERS = str.maketrans({"ß": "ss", "ä": "ae", "ö": "oe", "ü": "ue"})


def oracle(page, params):
    """Remove every branch whose merge request was merged."""
    for branch in _merged(page, params):
        _remove(page, branch)


def also_stable(page, params):
    """A wrong outcome: one branch too many."""
    for branch in [*_merged(page, params), "stable"]:
        _remove(page, branch)


def stable_instead(page, params):
    """A wrong outcome: the wrong branch."""
    _merged(page, params)
    _remove(page, "stable")


def _merged(page, params):
    page.click(role="link", name="Browse")
    if not page.has(role="textbox", name="Search Projects"):
        page.noop()
    page.type(params["name"], role="textbox", name="Search Projects")
    page.click(role="strong", name=params["project"], nth=0)
    page.click(role="link", name="/ Branches$/")
    branches = _branches(page)
    page.click(role="link", name="/ Merge Requests \\d+$/")
    page.click(role="link", name="/ Merged$/")
    merged = []
    while True:
        for title in [link.name for link in page.find_all(role="link") if "/pull-request/" in link.url]:
            words = "-".join(re.findall(r"[a-z0-9]+", title.lower().translate(LETTERS)))
            # a branch is called like its request, with a number where there was one of that name before
            likely = [one for one in branches if words.startswith(re.sub(r"-?\d*$", "", one))]
            if likely:
                page.click(role="link", name=title)
                merged += [one for one in likely if page.has(role="link", name=f"/(^| ){one}$/")]
                page.back()
        if not page.has(role="link", name="Older") or page.has(role="link", name=r"/page (\d+) of \1$/"):
            break
        page.click(role="link", name="Older")
    page.click(role="link", name="/ Source$/")
    page.click(role="link", name="/ Branches$/")
    return merged


def _branches(page):
    found = [link.name for link in page.find_all(role="link") if "/tree/" in link.url and link.name.isascii()]
    return [name for name in found if name not in ("main", "stable", "")]


def _remove(page, branch):
    links = page.find_all(role="link")
    place = next(n for n, link in enumerate(links) if link.name == branch and "/tree/" in link.url)
    links[place + 3].click()
