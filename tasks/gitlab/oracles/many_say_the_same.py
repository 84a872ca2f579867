"""Reference solution of many_say_the_same: the list, every issue but one, at last the one that stays."""

import re


def oracle(page, params, stays=0, labels=True, leave=0):
    """Close all but one, and carry over what they had."""
    family = _family(page, params)
    kept = family.pop(stays)
    for one in family[leave:]:
        page.goto(one["url"])
        page.type(f"The same as #{kept['number']}.", role="textbox", name="Enter your comment here")
        page.click(text="Comment & Close")
        page.click(text="Duplicate", nth=-1)
    page.goto(kept["url"])
    names = ", ".join(dict.fromkeys(one["reporter"] for one in family))
    page.type(f"Also reported by {names}.", role="textbox", name="Enter your comment here")
    page.click(role="button", name="Comment")
    missing = {label for one in family for label in one["labels"]} - kept["labels"]
    if labels:
        page.click(role="button", name="Edit metadata")
        for label in sorted(missing):
            page.type(label, role="textbox", name="Tags")
            page.press("Enter")
        page.click(role="button", name="Update")


def the_last_stays(page, params):
    """A wrong outcome: the youngest is kept."""
    oracle(page, params, stays=-1)


def labels_are_lost(page, params):
    """A wrong outcome: the one that stays keeps its own labels only."""
    oracle(page, params, labels=False)


def one_left_open(page, params):
    """A wrong outcome: the first of the others stays open."""
    oracle(page, params, leave=1)


def _family(page, params):
    """The issues of this kind that nobody else has, the oldest first."""
    pattern = "^" + ".+".join(re.escape(part) for part in params["words"].split("%")) + "$"
    pattern = pattern.replace("^.+", "").replace(".+$", "")
    page.type(params["project"], role="textbox", name="find Projects & forks", enter=True)
    page.click(role="link", name="/ Issues \\d+$/")
    found, issue = [], None
    while True:
        for link in page.find_all(role="link"):
            number = re.search(r"/issue/(\d+)$", link.url)
            if number and issue and issue["number"] == int(number[1]):
                continue
            if number and link.name:
                issue = {
                    "url": link.url,
                    "number": int(number[1]),
                    "labels": set(),
                    "taken": "",
                    "title": link.name,
                }
                found.append(issue)
            elif issue and "tags=" in link.url:
                issue["labels"].add(link.name)
            elif issue and "assignee=" in link.url:
                issue["taken"] = link.url.partition("assignee=")[2]
        if not page.has(role="link", name="Older") or page.has(role="link", name=r"/page (\d+) of \1$/"):
            break
        page.click(role="link", name="Older")
        issue = None
    family = [one for one in found if re.search(pattern, one["title"]) and one["taken"] in ("", params["me"])]
    for one in family:
        page.goto(one["url"])
        one["reporter"] = page.read(r"Opened .*? by ([^\s.]+(?:\.[^\s.]+)*)", role="heading", text="Opened")
    return sorted(family, key=lambda one: one["number"])
