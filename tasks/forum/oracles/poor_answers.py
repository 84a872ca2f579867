"""Reference solution of poor_answers: who asked last, and what that profile says of the answers."""

import re


def oracle(page, params):
    """Count the answers below zero of whoever asked the question at that place by date."""
    return _count(page, params, r"/^\W*date$/")


def last_active(page, params):
    """A wrong outcome: the list is left as it comes, by activity."""
    return _count(page, params, None)


def _count(page, params, order):
    page.click(role="link", name="Communities", within={"navigation": "Main"})
    page.click(role="link", name=params["community"], within={"role": "main"})
    if order:
        page.click(role="link", name=order)
    links = page.find_all(role="article")[params["place"] - 1].find_all(role="link")
    asker = next(link for link in links if "/users/" in link.url)
    name = asker.name
    asker.click()
    pages = -(-int(page.read(r"(\d+) Answer")) // 10)
    below = 0
    for number in range(pages):
        if number:
            page.find_all(role="generic", name="next page")[-1].click()
        for link in page.find_all(role="link", within={"role": "main"}):
            if "answer=" in link.url:
                below += re.match(r"-\d", link.name) is not None
    return {"answer": {"member": name, "answers": below}}
