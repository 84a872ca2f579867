"""Reference solution of letter_for_month: the month's list, the community, the town, the draft."""

import re
from datetime import datetime


def oracle(page, params):
    """Look everything up and draft the letter."""
    article = _article(page, params)
    question, asker = _question(page, params)
    people = _people(page, params)
    page.tab(0)
    page.click(role="link", name="Add Post", nth=0)
    page.type(params["headline"], role="textbox", name="Add title")
    text = (
        f"Most of you wrote below {article}. On the board, the question with most votes was "
        f"{question} by {asker}. And {people} people live in {params['town']}."
    )
    page.type(text, role="textbox", name="Text")
    page.click(role="checkbox", name="Readers")
    page.click(role="button", name="Save Draft")


def _article(page, params):
    """The headline with most comments among what appeared in the month."""
    page.click(role="link", name="Posts", within={"navigation": "Main menu"})
    page.click(role="link", name="/^Published/", within={"role": "main"})
    page.select(params["month_name"], role="combobox", name="Filter by date")
    page.click(role="button", name="Filter")
    found = []
    while True:
        for row in page.find_all(role="row"):
            when = re.search(r"(\d{4}/\d\d/\d\d) at (\d+:\d\d [ap]m)", row.text)
            if when and row.has(role="link", name=r"/\(Edit\)$/"):
                comments = re.search(r"(\d+)(?: approved)? comments?", row.text)
                at = datetime.strptime(f"{when[1]} {when[2]}", "%Y/%m/%d %I:%M %p")
                title = row.find(role="link", name=r"/\(Edit\)$/").name.removesuffix(" (Edit)")
                found.append((-int(comments[1]) if comments else 0, at, title[1:-1]))
        if not page.has(role="link", name="/^Next page/", nth=0):
            return min(found)[2]
        page.click(role="link", name="/^Next page/", nth=0)


def _question(page, params):
    """Title and asker of the best question of the month."""
    page.tab(1)
    page.click(role="link", name="Communities", within={"navigation": "Main"})
    page.click(role="link", name=params["community"], within={"role": "main"})
    page.click(role="link", name=r"/^\W*date$/")
    found = []
    while True:
        for one in page.find_all(role="article"):
            asker, asked = re.search(r"asked by (\S+) (\d+ \w{3} \d{4}, \d\d:\d\d)", one.text).groups()
            when = datetime.strptime(asked, "%d %b %Y, %H:%M")
            votes = int(re.search(r"(-?\d+) votes?", one.text)[1])
            if when.strftime("%Y-%m") < params["month"]:
                return min(found)[2:]
            if when.strftime("%Y-%m") == params["month"]:
                found.append((-votes, when, one.find_all(role="link")[0].name, asker))
        page.click(role="link", name="next page")


def _people(page, params):
    page.tab(2)
    page.type(params["town"], role="searchbox", name="Search Findling", enter=True)
    return page.read(r"Inhabitants ([\d,]+)")
