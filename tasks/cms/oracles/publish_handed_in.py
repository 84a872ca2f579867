def oracle(page, params):
    """Open what waits in the section, and publish each article of the author."""
    publish(page, waiting(page, params["section"], params["author"]))


def first_only(page, params):
    """Stop after the first."""
    publish(page, waiting(page, params["section"], params["author"])[:1])


def one_of_another(page, params):
    """And the first that somebody else has handed in."""
    wanted = waiting(page, params["section"], params["author"])
    own = waiting(page, "All Categories", params["author"])
    others = [name for name in waiting(page, "All Categories", "") if name not in own]
    publish(page, [*wanted, others[0]])


def all_of_author(page, params):
    """Whatever the section."""
    publish(page, waiting(page, "All Categories", params["author"]))


def waiting(page, section, author):
    """Names of the links to what waits for review."""
    page.click(role="link", name="Posts")
    page.click(role="link", name="/^Pending/")
    page.select(section, role="combobox", name="Filter by category")
    page.click(role="button", name="Filter")
    return [
        row.find(role="link", name=r"/\(Edit\)$/").name
        for row in page.find_all(role="row", text=author)
        if row.has(role="link", name=r"/\(Edit\)$/")
    ]


def publish(page, names):
    """Open each from the list of what waits, press the button."""
    for name in names:
        page.click(role="link", name=name)
        page.click(role="button", name="Publish")
        page.click(role="link", name="All Posts")
        page.click(role="link", name="/^Pending/")
