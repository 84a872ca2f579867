"""Reference solution of reviewers_mention: let the shop find the word in all reviews."""


def oracle(page, params):
    """Name everybody whose review contains the word."""
    page.type(params["title"], role="searchbox", name="Search products", enter=True)
    page.click(role="link", name=params["title"])
    page.click(role="link", name="/^Read all/")
    page.type(params["word"], role="textbox", name="Containing")
    page.click(role="button", name="Show")
    found = page.find_all(role="article", name="/^Review by /")
    return [review.name.removeprefix("Review by ") for review in found]
