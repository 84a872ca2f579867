"""Reference solution of sort_wish_lists: move what is on the wrong list, delete the empty one."""


def oracle(page, params):
    """Sort all three lists."""
    for name in (params["empty"], params["dear"], params["cheap"]):
        _sort(page, params, name)
    _delete(page, params["empty"])


def with_what_is_on_it(page, params):
    """A wrong outcome: what was on the list is lost."""
    _open(page)
    _delete(page, params["empty"])


def keeps_the_list(page, params):
    """A wrong outcome: only one list is sorted."""
    _sort(page, params, params["empty"])


def _open(page):
    page.click(role="link", name="Wish lists", within={"navigation": "Your account"})


def _sort(page, params, name):
    _open(page)
    page.click(role="link", name=name)
    here = page.url
    rows = page.rows()
    if rows and "Price" in rows[0]:
        product, price = rows[0].index("Product"), rows[0].index("Price")
        for row in rows[1:]:
            amount = float(row[price].lstrip("€").replace(",", ""))
            target = params["dear"] if amount >= params["bound"] else params["cheap"]
            if target != name:
                if page.url != here:
                    page.goto(here)
                page.select(target, role="combobox", name=f"Move {row[product]} to")
                page.click(role="button", name=f"Move {row[product]}")


def _delete(page, name):
    _open(page)
    page.click(role="link", name=f"Delete {name}")
    page.click(role="button", name="Delete wish list")
