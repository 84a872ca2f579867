"""Reference solution of two_at_the_desk: write, then see whether that wrote over somebody."""

EDITOR = "Merle Hinrichs"


def oracle(page, params):
    """Both pieces; the colleague's version is the one to go on from."""
    for number in ("one", "two"):
        _open(page, params[f"{number}_title"])
        _write(page, params[f"{number}_words"])
        theirs = [item for item in page.find_all(role="listitem") if EDITOR in item.text and "@" in item.text]
        if theirs:
            theirs[0].find(role="link", name="/@/").click()
            page.click(role="button", name="Restore This Revision")
            _write(page, params[f"{number}_words"])


def writes_over(page, params):
    """A wrong outcome: does not look at what was there."""
    for number in ("one", "two"):
        _open(page, params[f"{number}_title"])
        _write(page, params[f"{number}_words"])


def _open(page, title):
    page.click(role="link", name="Posts", within={"navigation": "Main menu"})
    page.type(title, role="searchbox", name="Search Posts:", enter=True)
    page.click(role="link", name=f"“{title}” (Edit)")


def _write(page, words):
    page.type(f" {words}", role="textbox", name="Text", clear=False)
    page.click(role="button", name="Update")
