"""Reference solution of flash_cards: look all of them up, then write a note for each."""


def oracle(page, params, leave_out=0, swapped=False):
    """Make the cards."""
    page.tab(1)
    cards = []
    for letters in [params[name] for name in "abcde"]:
        page.goto("/")
        page.type(letters, role="searchbox", name="Search the Dictionary of Computing", enter=True)
        page.click(role="link", name=rf"/\({letters}\)$/", nth=0)
        cards.append([letters, page.read(r"^(.+) \(", role="heading", nth=0)])
    if swapped:
        cards[0][1], cards[1][1] = cards[1][1], cards[0][1]
    page.tab(0)
    page.click(role="link", name="Scratchpad", within={"navigation": "Main"})
    for letters, meaning in cards[: len(cards) - leave_out]:
        page.type(letters, role="textbox", name="Title")
        page.type(meaning, role="textbox", name="Text")
        page.click(role="button", name="Save note")


def one_less(page, params):
    """A wrong outcome: the last card is left out."""
    oracle(page, params, leave_out=1)


def on_the_neighbours(page, params):
    """A wrong outcome: two texts stand on each other's card."""
    oracle(page, params, swapped=True)
