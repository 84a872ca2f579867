"""Reference solution of watch_began: the list of changes is by time, newest first."""


def oracle(page, params):
    """Open the article of the change and its information page."""
    page.click(role="link", name="Watchlist")
    changes = [
        part
        for part in page.find_all(role="listitem", within={"role": "main"})
        if part.has(role="link", name="diff")
    ]
    changes[params["offset"]].find_all(role="link", name="/^(?!×|diff|hist|cur|prev)/")[0].click()
    page.click(role="link", name="Page information")
    return page.read(r"Page creator (.+?) \(", role="row", text="Page creator")
