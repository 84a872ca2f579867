"""Reference solution of accept_instead: find the member's answer, accept it, comment on it."""


def oracle(page, params):
    """Accept the other answer and comment on it."""
    place = _open(page, params)
    page.click(role="button", name="Accept this answer", nth=place)
    _comment(page, params, place + 1)


def comment_only(page, params):
    """A wrong outcome: nothing else is accepted."""
    _comment(page, params, _open(page, params) + 1)


def take_back(page, params):
    """A wrong outcome: the accepted answer is not accepted any more, nor is another."""
    place = _open(page, params)
    buttons = page.find_all(role="button", name="Accept this answer")
    next(button for button in buttons if button.states.get("pressed")).click()
    _comment(page, params, place + 1)


def comment_elsewhere(page, params):
    """A wrong outcome: the right answer, but the comment below the question."""
    place = _open(page, params)
    page.click(role="button", name="Accept this answer", nth=place)
    _comment(page, params, 0)


def _open(page, params):
    page.type(params["title"], role="textbox", name="Search", enter=True)
    page.click(role="link", name=params["title"], within={"role": "main"})
    authors, person = [], ""
    for link in page.find_all(role="link", within={"role": "main"}):
        if link.name.startswith("answered "):
            authors.append(person)
        elif "/users/" in link.url and "by-group" not in link.url:
            person = link.name
    return authors.index(params["username"])


def _comment(page, params, place):
    page.click(role="button", name="add a comment", nth=place)
    page.type(params["text"], role="textbox", within={"role": "main"})
    page.click(role="button", name="add comment")
