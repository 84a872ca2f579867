"""Reference solution of colleague_leaves: the issues of somebody one after the other, then the rights."""


def oracle(page, params, most=99):
    """Take over the issues, then remove the user."""
    for project in params["projects"].split(" and "):
        for url in _assigned(page, project, params["username"])[:most]:
            _take_over(page, url, params)
        _remove(page, project, params["username"])


def one_issue(page, params):
    """A wrong outcome: stops after the first issue of each project."""
    oracle(page, params, most=1)


def only_the_rights(page, params):
    """A wrong outcome: nobody has the issues now."""
    for project in params["projects"].split(" and "):
        page.goto(f"/{project}")
        _remove(page, project, params["username"])


def _assigned(page, project, username):
    """Addresses of the project's open issues that somebody has."""
    page.goto(f"/{project}")
    page.click(role="link", name="/ Issues \\d+$/")
    found = []
    while True:
        issue = ""
        for link in page.find_all(role="link"):
            if "/issue/" in link.url:
                issue = link.url
            elif issue and link.url.endswith(f"assignee={username}"):
                found.append(issue)
        if not page.has(role="link", name="Older") or page.has(role="link", name=r"/page (\d+) of \1$/"):
            return found
        page.click(role="link", name="Older")


def _take_over(page, url, params):
    page.goto(url)
    page.type(f"I take this over from {params['username']}.", role="textbox", name="Enter your comment here")
    page.click(role="button", name="Comment")
    page.click(role="button", name="Edit metadata")
    has_it = {"role": "group", "text": "/^\\W*Assignee/"}
    page.click(role="StaticText", name=params["username"], within=has_it)
    page.press("Backspace")
    page.type(params["me"], role="textbox", name="Assignee")
    page.noop()
    page.press("Enter")
    page.click(role="button", name="Update")


def _remove(page, project, username):
    page.click(role="link", name="/Settings$/")
    page.click(role="tab", name="Users & Groups")
    person = next(
        one for one in page.find_all(role="listitem") if one.has(role="link", name=rf"/ {username}$/")
    )
    person.find_all(role="button")[0].click()
