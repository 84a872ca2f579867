"""Reference solution of first_answers: one's own questions of the period, and who wrote first below each."""

import re
from datetime import datetime


def oracle(page, params):
    """A row for each question that has an answer."""
    found = []
    for asked, title, url in _questions(page, params):
        page.goto(url)
        when, member = min(_answers(page))
        found.append({"question": title, "member": member, "days": (when.date() - asked.date()).days})
    return {"answer": found}


def _questions(page, params):
    """When, what and where one asked in the period and was answered."""
    since, before = (datetime.strptime(params[key], "%Y-%m-%d") for key in ("since", "before_day"))
    page.type("@emma", role="textbox", name="Search", enter=True)
    found, seen = [], set()
    while True:
        for one in page.find_all(role="article"):
            asked = re.search(r"asked by emma (\d+ \w{3} \d{4}, \d\d:\d\d)", one.text)
            link = one.find_all(role="link")[0]
            if link.url in seen:  # beyond the last page comes the first again
                return found
            seen.add(link.url)
            if not asked or re.search(r"(?<!\d)0 answers", one.text):
                continue
            when = datetime.strptime(asked[1], "%d %b %Y, %H:%M")
            if since <= when < before:
                found.append((when, link.name, link.url))
        if not page.has(role="link", name="next page"):
            return found
        page.click(role="link", name="next page")


def _answers(page):
    """When each answer was written and by whom."""
    found, person = [], ""
    for link in page.find_all(role="link", within={"role": "main"}):
        if link.name.startswith("answered "):
            found.append((datetime.strptime(link.name, "answered %d %b %Y, %H:%M"), person))
        elif "/users/" in link.url and "by-group" not in link.url and link.name:
            person = link.name
    return found
