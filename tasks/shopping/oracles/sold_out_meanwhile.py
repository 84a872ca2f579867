"""Reference solution of sold_out_meanwhile: the cheapest that fits, and once more where it is gone."""

import re


def oracle(page, params, tries=2, pieces=1):
    """Order what is left."""
    page.click(role="link", name=params["department"], within={"navigation": "Departments"})
    page.click(
        role="link", name=params["category"], within={"navigation": f"Categories in {params['department']}"}
    )
    page.click(role="checkbox", name="/^In stock/")
    page.click(role="button", name="Apply filters", nth=0)
    page.select("Price: low to high", role="combobox", name="Sort by")
    page.click(role="button", name="Sort")
    shelf, gone = page.url, []
    for _ in range(tries):
        title = _first(page, params, gone)
        page.click(role="link", name=title, nth=0)
        if pieces > 1:
            page.type(pieces, role="spinbutton", name="Quantity")
        page.click(role="button", name="Add to basket")
        page.click(role="link", name="/^Basket/", within={"navigation": "Your account"})
        page.click(role="link", name="Proceed to checkout")
        if page.has(role="button", name=f"Deliver to {params['street']}, {params['town']}"):
            page.click(role="button", name=f"Deliver to {params['street']}, {params['town']}")
            page.click(role="button", name="Choose Standard delivery")
            page.click(role="radio", name="/^Invoice:/")
            page.click(role="button", name="Continue")
            page.click(role="button", name="Place order")
            return
        gone.append(title)
        if page.has(role="button", name=f"Remove {title}"):
            page.click(role="button", name=f"Remove {title}")
        page.goto(shelf)


def gives_up(page, params):
    """A wrong outcome: nothing is ordered."""
    oracle(page, params, tries=1)


def two_pieces(page, params):
    """A wrong outcome: more than one."""
    oracle(page, params, pieces=2)


def _first(page, params, gone):
    for tile in page.find_all(role="article"):
        match = re.search(r"\((\d+) reviews?\)", tile.text)
        title = tile.find(role="link", name="/./", nth=0).name
        if (int(match[1]) if match else 0) >= params["least"] and title not in gone:
            return title
    return page.fail("nothing fits")
