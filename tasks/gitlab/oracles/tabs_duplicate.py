"""Reference solution of tabs_duplicate: the number of each issue, then close the higher one."""


def oracle(page, params):
    """Close the younger issue, naming the older one."""
    first, second = _numbers(page)
    _close(page, 0 if first > second else 1, min(first, second))


def keep_the_younger(page, params):
    """A wrong outcome: the older issue is closed."""
    first, second = _numbers(page)
    _close(page, 1 if first > second else 0, max(first, second))


def both(page, params):
    """A wrong outcome: both are closed."""
    first, second = _numbers(page)
    _close(page, 0, second)
    _close(page, 1, first)


def own_number(page, params):
    """A wrong outcome: the comment names the issue that it stands in."""
    first, second = _numbers(page)
    _close(page, 0 if first > second else 1, max(first, second))


def _numbers(page):
    found = []
    for tab in (0, 1):
        page.tab(tab)
        found.append(int(page.read(r"#(\d+)", role="heading", text="Opened")))
    return found


def _close(page, tab, kept):
    page.tab(tab)
    page.type(f"Please follow #{kept}.", role="textbox", name="Enter your comment here")
    page.click(text="Comment & Close")
    page.click(text="Duplicate", nth=-1)
