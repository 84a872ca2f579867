"""Reference solution of complaint_on_the_board: the shop's review with one star, a question on the board."""


def oracle(page, params):
    """Ask with the title of the review."""
    _ask(page, params, _title(page, params, "1 star"))


def two_stars(page, params):
    """A wrong outcome: somebody who was less unhappy."""
    _ask(page, params, _title(page, params, "2 stars"))


def without_text(page, params):
    """A wrong outcome: the review is not quoted."""
    _title(page, params, "1 star")
    _ask(page, params, f"Does anybody else have this with the {params['title']}?")


def _title(page, params, stars):
    page.type(params["title"], role="searchbox", name="Search products", enter=True)
    page.click(role="link", name=params["title"])
    page.click(role="link", name="/^Read all/")
    page.select(stars, role="combobox", name="Stars")
    page.click(role="button", name="Show")
    return page.find_all(role="article", name="/^Review by /")[0].find(role="heading").name


def _ask(page, params, text):
    page.tab(1)
    page.click(role="link", name="Ask Your Question")
    page.type(
        f"Does anybody else have this with the {params['title']}?",
        role="textbox",
        name="Please enter your question",
    )
    page.type(text, role="textbox", name="Add details below")
    page.type(params["tag"], role="textbox", name="Tags")
    page.click(role="button", name="Ask Your Question")
