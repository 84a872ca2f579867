"""Reference solution of accept_everywhere: one's own questions of the period, in each the best answer."""

import re
from datetime import datetime


def oracle(page, params):
    """Accept and thank in all of them."""
    for url in _questions(page, params):
        _accept(page, params, url, min)


def first_only(page, params):
    """A wrong outcome: the others have no tick yet."""
    for url in _questions(page, params)[:1]:
        _accept(page, params, url, min)


def as_listed(page, params):
    """A wrong outcome: the worst answer of one question."""
    for url in _questions(page, params)[:1]:
        _accept(page, params, url, max)


def _questions(page, params):
    """Addresses of what was asked in the period, has answers and none that is accepted."""
    since, before = (datetime.strptime(params[key], "%Y-%m-%d") for key in ("since", "before_day"))
    page.type("@emma", role="textbox", name="Search", enter=True)
    found, seen = [], set()
    while True:
        for one in page.find_all(role="article"):
            asked = re.search(r"asked by emma (\d+ \w{3} \d{4}, \d\d:\d\d)", one.text)
            answers = re.search(r"(\d+) answers?( ✓)?", one.text)
            url = one.find_all(role="link")[0].url
            if url in seen:  # beyond the last page comes the first again
                return found
            seen.add(url)
            if not asked or answers[2] or int(answers[1]) < 2:
                continue
            if since <= datetime.strptime(asked[1], "%d %b %Y, %H:%M") < before:
                found.append(url)
        if not page.has(role="link", name="next page"):
            return found
        page.click(role="link", name="next page")


def _accept(page, params, url, choose):
    page.goto(url)
    place = choose(_answers(page))[2]
    page.click(role="button", name="Accept this answer", nth=place)
    page.click(role="button", name="add a comment", nth=place + 1)
    page.type(params["words"], role="textbox", within={"role": "main"})
    page.click(role="button", name="add comment")


def _answers(page):
    """Fewer votes, time and place of each answer: the least of them is the best."""
    votes, found = [], []
    number = ""
    for part in page.find_all(name="/./", within={"role": "main"}):
        if part.name.strip().lstrip("-").isdigit():
            number = part.name
        elif part.name == "Vote down":
            votes.append(int(number or 0))
        elif part.role == "button":
            number = ""
        elif part.role == "link" and part.name.startswith("answered "):
            when = datetime.strptime(part.name, "answered %d %b %Y, %H:%M")
            found.append((-votes[-1], when, len(found)))
    return found
