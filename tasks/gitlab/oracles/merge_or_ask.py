"""Reference solution of merge_or_ask: who spoke last in a merge request decides what happens to it."""


def oracle(page, params):
    """Merge where the author answered, else ask."""
    if _author_spoke_last(page, params):
        _merge(page)
    else:
        _ask(page, params)


def other_way_round(page, params):
    """A wrong outcome: the wrong one of both."""
    if _author_spoke_last(page, params):
        _ask(page, params)
    else:
        _merge(page)


def both(page, params):
    """A wrong outcome: a comment and a merge."""
    _author_spoke_last(page, params)
    _ask(page, params)
    _merge(page)


def _author_spoke_last(page, params):
    page.type(params["project"], role="textbox", name="find Projects & forks", enter=True)
    page.click(role="link", name="/Merge Requests \\d/")
    page.click(role="link", name=params["title"])
    author = page.read(r"Opened .*? by (\S+)\.", role="heading", text="Opened")
    links = page.find_all(role="link")
    speakers = [links[n - 1].name for n, link in enumerate(links) if link.name.startswith("commented")]
    return speakers[-1] == author


def _merge(page):
    page.click(role="link", name="/Merge$/")
    page.click(role="button", name="Merge")


def _ask(page, params):
    page.type(params["text"], role="textbox", name="Enter your comment here")
    page.click(role="button", name="Submit Comment")
