"""Reference solution of merkliste_anlegen: the list first, then the best of the category one by one."""

import re


def oracle(page, params, visibility="Public - Everybody can see the wish list"):
    """Make the list and put the things on it."""
    page.click(role="link", name="Wish lists", within={"navigation": "Your account"})
    page.click(role="link", name="Create a new wish list")
    page.type(params["name"], role="textbox", name="Name")
    page.select(visibility, role="combobox", name="Visibility")
    page.click(role="button", name="Save wish list")
    page.click(role="link", name=params["department"], within={"navigation": "Departments"})
    page.click(
        role="link", name=params["category"], within={"navigation": f"Categories in {params['department']}"}
    )
    page.type(params["most"], role="textbox", name="to €")
    page.click(role="checkbox", name="/^In stock/")
    page.click(role="button", name="Apply filters", nth=0)
    page.select("Customer rating", role="combobox", name="Sort by")
    page.click(role="button", name="Sort")
    shelf = page.url
    found = []
    for tile in page.find_all(role="article"):
        match = re.search(r"([\d.]+) \((\d+) reviews?\)", tile.text)
        if match and int(match[2]) >= params["least"]:
            found.append((-float(match[1]), -int(match[2]), tile.find(role="link", name="/./", nth=0).name))
    for _, _, title in sorted(found)[: params["count"]]:
        page.click(role="link", name=title, nth=0)
        page.select(params["name"], role="combobox", name="Wish list")
        page.click(role="button", name="Add to wish list")
        page.goto(shelf)


def private(page, params):
    """A wrong outcome: the list is private, and empty."""
    oracle(page, {**params, "count": 0}, visibility="Private - Only the owner can see the wish list")
