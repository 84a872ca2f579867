"""What takes more than one movement of the mouse, and keys that stay down."""

from __future__ import annotations

import re
from contextlib import suppress

from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import FileChooser, Locator, Page
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from harness.browser.page_facts import COPY_JS, PASTED_JS
from harness.browser.tabs import Tabs

LONG_TEXT = 200
"""Characters; longer texts are pasted, not typed: a stroke takes milliseconds, and pages would hang."""

_ASKS_MS = 1_500  # after it was pressed, a button may take so long to ask for a file
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

    def write(self, text: str) -> None:
        """Type where the cursor is. New lines are Enter, which sends a field of one line.

        Args:
            text: of a long one only the last letter is a key stroke, and new lines as long as they are few.
        """
        keyboard = self._tabs.front.keyboard  # Enter may bring another tab to the front
        if len(text) <= LONG_TEXT:
            keyboard.type(text)
            return
        for piece in _pieces(text[:-1]):
            if piece in _NEW_LINES:
                keyboard.press("Enter")
            else:
                keyboard.insert_text(piece)
        keyboard.type(text[-1])

    def ask_for_file(self, button: Locator, timeout: float) -> FileChooser | None:
        """Press what asks for a file; None when it does not ask soon after that.

        Args:
            button: to be pressed.
            timeout: milliseconds for it to become ready.
        """
        page, asked = self._tabs.front, list[FileChooser]()

        def take(chooser: FileChooser) -> None:
            asked.append(chooser)

        page.on("filechooser", take)
        try:
            button.click(timeout=timeout)
            if not asked:
                with suppress(PlaywrightTimeout):
                    page.wait_for_event("filechooser", timeout=_ASKS_MS)
        finally:
            page.remove_listener("filechooser", take)
        return asked[0] if asked else None

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


_NEW_LINES = ("\n", "\r")


def _pieces(text: str) -> list[str]:
    """A long text between its new lines, with these; whole where that would be too many strokes."""
    if sum(map(text.count, _NEW_LINES)) > LONG_TEXT:
        return [text]
    return [piece for piece in re.split("([\n\r])", text) if piece]


def _middle(element: Locator, timeout: float) -> tuple[float, float]:
    box = element.bounding_box(timeout=timeout) or {"x": 0, "y": 0, "width": 0, "height": 0}
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
