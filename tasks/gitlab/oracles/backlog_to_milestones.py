"""Reference solution of backlog_to_milestones: labels and milestones from the list, then issue by issue."""


def oracle(page, params):
    """Put every issue that is in none into its milestone."""
    _sort(page, params, [one for one in _listed(page, params) if not one["milestone"]])


def soon_only(page, params):
    """A wrong outcome: what may wait is left where it was."""
    _sort(page, params, [one for one in _listed(page, params) if one["soon"] and not one["milestone"]])


def whatever_they_have(page, params):
    """A wrong outcome: the first that has a milestone gets another one."""
    had = [one for one in _listed(page, params) if one["milestone"]]
    _sort(page, params, [one for one in had if one["milestone"] != _for(one, params)][:1])


def _for(issue, params):
    return params["milestone"] if issue["soon"] else "someday"


def _listed(page, params):
    """Each open issue with one of the labels: its address, which label, its milestone."""
    page.type(params["project"], role="textbox", name="find Projects & forks", enter=True)
    page.click(role="link", name="/ Issues \\d+$/")
    found = []
    while True:
        issue = None
        for link in page.find_all(role="link"):
            if "/issue/" in link.url:
                issue = {"url": link.url, "labels": set(), "milestone": ""}
                found.append(issue)
            elif issue and "milestone=" in link.url:
                issue["milestone"] = link.name
            elif issue and "tags=" in link.url:
                issue["labels"].add(link.name)
        if not page.has(role="link", name="Older") or page.has(role="link", name=r"/page (\d+) of \1$/"):
            break
        page.click(role="link", name="Older")
    for one in found:
        one["soon"] = params["soon"] in one["labels"]
    return [one for one in found if one["soon"] or params["later"] in one["labels"]]


def _sort(page, params, issues):
    for issue in issues:
        page.goto(issue["url"])
        page.click(role="button", name="Edit metadata")
        page.select(_for(issue, params), role="combobox", name="/Milestone$/")
        page.click(role="button", name="Update")
