"""Reference solution of kind_with_access: open every result of the search and read its entry."""


def oracle(page, params):
    """The names of the places whose entry says yes."""
    page.type(f"{params['things']} in {params['town']}", role="textbox", name="Search the map", enter=True)
    found = []
    for index in range(len(page.find(role="main").find_all(role="listitem"))):
        page.click(role="link", nth=0, within={"role": "listitem", "nth": index, "within": {"role": "main"}})
        main = page.find(role="main")
        if "Wheelchair access yes" in main.text:
            found.append(main.find(role="heading", nth=0).name)
        page.back()
    return found
