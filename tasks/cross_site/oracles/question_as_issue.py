"""Reference solution of question_as_issue: who asked on the board, a new issue in the forge."""

import re


def oracle(page, params):
    """Report with the name of who asked."""
    _report(page, params, f"Asked on the board by {_asker(page, params)}.")


def by_answerer(page, params):
    """A wrong outcome: the name of somebody who answered."""
    _report(page, params, f"Asked on the board by {params['answerer']}.")


def without_name(page, params):
    """A wrong outcome: the text does not say who asked."""
    _report(page, params, params["title"])


def _asker(page, params):
    page.type(params["title"], role="textbox", name="Search", enter=True)
    page.click(role="link", name=params["title"], within={"role": "main"})
    last = ""
    for link in page.find_all(role="link", within={"role": "main"}):
        if re.search(r"/users/\d+/", link.url):
            last = link.name or last
        elif link.name.startswith("asked "):
            return last
    return page.fail("the page does not say who asked")


def _report(page, params, text):
    page.tab(1)
    page.click(role="link", name="Browse")
    page.type(params["project"], role="textbox", name="Search Projects")
    page.click(role="strong", name=rf"/(^|\/){params['project']}$/", nth=0)
    page.click(role="link", name="/New issue$/")
    page.type(params["title"], role="textbox", name="Issue Title")
    page.type(text, role="textbox", name="Enter your comment here")
    page.click(role="button", name="Create Issue")
