"""Reference solution of roles_by_output: the list of users counts what has appeared."""


def oracle(page, params, shift=0, moves=None):
    """Rank first, then change one role after the other."""
    ranking = {}
    for role, _, _ in params["moves"]:
        if role not in ranking:
            _list(page, role)
            ranking[role] = _ranked(page)
    for role, place, new in moves or params["moves"]:
        _list(page, role)
        page.click(role="checkbox", name=f"Select {ranking[role][place + (shift if place >= 0 else -shift)]}")
        page.select(new.capitalize(), role="combobox", name="/^Change role to/", nth=0)
        page.click(role="button", name="Change", nth=0)


def neighbours(page, params):
    """A wrong outcome: one place off."""
    oracle(page, params, shift=1)


def first_only(page, params):
    """A wrong outcome: half of it."""
    oracle(page, params, moves=params["moves"][:1])


def _list(page, role):
    page.click(role="link", name="Users", within={"navigation": "Main menu"})
    page.click(role="link", name=f"/^{role.capitalize()} \\(/", within={"role": "main"})


def _ranked(page):
    """Logins, whoever has written most first."""
    counts = []
    for row in page.find_all(role="row"):
        posts = row.find_all(role="link", name="/posts? by this author/")
        if posts:
            login = row.find(role="checkbox").name.removeprefix("Select ")
            counts.append((int(posts[0].text.split()[0]), login))
    return [login for _, login in sorted(counts, reverse=True)]
