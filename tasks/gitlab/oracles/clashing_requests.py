"""Reference solution of clashing_requests: every line anew on top of main, then the old ones are closed."""

import re


def oracle(page, params, thank=True):
    """Settle the three requests one after the other."""
    for one in ("a", "b", "c"):
        project = params[f"{one}_project"]
        old, author, path, before, line = _asked(page, project, params[f"{one}_title"])
        page.goto(f"/{project}/blob/main/f/{path}")
        lines = _lines(page)
        _edit(page, _today(lines, before), lines[1], line)
        if thank:
            _thank(page, project, author)
        number = _merge(page, project, params[f"{one}_title"])
        _close(page, old, number)


def nobody_is_thanked(page, params):
    """A wrong outcome: the newcomer's name is missing."""
    oracle(page, params, thank=False)


def main_wins(page, params):
    """A wrong outcome: the old requests are closed and nothing comes in."""
    for one in ("a", "b", "c"):
        old = _asked(page, params[f"{one}_project"], params[f"{one}_title"])[0]
        _close(page, old, 1)


def _asked(page, project, title):
    """The address of a request, who sent it, its file and its line as it was and as it shall be."""
    page.goto(f"/{project}")
    page.click(role="link", name="/Merge Requests \\d/")
    while not page.has(role="link", name=title):
        page.click(role="link", name="Older")
    page.click(role="link", name=title)
    old = page.url
    username = page.read(r"by (\S+)\.", role="heading", text="Opened")
    page.click(role="tab", name="/^Files Changed/")
    lines = [code.text.strip() for code in page.find_all(role="code")]
    before = next(text[1:].strip() for text in lines if text.startswith("-"))
    line = next(text[1:].strip() for text in lines if text.startswith("+"))
    path = page.find_all(role="link", within={"role": "tabpanel"})[0].name
    page.goto(f"/user/{username}")
    author = page.read(r"([^\W\d][^•\d]*) • Joined")
    return old, author.strip(), path, before, line


def _lines(page):
    """The lines of the file that is shown."""
    cells = [one.text.strip() for one in page.find_all(role="cell")]
    return [text for text in cells if text and not text.isdigit()]


def _today(lines, before):
    """The line on main that says something else by now: it begins and ends like the one of the request."""
    return max(lines, key=lambda line: _common(line, before) + _common(line[::-1], before[::-1]))


def _common(one, other):
    """How many letters both begin with."""
    return next(
        (n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other))
    )


def _edit(page, row, start, line):
    page.click(role="link", name="Edit")
    page.click(text=start)
    while not page.has(text=row):
        page.press("PageDown")
    page.click(text=row)
    page.press("End")
    page.press("Shift+Home")
    page.type(line, role="textbox", name="File content")
    _commit(page, new=True)


def _commit(page, new):
    if new:
        page.click(role="radio", name="New branch")
        page.type("settle", role="textbox", name="Branch name")
    else:
        page.select("settle", role="combobox", name="Branch")
    page.click(role="button", name="Commit changes")


def _thank(page, project, author):
    page.goto(f"/{project}/blob/settle/f/AUTHORS")
    if author in page.text():
        return
    page.click(role="link", name="Edit")
    page.type(f"{author}\n", role="textbox", name="File content", clear=False)
    _commit(page, new=False)


def _merge(page, project, title):
    page.goto(f"/{project}/commits/settle")
    page.click(role="link", name="Create merge request")
    page.type(title, role="textbox", name="Merge Request Title")
    page.click(role="button", name="Create Merge Request")
    number = re.findall(r"/pull-request/(\d+)", page.url)[0]
    page.click(role="link", name="/Merge$/")
    page.click(role="button", name="Merge")
    return number


def _close(page, old, number):
    page.goto(old)
    page.type(f"Came in with #{number}.", role="textbox", name="Enter your comment here")
    page.click(role="button", name="Submit Comment")
    page.click(role="button", name="/Close$/")
