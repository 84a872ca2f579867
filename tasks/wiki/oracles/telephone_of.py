"""Reference solution of telephone_of: compare when both opened, then read the number of that one."""


def oracle(page, params):
    """The number in the box of the article."""
    opened = {}
    for name in (params["first"], params["second"]):
        page.type(name, role="searchbox", name="Search Findling", enter=True)
        opened[name] = int(page.read(r"Opened .*?(\d{4})", role="row", text="Opened"))
    meant = min(opened, key=opened.get) if params["order"] == "first" else max(opened, key=opened.get)
    page.type(meant, role="searchbox", name="Search Findling", enter=True)
    return page.read(r"(\+?[0-9][0-9 /-]+[0-9])", role="row", text="/[Pp]hone/")
