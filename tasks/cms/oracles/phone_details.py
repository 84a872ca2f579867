"""Reference solution of phone_details: the list of a phone shows no columns until a row is unfolded."""

import datetime
import re


def oracle(page, params):
    """Author, day and tags of the article, as its row tells them."""
    page.click(role="menuitem", name="Menu")
    page.click(role="link", name="Posts", within={"navigation": "Main menu"})
    if page.has(role="link", name="All Posts"):
        page.click(role="link", name="All Posts")
    page.type(params["title"], role="searchbox", name="Search Posts:", enter=True)
    row = page.find(role="row", text=params["title"], nth=0)
    row.find(role="button", name="/Show more details/").click()
    cells = page.find(role="row", text=params["title"], nth=0).find_all(role="cell")
    texts = [cell.text for cell in cells]
    when = next(text for text in texts if "Published" in text)
    day = datetime.date(*map(int, re.search(r"(\d{4})/(\d\d)/(\d\d)", when).groups()))
    links = [[link.name for link in cell.find_all(role="link")] for cell in cells]
    author, _sections, tags = [names for names in links[1:] if names][:3]
    return {"author": author[0], "date": day.isoformat(), "tags": tags}
