"""Reference solution of kind_in_town: search for each kind in the town, read every result."""


def oracle(page, params):
    """The names of the results, each once."""
    names = []
    for kind in (params["things"], params["others"]):
        page.type(f"{kind} in {params['town']}", role="textbox", name="Search the map", enter=True)
        names += [item.find(role="link").name for item in page.find(role="main").find_all(role="listitem")]
    return list(dict.fromkeys(names))
