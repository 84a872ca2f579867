"""Reference solution of starts_on_monday: the model's rights, free issues, then a message that names them."""


def oracle(page, params, places=2):
    """Rights and issues in both projects, and word of them."""
    numbers = []
    for project in params["projects"].split(" and ")[:places]:
        page.goto(f"/{project}")
        page.click(role="link", name="/Settings$/")
        page.click(role="tab", name="Users & Groups")
        _add(page, params["newcomer"], _access(page, params["model"]))
        for url in _free(page, project, params["label"]):
            _assign(page, url, params["newcomer"])
            numbers.append("#" + url.rsplit("/", 1)[-1])
    page.tab(1)
    page.click(role="link", name="/^Messages/", within={"navigation": "Your account"})
    page.click(role="link", name="Write a message")
    page.type(params["newcomer"], role="textbox", name="/^To/")
    page.type(params["subject"], role="textbox", name="/^Subject/")
    page.type(f"Yours from now on: {', '.join(numbers)}.", role="textbox", name="/^Message/")
    page.click(role="button", name="Send")


def one_project(page, params):
    """A wrong outcome: the second project is forgotten."""
    oracle(page, params, places=1)


def may_only_sort(page, params):
    """A wrong outcome: other rights than the model has."""
    project = params["projects"].split(" and ")[0]
    page.goto(f"/{project}")
    page.click(role="link", name="/Settings$/")
    page.click(role="tab", name="Users & Groups")
    _add(page, params["newcomer"], "collaborator" if _access(page, params["model"]) == "ticket" else "ticket")


def _access(page, username):
    """What somebody may do, as the list of users says it in brackets."""
    person = next(
        one for one in page.find_all(role="listitem") if one.has(role="link", name=rf"/ {username}$/")
    )
    return person.text.split("(")[1].split(")")[0]


def _add(page, username, access):
    page.click(role="link", name="add user")
    page.type(username, role="textbox", name="Username")
    if not _proposed(page, username):
        page.noop()
    _proposed(page, username)[0].click()
    page.select(access, role="combobox")
    page.click(role="button", name="Add")


def _proposed(page, username):
    return [part for part in page.find_all(name=username) if part.role in ("generic", "StaticText", "option")]


def _free(page, project, label):
    """Addresses of the open issues with the label that nobody has."""
    page.click(role="link", name="/ Issues \\d+$/")
    found = {}
    while True:
        issue = ""
        for link in page.find_all(role="link"):
            if "/issue/" in link.url:
                issue = link.url
            elif issue and "assignee=" in link.url:
                found[issue] = "taken"
            elif issue and "tags=" in link.url and link.name == label:
                found.setdefault(issue, "free")
        if not page.has(role="link", name="Older") or page.has(role="link", name=r"/page (\d+) of \1$/"):
            return [url for url, state in found.items() if state == "free"]
        page.click(role="link", name="Older")


def _assign(page, url, username):
    page.goto(url)
    page.click(role="button", name="Edit metadata")
    page.type(username, role="textbox", name="Assignee")
    page.noop()
    page.press("Enter")
    page.click(role="button", name="Update")
