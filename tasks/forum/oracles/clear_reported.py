"""Reference solution of clear_reported: read what was reported, open and close what is to be closed."""

import re


def oracle(page, params):
    """Close the reported questions that are advertising, or those that are not."""
    _close(
        page,
        params,
        [url for url, advertising in _reported(page, params) if advertising == (params["n"] == 1)],
    )


def all_but_one(page, params):
    """A wrong outcome: the last of them stays open."""
    wanted = [url for url, advertising in _reported(page, params) if advertising == (params["n"] == 1)]
    _close(page, params, wanted[:-1])


def every_question(page, params):
    """A wrong outcome: all reported questions are closed."""
    _close(page, params, [url for url, _ in _reported(page, params)])


def _reported(page, params):
    """Addresses of the reported questions, and whether each advertises something."""
    _queue(page)
    texts, url = {}, ""
    for part in page.find_all(name="/./", within={"role": "main"}):
        if part.role == "link" and part.name == "post was flagged as offensive":
            url = "" if "answer=" in part.url else part.url
            texts[url] = ""
        elif part.role == "paragraph":
            texts[url] = texts.get(url, "") + part.name
    return [(url, re.search(params["advertising"], text) is not None) for url, text in texts.items() if url]


def _close(page, params, urls):
    for url in urls:
        if "moderation-queue" not in page.url:
            _queue(page)
        next(
            link
            for link in page.find_all(role="link", name="post was flagged as offensive")
            if link.url == url
        ).click()
        page.click(role="link", name="/close$/")
        page.select(params["reason"], role="combobox")
        page.click(role="button", name="OK to close")


def _queue(page):
    page.click(role="link", name="/^Moderation/", within={"navigation": "Your account"})
