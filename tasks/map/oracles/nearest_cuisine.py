"""Reference solution of nearest_cuisine: open the restaurants from the nearest on until one fits."""


def oracle(page, params):
    """The telephone number of the first restaurant with that kitchen."""
    page.type(f"restaurants near {params['place']}", role="textbox", name="Search the map", enter=True)
    for index in range(len(page.find(role="main").find_all(role="listitem"))):
        page.click(role="link", nth=0, within={"role": "listitem", "nth": index, "within": {"role": "main"}})
        text = page.text(role="main")
        if f"Cuisine {params['cuisine']}" in text:
            return page.read(r"Phone\s+(\+?[0-9][0-9 /-]+[0-9])", role="main")
        page.back()
    return page.fail("no restaurant fits")
