"""Reference solution of close_with_answer: the issue in its backlog, a comment, the status that closes it."""


def oracle(page, params):
    """Say why, and close it."""
    _open(page, params)
    page.type(params["text"], role="textbox", name="Enter your comment here")
    _close(page, params)


def without_a_word(page, params):
    """A wrong outcome: closed and nothing said."""
    _open(page, params)
    _close(page, params)


def _open(page, params):
    page.type(params["project"], role="textbox", name="find Projects & forks", enter=True)
    page.click(role="link", name="/ Issues \\d+$/")
    while not page.has(role="link", name=params["title"]):
        page.click(role="link", name="Older")
    page.click(role="link", name=params["title"])


def _close(page, params):
    page.click(text="Comment & Close")
    page.click(text=params["status"], nth=-1)
