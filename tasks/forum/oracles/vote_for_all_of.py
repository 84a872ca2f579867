"""Reference solution of vote_for_all_of: the member's profile lists the questions with their tags."""


def oracle(page, params):
    """Vote for each of the questions that has no vote of mine yet."""
    _vote(page, params)


def whatever_community(page, params):
    """A wrong outcome: the member's questions of other communities get a vote as well."""
    _vote(page, params, everywhere=True)


def first_only(page, params):
    """A wrong outcome: stops after the first new vote."""
    _vote(page, params, most=1)


def _vote(page, params, everywhere=False, most=99):
    page.click(role="link", name="Members", within={"navigation": "Main"})
    page.type(params["username"], role="textbox", name="Search", enter=True)
    page.click(role="link", name=params["username"])
    places = [
        place
        for place, one in enumerate(page.find_all(role="article"))
        if everywhere or one.has(role="link", name=params["tag"])
    ]
    done = 0
    for place in places:
        page.find_all(role="article")[place].find_all(role="link")[0].click()
        button = page.find(role="button", name="Vote up", nth=0)
        if not button.states.get("pressed"):
            button.click()
            done += 1
        if done == most or place == places[-1]:
            return
        page.back()
