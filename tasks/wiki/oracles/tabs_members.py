"""Reference solution of tabs_members: look into each tab, then watch the right article."""


def oracle(page, params):
    """Watch the club with the most or the fewest members."""
    _watch(page, [_by_members(page)[-1 if params["extreme"] == "most" else 0]])


def opposite(page, params):
    """A wrong outcome: the fewest instead of the most, or the other way round."""
    _watch(page, [_by_members(page)[0 if params["extreme"] == "most" else -1]])


def in_front(page, params):
    """A wrong outcome: the article that is in front."""
    page.click(role="link", name="Watch")


def two(page, params):
    """A wrong outcome: the one in the middle as well."""
    _watch(page, [_by_members(page)[place] for place in (-1 if params["extreme"] == "most" else 0, 1)])


def _by_members(page):
    members = {}
    for tab in range(3):
        if tab:
            page.tab(tab)
        members[tab] = int(
            page.read(r"Members ([0-9,]+)", role="row", text="Members", nth=0).replace(",", "")
        )
    return sorted(members, key=members.get)


def _watch(page, tabs):
    for tab in tabs:
        page.tab(tab)
        page.click(role="link", name="Watch")
