"""Reference solution of other_hands: every article of the month, who wrote it and who took its picture."""

import re


def oracle(page, params):
    """A row for each with two names."""
    page.click(role="link", name="Posts", within={"navigation": "Main menu"})
    page.click(role="link", name="/^Published/", within={"role": "main"})
    page.select(params["month_name"], role="combobox", name="Filter by date")
    page.click(role="button", name="Filter")
    articles = {}
    while True:
        for link in page.find_all(role="link", name="/^View “/"):
            articles[link.url] = re.fullmatch("View “(.+)”", link.name)[1]
        if not page.has(role="link", name="/^Next page/", nth=0):
            break
        page.click(role="link", name="/^Next page/", nth=0)
    found = []
    for url, headline in articles.items():
        page.goto(url)
        text = page.text(role="article", nth=0)
        author = re.search(r"\d\d:\d\d, by (\S+ \S+)", text)[1]
        picture = re.search(r"Picture: (\S+ \S+)", text)
        if picture and picture[1] != author:
            found.append({"headline": headline, "author": author, "photographer": picture[1]})
    return {"answer": found}
