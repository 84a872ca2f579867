"""Reference solution of forks_for_the_train: every project of both groups, its issues and merge requests."""


def oracle(page, params, groups=("first", "second"), picky=True):
    """Fork what has many issues, star what has a merge request."""
    for group in groups:
        page.click(role="link", name="Browse")
        page.click(role="link", name="Groups")
        page.click(role="strong", name=params[group])
        links = page.find_all(role="link", name=f"/^{params[group]}\\//")
        for url in dict.fromkeys(link.url for link in links):
            page.goto(url)
            if _figure(page, "Issues") >= params["least"]:
                page.click(role="button", name="/ Fork$/")
            elif _figure(page, "Merge Requests") or not picky:
                page.click(role="link", name="/ Star$/")


def first_group(page, params):
    """A wrong outcome: half of it."""
    oracle(page, params, groups=("first",))


def stars_for_all(page, params):
    """A wrong outcome: what has no merge request gets a star, too."""
    oracle(page, params, groups=("second",), picky=False)


def _figure(page, what):
    """The number behind the name of a tab; 0 where there is none."""
    links = page.find_all(role="link", name=rf"/ {what} \d+$/")
    return int(links[0].name.split()[-1]) if links else 0
