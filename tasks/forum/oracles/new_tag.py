"""Reference solution of new_tag: the community's questions with the word, each with one tag more."""

import re


def oracle(page, params):
    """Write the tags of each question anew."""
    for url in _found(page, params):
        _tag(page, url, params["tag"], keep=True)


def first_only(page, params):
    """A wrong outcome: one question alone."""
    for url in _found(page, params)[:1]:
        _tag(page, url, params["tag"], keep=True)


def instead(page, params):
    """A wrong outcome: the other tags are gone."""
    for url in _found(page, params)[:1]:
        _tag(page, url, params["tag"], keep=False)


def _found(page, params):
    """Addresses of the community's questions with the word in their title."""
    page.click(role="link", name="Communities", within={"navigation": "Main"})
    page.click(role="link", name=params["community"], within={"role": "main"})
    page.type(params["word"], role="textbox", name="Search", enter=True)
    listed = {}
    while True:
        links = [one.find_all(role="link")[0] for one in page.find_all(role="article")]
        news = {link.url: link.name for link in links if link.url not in listed}
        listed.update(news)
        if not news or not page.has(
            role="link", name="next page"
        ):  # beyond the last page comes the first again
            break
        page.click(role="link", name="next page")
    return [
        url
        for url, name in sorted(listed.items())
        if re.search(rf"\b{params['word']}\b", name, re.IGNORECASE)
    ]


def _tag(page, url, tag, keep):
    page.goto(url)
    page.click(role="button", name="/retag/")
    field = {"role": "textbox", "name": "", "within": {"role": "main"}, "nth": 0}
    tags = f"{page.value(**field).strip()} {tag}" if keep else tag
    page.type(f"{tags} ", **field)  # the blank at the end closes the list of suggestions
    page.press("Enter")
