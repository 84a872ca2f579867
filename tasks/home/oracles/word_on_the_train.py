"""Reference solution of word_on_the_train: look until the note is there, four times at most."""

LOOKS = 4


def wait_for(page, params):
    """Look until the note has come; whether it has."""
    page.click(role="link", name="Scratchpad", within={"role": "navigation", "name": "Main"})
    for _ in range(LOOKS - 1):
        if page.has(role="article", text=params["note"]):
            return True
        page.wait(1)
        page.goto(page.url)
    return page.has(role="article", text=params["note"])


def keep(page, title, text):
    """Write a note."""
    page.type(title, role="textbox", name="Title")
    page.type(text, role="textbox", name="Text")
    page.click(role="button", name="Save note")


def time_in(page, params, key):
    """The time that is meant, or the other one that the note says."""
    text = page.text(role="article", text=params["note"])
    return next(word for word in text.replace(",", " ").replace(".", " ").split() if word == params[key])


def oracle(page, params):
    """The time in the note, or that there was none."""
    if wait_for(page, params):
        keep(page, f"Fetch {params['who']}", f"Be at the station at {time_in(page, params, 'time')}.")
    else:
        keep(page, f"Ring {params['who']}", "There was no word about the train.")


def at_once(page, params):
    """Give up without a second look."""
    page.click(role="link", name="Scratchpad", within={"role": "navigation", "name": "Main"})
    keep(page, f"Ring {params['who']}", "There was no word about the train.")


def first_time(page, params):
    """The other time."""
    wait_for(page, params)
    keep(page, f"Fetch {params['who']}", f"Be at the station at {time_in(page, params, 'other')}.")


def writes_into_it(page, params):
    """No note of one's own."""
    wait_for(page, params)
    page.click(role="link", name=f"Edit {params['note']}")
    page.type(f"Fetch {params['who']}", role="textbox", name="Title")
    page.click(role="button", name="Save note")


def clears_away(page, params):
    """The right note, and the other's is gone."""
    oracle(page, params)
    page.click(role="button", name=f"Delete {params['note']}")
