"""Reference solution of corrected_figure: the last version beside the one before."""


def oracle(page, params):
    """Find the word that differs between the two sides."""
    page.click(role="link", name="Posts")
    page.type(params["title"], role="searchbox", name="Search Posts:", enter=True)
    page.click(role="link", name=f"“{params['title']}” (Edit)")
    page.click(role="link", name=r"/\d{4} @ \d\d:\d\d:\d\d/", nth=0)
    for sides in page.read_all(r"(?s)Deleted: (.+?) Added: (.+?)(?= Unchanged:| Deleted:|$)", role="main"):
        before, now = ([word.strip(".,;") for word in side.split()] for side in sides)
        for old, new in zip(before, now, strict=False):
            if old != new:
                return {"answer": {"before": old, "now": new}}
    return page.fail("the two versions are the same")
