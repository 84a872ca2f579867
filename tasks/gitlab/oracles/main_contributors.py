"""Reference solution of main_contributors: the statistics, then the commits of each of the first authors."""

from urllib.parse import parse_qs, urlsplit


def oracle(page, params):
    """Name the people with the most commits; the address stands in the list of their commits."""
    page.click(role="link", name="Browse")
    page.type(params["name"], role="textbox", name="Search Projects")
    page.click(role="strong", name=params["project"], nth=0)
    page.click(role="link", name="/Stats$/")
    authors = [link.name for link in page.find_all(role="link", name="/ \\d+ commits$/")]
    found = []
    for author in authors[: params["size"]]:
        page.click(role="link", name=author)
        name = author.rsplit(" ", 2)[0]
        (mail,) = parse_qs(urlsplit(page.url).query)["author"]
        found.append({"name": name, "email": mail})
        page.back()
    return {"answer": found}
