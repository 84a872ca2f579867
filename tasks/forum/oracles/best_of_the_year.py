"""Reference solution of best_of_the_year: the questions of the tag, those that count, and their tags anew."""

import re


def oracle(page, params):
    """File all of them under the new tag too."""
    _add(page, params, _best(params, _questions(page, params)))


def without_a_tick(page, params):
    """A wrong outcome: whether an answer is accepted does not matter."""
    _add(page, params, [url for url, year, _ in _questions(page, params) if year == str(params["year"])])


def one_missing(page, params):
    """A wrong outcome: the last one keeps its tags."""
    _add(page, params, _best(params, _questions(page, params))[:-1])


def other_years(page, params):
    """A wrong outcome: so has a question of another year, or one without a tick where all are of the year."""
    found = _questions(page, params)
    right = _best(params, found)
    others = [url for url, year, _ in found if year != str(params["year"])]
    _add(page, params, [*right, *(others or [url for url, *_ in found if url not in right])[:1]])


def in_its_place(page, params):
    """A wrong outcome: the questions are filed anew instead of twice."""
    change = {params["tag"]: params["new_tag"]}
    for url in _best(params, _questions(page, params)):
        _retag(page, url, lambda tags: [change.get(tag, tag) for tag in tags])


def _best(params, questions):
    return [url for url, year, ticked in questions if year == str(params["year"]) and ticked]


def _add(page, params, urls):
    for url in urls:
        _retag(page, url, lambda tags: [*tags, params["new_tag"]])


def _questions(page, params):
    """Address, year and whether an answer is accepted, of everything with the tag."""
    page.type(f"[{params['tag']}]", role="textbox", name="Search", enter=True)
    found = {}
    while True:
        for one in page.find_all(role="article"):
            url = one.find_all(role="link")[0].url
            if url in found:  # beyond the last page comes the first again
                return [(url, *rest) for url, rest in found.items()]
            found[url] = re.search(r"asked by \S+ \d+ \w{3} (\d{4})", one.text)[1], "✓" in one.text
        if not page.has(role="link", name="next page"):
            return [(url, *rest) for url, rest in found.items()]
        page.click(role="link", name="next page")


def _retag(page, url, change):
    page.goto(url)
    page.click(role="button", name="/retag/")
    field = {"role": "textbox", "name": "", "within": {"role": "main"}, "nth": 0}
    tags = " ".join(change(page.value(**field).split()))
    page.type(f"{tags} ", **field)  # the blank at the end closes the list of suggestions
    page.press("Enter")
