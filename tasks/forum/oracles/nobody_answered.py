"""Reference solution of nobody_answered: the lists of the tag, then whatever has no answer is closed."""

import re


def oracle(page, params):
    """Close all of them."""
    _close(page, params, [one["url"] for one in _questions(page, params) if _counts(one, params)])


def one_open(page, params):
    """A wrong outcome: the last one is forgotten."""
    _close(page, params, [one["url"] for one in _questions(page, params) if _counts(one, params)][:-1])


def one_answer_is_none(page, params):
    """A wrong outcome: somebody did answer one of them."""
    found = _questions(page, params)
    answered = [one["url"] for one in found if one["year"] == str(params["year"]) and one["answers"] == 1]
    _close(page, params, [*(one["url"] for one in found if _counts(one, params)), answered[0]])


def a_year_late(page, params):
    """A wrong outcome: one question is of another year."""
    found = _questions(page, params)
    others = [one["url"] for one in found if one["year"] != str(params["year"])]
    _close(page, params, [*(one["url"] for one in found if _counts(one, params)), others[0]])


def _counts(one, params):
    return one["year"] == str(params["year"]) and one["answers"] == 0


def _questions(page, params):
    """Address, year and number of answers of whatever is open under the tag."""
    page.type(f"[{params['tag']}]", role="textbox", name="Search", enter=True)
    seen, found = set(), []
    while True:
        for one in page.find_all(role="article"):
            link = one.find_all(role="link")[0]
            if link.url in seen:  # beyond the last page comes the first again
                return found
            seen.add(link.url)
            if "[closed]" not in one.text:
                asked = re.search(r"asked by \S+ \d+ \w{3} (\d{4})", one.text)
                answers = re.search(r"(\d+) answers?", one.text)
                found.append({"url": link.url, "year": asked[1], "answers": int(answers[1])})
        if not page.has(role="link", name="next page"):
            return found
        page.click(role="link", name="next page")


def _close(page, params, urls):
    for url in urls:
        page.goto(url)
        page.click(role="link", name="/close$/")
        page.select(params["reason"], role="combobox")
        page.click(role="button", name="OK to close")
