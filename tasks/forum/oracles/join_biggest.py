"""Reference solution of join_biggest: compare the numbers of members, join the biggest of the others."""

import re


def oracle(page, params):
    """Join by the number of members."""
    _join(page, params, r"(\d+) members?")


def by_questions(page, params):
    """A wrong outcome: goes by the number of questions."""
    _join(page, params, r"(\d+) questions?")


def _join(page, params, figure):
    page.click(role="link", name="Communities", within={"navigation": "Main"})
    open_ones = []
    for card in page.find_all(role="listitem", within={"role": "main"}):
        if not card.text.endswith(", joined"):
            open_ones.append((-int(re.findall(figure, card.text)[-1]), card.find(role="link").name))
    for place, (_, title) in enumerate(sorted(open_ones)[: params["count"]]):
        if place:
            page.click(role="link", name="Communities", within={"navigation": "Main"})
        page.click(role="link", name=title, within={"role": "main"})
        page.click(role="button", name="Join this community")
