"""Reference solution of changes_not_written: the log down to the last version, then the list of changes."""

import re


def oracle(page, params, choose=None, merged_by=False):
    """Write the section of both projects."""
    for one in ("a", "b"):
        _write(page, params[f"{one}_project"], choose, merged_by)


def newest_first(page, params):
    """A wrong outcome: the order of the log."""
    oracle(page, params, choose=lambda lines, commits: lines[::-1])


def commits_too(page, params):
    """A wrong outcome: lines for what came without a request."""
    oracle(page, params, choose=lambda lines, commits: [*lines, *(f"- {one}" for one in commits)])


def one_forgotten(page, params):
    """A wrong outcome: the first line is left out."""
    oracle(page, params, choose=lambda lines, commits: lines[1:])


def who_merged(page, params):
    """A wrong outcome: the name that stands with the merge."""
    oracle(page, params, merged_by=True)


def _write(page, project, choose, merged_by):
    page.goto(f"/{project}")
    page.click(role="link", name="/Roadmap$/")
    version = page.read(r"(\S+) Due: ", role="link", name="/ Due: /", nth=0)
    page.click(role="link", name="/Source$/")
    page.click(role="link", name="/Commits$/")
    requests, authors, plain = _log(page)
    lines = []
    for number, title, merger in reversed(requests):
        name = merger if merged_by else authors[title]
        lines.append(f"- {title} (#{number}, {name})")
    if choose:
        lines = choose(lines, plain)
    page.click(role="link", name="/Files$/")
    page.click(role="link", name="CHANGELOG.md")
    last = page.find_all(role="heading", name=r"/^\S+, \d{4}-\d\d-\d\d$/")[0].name
    page.click(role="link", name="Edit")
    page.click(text=f"## {last}")
    page.press("End")
    page.press("Shift+Home")
    section = [f"## {version}, 2026-03-16", "", *lines, "", f"## {last}"]
    page.type("\n".join(section), role="textbox", name="File content")
    page.click(role="button", name="Commit changes")


def _log(page):
    """The requests since the last version, who merged them, authors by title, commits without a request."""
    requests, authors, news = [], {}, None
    while True:
        title = ""
        for part in page.find_all(name="/./"):
            if part.role == "strong":
                title = part.name
                if title.startswith("Version ") and news is None:
                    sent = {title for _, title, _ in requests}
                    news = [one for one in authors if one not in sent]
            elif part.role == "link" and title and part.name[0].isalpha():
                merge = re.fullmatch(r"Merge #(\d+) `(.+)`", title)
                if not merge:
                    authors.setdefault(title, part.name)
                elif news is None:
                    requests.append((merge[1], merge[2], part.name))
                title = ""
        # what was merged later may have been written before the last version
        if news is not None and all(title in authors for _, title, _ in requests):
            return requests, authors, news
        page.click(role="link", name="Older")
