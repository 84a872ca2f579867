"""Reference solution of last_word: who wrote last below each issue decides what is said there."""

import re


def oracle(page, params):
    """Promise, remind, or leave alone."""
    for url in _labelled(page, params):
        speakers, reporter = _talk(page, url)
        if not speakers:
            _say(page, "We look at it this week.")
            page.click(role="button", name="Edit metadata")
            page.select("High", role="combobox", name="/Priority$/")
            page.click(role="button", name="Update")
        elif speakers[-1] == "emma":
            _say(page, f"@{reporter}, we wait for your answer.")


def reminders_only(page, params):
    """A wrong outcome: what is new stays unseen."""
    for url in _labelled(page, params):
        speakers, reporter = _talk(page, url)
        if speakers and speakers[-1] == "emma":
            _say(page, f"@{reporter}, we wait for your answer.")


def other_way_round(page, params):
    """A wrong outcome: one is reminded who has answered."""
    for url in _labelled(page, params):
        speakers, reporter = _talk(page, url)
        if speakers and speakers[-1] != "emma":
            _say(page, f"@{reporter}, we wait for your answer.")
            return


def _labelled(page, params):
    """Addresses of the open issues with the label."""
    page.type(params["project"], role="textbox", name="find Projects & forks", enter=True)
    page.click(role="link", name="/ Issues \\d+$/")
    found = []
    while True:
        issue = ""
        for link in page.find_all(role="link"):
            if "/issue/" in link.url:
                issue = link.url
            elif issue and "tags=" in link.url and link.name == params["label"]:
                found.append(issue)
        if not page.has(role="link", name="Older") or page.has(role="link", name=r"/page (\d+) of \1$/"):
            return found
        page.click(role="link", name="Older")


def _talk(page, url):
    """Who wrote below the issue, in their order, and who reported it."""
    page.goto(url)
    links = page.find_all(role="link")
    speakers = [links[n - 1].name for n, link in enumerate(links) if link.name.startswith("commented")]
    heading = page.text(role="heading", text="Opened")
    return speakers, re.search(r" by (\S+?)\. Modified", heading)[1]


def _say(page, text):
    page.type(text, role="textbox", name="Enter your comment here")
    page.click(role="button", name="Comment")
