"""Reference solution of issues_untaken: the open issues with the label, each opened to see who has it."""


def oracle(page, params):
    """Numbers of those that are assigned to nobody."""
    page.click(role="link", name="Browse")
    page.type(params["repository"], role="textbox", name="Search Projects")
    page.click(role="strong", name=params["project"], nth=0)
    page.click(role="link", name="/ Issues \\d+$/")
    page.click(role="link", name=params["label"], nth=0)
    titles = [link for link in page.find_all(role="link") if "/issue/" in link.url]
    numbers = [link.url.rsplit("/", 1)[-1] for link in titles]
    free = []
    for place, number in enumerate(numbers):
        [link for link in page.find_all(role="link") if "/issue/" in link.url][place].click()
        if not page.has(role="link", within={"role": "group", "text": "/^\\W*Assignee/"}):
            free.append(f"#{number}")
        page.back()
    return {"answer": free}
