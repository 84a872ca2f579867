"""Reference solution of top_questions: the tag's questions by votes, the first three with their askers."""


def oracle(page, params):
    """Name who asked the three on top."""
    page.click(role="link", name="Tags", within={"navigation": "Main"})
    page.type(params["tag"], role="textbox", name="Search", enter=True)
    page.click(role="link", name=params["tag"], within={"role": "main"})
    page.click(role="link", name=r"/^\W*votes$/")
    askers = []
    for article in page.find_all(role="article")[:3]:
        links = article.find_all(role="link")
        askers.append(next(link.name for link in links if "/users/" in link.url))
    return {"answer": askers}
