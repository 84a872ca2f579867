"""Reference solution of profile_moved: one's own profile, only the fields that are out of date."""

LABELS = {"place": "Location", "website": "Website", "status": "Status"}


def oracle(page, params):
    """Fill in what is new."""
    _open(page)
    for field, text in _news(params):
        page.type(text, role="textbox", name=LABELS[field])
    page.click(role="button", name="Save profile")


def half(page, params):
    """A wrong outcome: one of two fields."""
    _open(page)
    field, text = _news(params)[0]
    page.type(text, role="textbox", name=LABELS[field])
    page.click(role="button", name="Save profile")


def forgets_the_rest(page, params):
    """A wrong outcome: what is not news is emptied."""
    _open(page)
    news = dict(_news(params))
    for field, label in LABELS.items():
        page.type(news.get(field, ""), role="textbox", name=label)
    page.click(role="button", name="Save profile")


def in_the_bio(page, params):
    """A wrong outcome: the news go into the text about oneself."""
    _open(page)
    page.type(" ".join(text for _, text in _news(params)), role="textbox", name="Bio")
    page.click(role="button", name="Save profile")


def _open(page):
    page.click(role="button", nth=1, within={"role": "navigation", "nth": 0})
    page.click(role="link", name="My Profile")
    page.click(role="link", name="Edit profile")


def _news(params):
    website = params["website"] and f"https://{params['website']}/"
    news = {"place": params["place"], "website": website, "status": params["status"]}
    return [(field, text) for field, text in news.items() if text]
