"""Reference solution of in_both_groups: the members of both groups, each list by points."""


def oracle(page, params):
    """Name the first of one list who is in the other as well, apart from the visitor."""
    first, second = (_members(page, params[name]) for name in ("first", "second"))
    return next(name for name in first if name in second and name != params["me"])


def _members(page, group):
    page.click(role="link", name="Groups", within={"navigation": "Main"})
    page.click(role="link", name=group.replace(" ", "-"), within={"role": "main"})
    page.click(role="link", name="karma")
    found, number = [], 1
    while True:
        for item in page.find_all(role="listitem"):
            names = [link.name for link in item.find_all(role="link") if "/users/" in link.url]
            found += [name for name in names if name][:1]
        number += 1
        if not page.has(role="link", name=f"page {number}"):
            return found
        page.click(role="link", name=f"page {number}")
