"""What takes more than one movement of the mouse, and keys that stay down."""

from __future__ import annotations

from contextlib import suppress

from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Locator, Page

from harness.browser.page_facts import COPY_JS, PASTED_JS
from harness.browser.tabs import Tabs

_MOVES = 10
"""Of the mouse on the way of a drag: pages look at what it passes, and begin to drag with the second one."""

Place = Locator | tuple[float, float]
"""An element, or a point of the window in CSS pixels."""


class Hands:
    """Mouse and keyboard of an episode.

    Args:
        tabs: of the episode.
    """

    def __init__(self, tabs: Tabs) -> None:
        self._tabs = tabs
        self._held: dict[str, Page] = {}

    def drag(self, start: Place, end: Place, timeout: float) -> None:
        """Press at one place, move to the other, let go.

        Args:
            start: where; an element must be there to be pressed.
            end: where to; an element is scrolled into view.
            timeout: milliseconds for an element to become ready.
        """
        mouse = self._tabs.front.mouse
        if isinstance(end, Locator):
            end.scroll_into_view_if_needed(timeout=timeout)
        self._move(start, timeout)
        mouse.down()
        try:
            if isinstance(end, Locator):
                end.scroll_into_view_if_needed(timeout=timeout)
                end = _middle(end, timeout)
            mouse.move(*end, steps=_MOVES)
        finally:
            mouse.up()

    def wheel(self, over: Place, dx: float, dy: float, timeout: float) -> None:
        """Turn the wheel over a place, by so many CSS pixels.

        Args:
            over: an element is scrolled into view first.
            dx: to the right.
            dy: down.
            timeout: milliseconds for an element to become ready.
        """
        self._move(over, timeout)
        self._tabs.front.mouse.wheel(dx, dy)

    def copy(self, element: Locator, timeout: float) -> str:
        """Take an element's text and copy it; what was copied, empty where that is nothing.

        Args:
            element: whose value or text is meant.
            timeout: milliseconds for it to answer.
        """
        return str(element.evaluate(COPY_JS, timeout=timeout))

    def paste(self, into: Locator | None, timeout: float) -> str | None:
        """Paste at the end of a field, or where the cursor is.

        Args:
            into: the field.
            timeout: milliseconds for it to answer.

        Returns:
            What was pasted; None where it is not known, since a frame has the cursor or the page is gone.
        """
        page = self._tabs.front
        if into is not None:
            into.focus(timeout=timeout)
            page.keyboard.press("ControlOrMeta+End")
        seen = page.evaluate_handle(PASTED_JS) if into is None else into.evaluate_handle(PASTED_JS)
        page.keyboard.press("ControlOrMeta+V")
        try:
            text = seen.evaluate("(seen) => seen.text")
        except PlaywrightError:
            return None
        return None if text is None else str(text)

    def hold(self, key: str) -> None:
        """Hold a key down."""
        page = self._tabs.front
        page.keyboard.down(key)
        self._held[key] = page

    def let_go(self, key: str) -> bool:
        """Let go of a key, in the tab where it was pressed; False when it is not held."""
        page = self._held.pop(key, None)
        if page is None:
            return False
        with suppress(PlaywrightError):  # the tab is closed, and its key with it
            page.keyboard.up(key)
        return True

    def _move(self, to: Place, timeout: float) -> None:
        if isinstance(to, Locator):
            to.hover(timeout=timeout)
        else:
            self._tabs.front.mouse.move(*to)


def _middle(element: Locator, timeout: float) -> tuple[float, float]:
    box = element.bounding_box(timeout=timeout) or {"x": 0, "y": 0, "width": 0, "height": 0}
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
