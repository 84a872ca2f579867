"""Reference solution of tabs_members_of_both: the members of two groups, the profiles of the common ones."""


def oracle(page, params):
    """Full names of those who are in both."""
    first = _members(page)
    page.tab(1)
    common = [name for name in _members(page) if name in first]
    people = []
    for name in common:
        page.click(role="link", name=name, nth=-1)
        people.append(page.read(r"(\S.*?) • Joined", text="/• Joined/"))
        page.back()
    return {"answer": people}


def _members(page):
    names = [link.name for link in page.find_all(role="link") if "/user/" in link.url]
    return names[1:]  # the first one administers the group and stands in the list as well
