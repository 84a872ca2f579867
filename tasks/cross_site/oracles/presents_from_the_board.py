"""Reference solution of presents_from_the_board: what good answers name, all in the shop, one order."""

import re

VOTES = r"Vote up[^\w-]+-?\d+ Vote down"
POST = rf"Vote up[^\w-]+(-?\d+) Vote down\W+(?:Accept this answer)?(.*?)(?={VOTES}|$)"


def oracle(page, params, which=("first", "second", "third"), within_budget=True, order="price"):
    """For everybody the dearest thing that fits, then one order."""
    wishes = {one: _thread(page, params, one) for one in which}
    page.tab(1)
    for one in which:
        budget, answers = wishes[one]
        found = [thing for thing in _things(page, answers) if thing["price"] <= budget or not within_budget]
        best = max(found, key=lambda thing: thing[order])
        page.goto(best["url"])
        page.click(role="button", name="Add to basket")
    page.click(role="link", name="/^Basket/", within={"navigation": "Your account"})
    page.click(role="link", name="Proceed to checkout")
    page.click(role="button", name="/^Deliver to /", nth=0)
    page.click(role="button", name="Choose Standard delivery")
    page.click(role="radio", name="/^Invoice:/")
    page.click(role="button", name="Continue")
    page.click(role="button", name="Place order")


def any_price(page, params):
    """A wrong outcome: what the three want to spend does not matter."""
    oracle(page, params, within_budget=False)


def most_voted(page, params):
    """A wrong outcome: what most people say, if it is cheap enough or not."""
    oracle(page, params, within_budget=False, order="votes")


def without_the_third(page, params):
    """A wrong outcome: two of three."""
    oracle(page, params, which=("first", "second"))


def _thread(page, params, one):
    """What the asker wants to spend, and the good answers with their votes."""
    page.type(params[f"{one}_title"], role="textbox", name="Search", enter=True)
    page.click(role="link", name=params[f"{one}_title"], within={"role": "main"}, nth=0)
    posts = re.findall(POST, " ".join(page.text(role="main").split()))
    budget = int(re.findall(r"(\d+) euros", posts[0][1])[0])
    answers = [(int(votes), words) for votes, words in posts[1:]]
    return budget, [one for one in answers if one[0] >= params["votes"]]


def _things(page, answers):
    """Everything that can be sent right away and is named in one of the answers."""
    found = []
    for votes, words in answers:
        page.type(" ".join(words.split()[:24]), role="searchbox", name="Search products", enter=True)
        links = page.find_all(role="link", name="/./", within={"role": "main"})
        named = [link for link in links if "/catalogue/" in link.url and link.name.lower() in words.lower()]
        if not named:
            continue
        max(named, key=lambda link: len(link.name)).click()
        price = float(page.find_all(role="strong", name="/^€/")[0].name.lstrip("€").replace(",", ""))
        if page.has(role="button", name="Add to basket"):
            found.append({"price": price, "votes": votes, "url": page.url})
    return found
