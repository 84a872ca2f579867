"""Reference solution of plain_spellings: a category tells the articles, each gets a redirect."""

PLAIN = {"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue"}
BARE = {letter: plain[0] for letter, plain in PLAIN.items()}


def oracle(page, params):
    """One redirect an article."""
    for title in _titles(page, params):
        _save(page, _spelled(title, PLAIN), f"#REDIRECT [[{title}]]")


def one_missing(page, params):
    """A wrong outcome: the last one is overlooked."""
    for title in _titles(page, params)[:-1]:
        _save(page, _spelled(title, PLAIN), f"#REDIRECT [[{title}]]")


def without_dots(page, params):
    """A wrong outcome: from the last name only the dots are gone."""
    titles = _titles(page, params)
    for title in titles:
        letters = PLAIN if title != titles[-1] else BARE
        _save(page, _spelled(title, letters), f"#REDIRECT [[{title}]]")


def all_to_one(page, params):
    """A wrong outcome: the second name leads where the first does."""
    titles = _titles(page, params)
    for title, target in zip(titles, [titles[0], titles[0], *titles[2:]], strict=True):
        _save(page, _spelled(title, PLAIN), f"#REDIRECT [[{target}]]")


def last_with_a_link(page, params):
    """A wrong outcome: who looks for the last one has to click."""
    titles = _titles(page, params)
    for title in titles:
        line = f"#REDIRECT [[{title}]]" if title != titles[-1] else f"See [[{title}]]."
        _save(page, _spelled(title, PLAIN), line)


def _titles(page, params):
    """Names of the category's articles that no plain keyboard writes."""
    page.type(f"Category:{params['category']}", role="searchbox", name="Search Findling", enter=True)
    found = [link.name for link in page.find_all(role="link", within={"role": "main"})]
    return list(dict.fromkeys(name for name in found if any(letter in name for letter in PLAIN)))


def _spelled(title, letters):
    return "".join(letters.get(letter, letter) for letter in title)


def _save(page, name, text):
    page.type(name, role="searchbox", name="Search Findling", enter=True)
    page.click(role="link", name=name)
    page.type(text, role="textbox", name="Wikitext source editor")
    page.click(role="button", name="Save page")
