"""Reference solution of group_by_town: the profile of every member of the group, then one message."""

from datetime import datetime


def oracle(page, params):
    """Look at everybody, write to those who live there and came before."""
    chosen = []
    for name, url in _members(page, params):
        page.goto(url)
        rows = {
            row.find_all(role="cell")[0].text.strip(): row.text
            for row in page.find_all(role="row")
            if row.has(role="cell")
        }
        joined = page.read(r"member since\s+(\d+ \w{3} \d{4})")
        early = datetime.strptime(joined, "%d %b %Y") < datetime.strptime(params["since"], "%Y-%m-%d")
        if early and params["town"] in rows.get("location", ""):
            chosen.append(name)
    _write(page, params, chosen)
    return chosen


def without_looking(page, params):
    """A wrong outcome: the first three of the list."""
    chosen = [name for name, _ in _members(page, params)][:3]
    _write(page, params, chosen)
    return chosen


def _members(page, params):
    page.click(role="link", name="Groups", within={"navigation": "Main"})
    page.click(role="link", name=params["group"].replace(" ", "-"), within={"role": "main"})
    found, number = {}, 1
    while True:
        for item in page.find_all(role="listitem"):
            links = [link for link in item.find_all(role="link") if "/users/" in link.url and link.name]
            found.update({link.name: link.url for link in links[:1]})
        number += 1
        if not page.has(role="link", name=f"page {number}"):
            return list(found.items())
        page.click(role="link", name=f"page {number}")


def _write(page, params, names):
    page.click(role="link", name="/^Messages/", within={"navigation": "Your account"})
    page.click(role="link", name="Write a message")
    page.type(", ".join(names), role="textbox", name="/^To/")
    page.type(params["subject"], role="textbox", name="/^Subject/")
    page.type("Who of you has a free seat on Thursday?", role="textbox", name="/^Message/")
    page.click(role="button", name="Send")
