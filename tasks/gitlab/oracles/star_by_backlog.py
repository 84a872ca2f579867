"""Reference solution of star_by_backlog: every project of both groups, its open issues, its star."""


def oracle(page, params, groups=("first", "second"), news=True):
    """Star what has many issues, follow what has very many."""
    for group in groups:
        page.click(role="link", name="Browse")
        page.click(role="link", name="Groups")
        page.click(role="strong", name=params[group])
        links = page.find_all(role="link", name=f"/^{params[group]}\\//")
        for url in dict.fromkeys(link.url for link in links):
            page.goto(url)
            issues = page.find_all(role="link", name=r"/ Issues \d+$/")
            number = int(issues[0].name.split()[-1]) if issues else 0
            if number >= params["least"]:
                page.click(role="link", name="/ Star$/")
            if number >= params["many"] and news:
                page.click(role="link", name="/ Watch$/")
                page.click(text="Watch Issues and MRs")


def first_group(page, params):
    """A wrong outcome: half of it."""
    oracle(page, params, groups=("first",))


def without_news(page, params):
    """A wrong outcome: nothing is followed."""
    oracle(page, params, groups=("second",), news=False)
