"""Reference solution of poor_reviews: show the reviews of each number of stars."""


def oracle(page, params):
    """Titles of all reviews with so many stars or fewer, or names of those with exactly so many."""
    by_title = params["part"] == "title"
    page.type(params["title"], role="searchbox", name="Search products", enter=True)
    page.click(role="link", name=params["title"])
    page.click(role="link", name="/^Read all/")
    found = []
    for stars in range(1 if by_title else params["stars"], params["stars"] + 1):
        page.select(f"{stars} star" if stars == 1 else f"{stars} stars", role="combobox", name="Stars")
        page.click(role="button", name="Show")
        for review in page.find_all(role="article", name="/^Review by /"):
            title = review.find(role="heading").name
            found.append(title if by_title else review.name.removeprefix("Review by "))
    return found
