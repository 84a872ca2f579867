"""Reference solution of report_answer: find the member's answer and flag it."""

import re


def oracle(page, params):
    """Flag the answer of the named member."""
    _flag(page, params, answer=True)


def question(page, params):
    """A wrong outcome: the question is flagged."""
    _flag(page, params, answer=False)


def _flag(page, params, answer):
    page.type(params["title"], role="textbox", name="Search", enter=True)
    page.click(role="link", name=params["title"], within={"role": "main"})
    author, wanted = "", not answer
    for part in page.find_all(name="/./", within={"role": "main"}):
        if part.role == "link" and re.search(r"/users/\d+/", part.url):
            author = part.name
        elif part.role == "link" and part.name.startswith("answered "):
            wanted = author == params["author"]
        elif wanted and part.role == "button" and "flag offensive" in part.name:
            part.click()
            return
    page.fail("there is no such answer")
