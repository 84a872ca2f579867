"""Reference solution of stop_watching: tick the titles in the list of watched pages."""


def oracle(page, params):
    """Remove the titles that are meant."""
    page.click(role="link", name="Watchlist")
    page.click(role="link", name="View and edit watchlist")
    for title in params["titles"]:
        page.click(role="checkbox", name=f"/^{title}( |$)/")
    page.click(role="button", name="Remove titles")
