"""Reference solution of member_mergers: the members of the project and what each may do."""


def oracle(page, params):
    """Names of those who may merge."""
    page.click(role="link", name="Browse")
    page.type(params["name"], role="textbox", name="Search Projects")
    page.click(role="strong", name=params["project"], nth=0)
    page.click(role="link", name="/Members$/")
    texts = [part.text for part in page.find_all(role="StaticText")]
    places = [n for n, text in enumerate(texts) if text in ("maintainer", "admin", "commit")]
    return {"answer": [texts[n - 1] for n in places]}
