"""Reference solution of ideas_from_the_board: titles by votes on the board, a new file in the forge."""

NOTES = "/^(talk-(notes|outlines)|(speaking|lecture|stage)-notes|slides-and-notes)$/"
"""What the project is called in one world or another."""


def oracle(page, params):
    """The three on top, in their order."""
    _keep(page, params, _titles(page, params)[:3])


def two(page, params):
    """A wrong outcome: one is missing."""
    _keep(page, params, _titles(page, params)[:2])


def upside_down(page, params):
    """A wrong outcome: the other way round."""
    _keep(page, params, _titles(page, params)[2::-1])


def latest(page, params):
    """A wrong outcome: as the list stands at first."""
    _keep(page, params, _titles(page, params, by_votes=False)[:3])


def _titles(page, params, by_votes=True):
    page.click(role="link", name="Tags", within={"navigation": "Main"})
    page.type(params["tag"], role="textbox", name="Search", enter=True)
    page.click(role="link", name=params["tag"], within={"role": "main"})
    if by_votes:
        page.click(role="link", name=r"/^\W*votes$/")
    return [article.find_all(role="link")[0].name for article in page.find_all(role="article")]


def _keep(page, params, titles):
    page.tab(1)
    while not page.has(role="strong", name=NOTES):
        page.click(role="link", name="Older")
    page.click(role="strong", name=NOTES)
    page.click(role="link", name="/Files$/")
    page.click(role="link", name="New file")
    page.type(f"topics/{params['tag']}.md", role="textbox", name="File name")
    page.type("\n".join(titles), role="textbox", name="Content")
    page.type("main", role="textbox", name="Branch")
    page.click(role="button", name="Commit new file")
