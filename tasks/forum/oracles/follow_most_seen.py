"""Reference solution of follow_most_seen: the list of a tag says how often each question was seen."""

import re


def oracle(page, params):
    """Follow the question that was seen most often."""
    _follow(page, params, r"(\d+) views?")


def most_voted(page, params):
    """A wrong outcome: the one with the most votes."""
    _follow(page, params, r"(-?\d+) votes?")


def first_listed(page, params):
    """A wrong outcome: the one on top."""
    _follow(page, params, None)


def _follow(page, params, figure):
    page.click(role="link", name="Tags", within={"navigation": "Main"})
    page.type(params["tag"], role="textbox", name="Search", enter=True)
    page.click(role="link", name=params["tag"], within={"role": "main"})
    articles = page.find_all(role="article")
    best = max(articles, key=lambda one: int(re.search(figure, one.text)[1])) if figure else articles[0]
    best.find_all(role="link")[0].click()
    page.click(role="button", name="Follow")
