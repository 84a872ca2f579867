"""Back and forth in what a tab has shown."""

from __future__ import annotations

from playwright.sync_api import Page
from playwright.sync_api import TimeoutError as PlaywrightTimeout

NAVIGATION_MS = 20_000


def travel(page: Page, way: int) -> bool:
    """Go to the page before or after; False when there is none.

    What a page has put into the history itself may have the address it had before, so that the place in the
    history tells, and not the address.

    Args:
        page: of the tab.
        way: -1 back, 1 forward.
    """
    address, before = page.url, _place(page)
    go = page.go_back if way < 0 else page.go_forward
    try:
        response = go(wait_until="commit", timeout=NAVIGATION_MS)
    except PlaywrightTimeout:
        if _place(page) == before:
            raise
        return True  # a frame in it has travelled, and the page itself stayed
    return response is not None or page.url != address or _place(page) != before


def _place(page: Page) -> int:
    session = page.context.new_cdp_session(page)
    try:
        return int(session.send("Page.getNavigationHistory")["currentIndex"])
    finally:
        session.detach()
