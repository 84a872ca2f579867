"""Actions on the browser: by the element ids of the current observation, or by coordinates.

Every action either happens or raises ``ActionError`` with a reason the agent is shown. Invalid ones (no such
element, not a select box, a forbidden URL) count towards the stop rule; a covered button does not.
"""

from __future__ import annotations

import mimetypes
from collections.abc import Mapping
from typing import Any

from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import FilePayload, Locator
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from harness.agents.protocol import TEXT_ROLE, Element
from harness.browser.choices import place_of, places_of
from harness.browser.gestures import LONG_TEXT, Hands
from harness.browser.history import travel
from harness.browser.observation import Tree
from harness.browser.page_facts import FACTS_AT_JS, FACTS_JS, FOCUSED_JS, SCROLL_JS, SCROLL_TO_JS, SUBMIT_JS
from harness.browser.reasons import STARVED, reason_of
from harness.browser.tabs import Tabs
from tasks import actions

ACTION_MS = 10_000  # how long an element may take to become clickable; a busy machine needs seconds
GONE_AFTER_MS = 4_000  # an element that does not answer for so long has gone; a busy machine needs seconds
MOST_COPIED = 20_000  # characters of a text that a trajectory keeps

_PICKED = frozenset({"date", "time", "datetime-local", "month", "week", "color", "range", "number"})
_TYPED = frozenset({"text", "search", "email", "url", "tel", "password", ""})


Point = tuple[float, float]
_AtPoint = actions.Click | actions.Hover | actions.Drag | actions.Wheel | actions.Type


class ActionError(Exception):
    """The action did nothing; ``invalid`` when it could not have done anything on this observation."""

    def __init__(self, reason: str, *, invalid: bool = True) -> None:
        super().__init__(reason)
        self.reason = reason
        self.invalid = invalid


def ends_with_a_key(facts: Mapping[str, Any], text: str) -> bool:
    """Whether the last letter of a text is a key stroke: pages that search while one types listen for keys.

    Args:
        facts: of the field: ``tag`` and ``type``.
        text: to be written.
    """
    typed = facts.get("tag") == "textarea" or facts.get("type") in _TYPED
    return typed and 0 < len(text) <= LONG_TEXT and "\n" not in text


class Executor:
    """Carries out actions on the tabs of an episode.

    ``target`` describes the element of the last action: role, name, nth (among those of the same role and
    name), css, box, value, tag.
    """

    def __init__(self, tabs: Tabs) -> None:
        self.tabs = tabs
        self.target: dict[str, Any] | None = None
        self._hands = Hands(tabs)

    def execute(self, action: actions.Action, tree: Tree) -> None:
        """Carry out one action.

        Args:
            action: any but ``stop`` and ``say``, which concern the episode and not the browser.
            tree: of the observation the action answers.

        Raises:
            ActionError: when it did nothing.
        """
        self.target = None
        acting = self.tabs.active
        handler = getattr(self, f"_{action.name}", None)
        if handler is None:
            raise ActionError(f"{action.name} is not an action of the browser")
        try:
            handler(action, tree)
        except PlaywrightTimeout as error:
            reason = reason_of(error)
            if reason == STARVED:  # a machine that is too busy must not count as the agent's failure
                self.tabs.trouble.append(f"{action.name} at {self.tabs.front.url}: {reason}")
            raise ActionError(reason, invalid=False) from error
        except PlaywrightError as error:
            if any(page is None or page.is_closed() for page in (acting, self.tabs.active)):
                return  # the action closed its own tab
            raise ActionError(reason_of(error), invalid=False) from error

    # --- on elements --------------------------------------------------------------------------------------

    def _click(self, action: actions.Click, tree: Tree) -> None:
        if action.element is None:
            x, y = self._point(action)
            self.tabs.front.mouse.click(x, y, button=action.button, click_count=action.count)
            return
        element, locator, facts = self._element(action.element, tree)
        if facts.get("disabled"):
            raise ActionError(f"[{element.id}] {element.role} '{element.name}' is disabled")
        if element.role == "option" and facts.get("tag") == "select":
            self._choose(element, locator, place_of(element, tree, facts), facts)
            return
        popups = self.tabs.popups
        try:
            locator.click(button=action.button, click_count=action.count, timeout=ACTION_MS)
        except PlaywrightTimeout as error:
            if "intercepts pointer events" not in error.message:
                raise
            # a menu that is open because the mouse is over it closes when the mouse is elsewhere
            width, height = self.tabs.window
            self.tabs.front.mouse.move(width - 1, height - 1)
            locator.click(button=action.button, click_count=action.count, timeout=GONE_AFTER_MS)
        if facts.get("opens_tab") or (action.button == "middle" and facts.get("href")):
            self.tabs.expect_popups(popups + 1)

    def _hover(self, action: actions.Hover, tree: Tree) -> None:
        if action.element is None:
            self.tabs.front.mouse.move(*self._point(action))
        else:
            self._element(action.element, tree)[1].hover(timeout=ACTION_MS)

    def _drag(self, action: actions.Drag, tree: Tree) -> None:
        if action.to_element is None:
            assert action.to_x is not None
            assert action.to_y is not None
            end: Locator | tuple[float, float] = self._inside(action.to_x, action.to_y)
        else:
            end = self._element(action.to_element, tree)[1]
        start = self._point(action) if action.element is None else self._element(action.element, tree)[1]
        self._hands.drag(start, end, ACTION_MS)

    def _wheel(self, action: actions.Wheel, tree: Tree) -> None:
        over = self._point(action) if action.element is None else self._element(action.element, tree)[1]
        self._hands.wheel(over, action.dx, action.dy, ACTION_MS)

    def _type(self, action: actions.Type, tree: Tree) -> None:
        keyboard = self.tabs.front.keyboard
        if action.element is not None:
            element, locator, facts = self._element(action.element, tree)
            self._fill(element, locator, facts, action)
        else:
            if action.x is not None:
                self.tabs.front.mouse.click(*self._point(action))
            elif not self._focused():
                raise ActionError("nothing has the focus; click what the text is for")
            if action.clear:
                keyboard.press("ControlOrMeta+A")
                keyboard.press("Delete")
            self._hands.write(action.text)
        if action.enter:
            keyboard.press("Enter")

    def _check_editable(self, element: Element, facts: dict[str, Any]) -> str:
        shown = f"[{element.id}] {element.role} '{element.name}'"
        if not facts.get("editable"):
            raise ActionError(f"{shown} does not take text")
        if facts.get("disabled") or facts.get("readonly"):
            raise ActionError(f"{shown} is {'disabled' if facts.get('disabled') else 'read-only'}")
        return shown

    def _fill(self, element: Element, locator: Locator, facts: dict[str, Any], action: actions.Type) -> None:
        shown = self._check_editable(element, facts)
        text = action.text
        if not action.clear:
            locator.focus(timeout=ACTION_MS)
            self.tabs.front.keyboard.press("ControlOrMeta+End")
            self._hands.write(text)
            return
        limit = facts.get("maxlength")
        if isinstance(limit, int) and limit >= 0:
            text = text[:limit]  # as typing would be cut
        if not ends_with_a_key(facts, text):
            locator.fill(text, timeout=ACTION_MS)
            if text and facts.get("type") in _PICKED and not locator.input_value(timeout=ACTION_MS):
                raise ActionError(f"{shown} is a {facts['type']} field and does not take {text!r}")
            return
        locator.fill(text[:-1], timeout=ACTION_MS)
        locator.press_sequentially(text[-1], timeout=ACTION_MS)

    def _select(self, action: actions.Select, tree: Tree) -> None:
        element, locator, facts = self._element(action.element, tree)
        if facts.get("tag") != "select":
            raise ActionError(f"[{element.id}] {element.role} '{element.name}' is not a select box; click it")
        if facts.get("disabled"):
            raise ActionError(f"[{element.id}] {element.role} '{element.name}' is disabled")
        try:
            places = places_of(facts, action.options)
        except ValueError as error:
            raise ActionError(f"[{element.id}] {error}") from error
        locator.select_option(index=places, timeout=ACTION_MS)

    def _choose(self, option: Element, box: Locator, place: int | None, facts: dict[str, Any]) -> None:
        """An option of a closed box was clicked."""
        if place is None or place in facts["barred"]:
            why = "is no longer there" if place is None else "is disabled"
            raise ActionError(f"[{option.id}] option '{option.name}' {why}")
        box.select_option(index=place, timeout=ACTION_MS)

    def _upload(self, action: actions.Upload, tree: Tree) -> None:
        element, locator, facts = self._element(action.element, tree)
        file: FilePayload = {
            "name": action.filename,
            "mimeType": _mime(action.filename),
            "buffer": action.content.encode(),
        }
        if facts.get("tag") == "input" and facts.get("type") == "file":
            locator.set_input_files(file, timeout=ACTION_MS)
            return
        shown = f"[{element.id}] {element.role} '{element.name}'"
        if facts.get("disabled"):
            raise ActionError(f"{shown} is disabled")
        chooser = self._hands.ask_for_file(locator, ACTION_MS)
        if chooser is None:
            raise ActionError(f"{shown} takes no file")
        chooser.set_files(file, timeout=ACTION_MS)

    def _submit(self, action: actions.Submit, tree: Tree) -> None:
        element, locator, _ = self._element(action.element, tree)
        shown = f"[{element.id}] {element.role} '{element.name}'"
        popups = self.tabs.popups
        found = locator.evaluate(SUBMIT_JS, timeout=ACTION_MS)
        if found is None:
            raise ActionError(f"{shown} belongs to no form")
        if found["refused"]:
            raise ActionError(f"the form was not sent: {found['refused']}", invalid=False)
        if found["opens_tab"]:
            self.tabs.expect_popups(popups + 1)

    def _copy(self, action: actions.Copy, tree: Tree) -> None:
        element, locator, _ = self._element(action.element, tree)
        text = self._hands.copy(locator, ACTION_MS)
        if not text:
            raise ActionError(f"[{element.id}] {element.role} '{element.name}' has no text to copy")
        self._keep_text(text)

    def _paste(self, action: actions.Paste, tree: Tree) -> None:
        locator = None
        if action.element is not None:
            element, locator, facts = self._element(action.element, tree)
            self._check_editable(element, facts)
        elif not self._focused():
            raise ActionError("nothing has the focus; click what the text is for")
        text = self._hands.paste(locator, ACTION_MS)
        if text == "":
            raise ActionError("nothing was copied yet")
        self._keep_text(text or "")

    def _keep_text(self, text: str) -> None:
        """With the target: data sets of other formats say what was copied and pasted."""
        self.target = (self.target or {}) | {"text": text[:MOST_COPIED]}

    # --- on the tab ---------------------------------------------------------------------------------------

    def _press(self, action: actions.Press, tree: Tree) -> None:
        try:
            self.tabs.front.keyboard.press(action.keys)
        except PlaywrightError as error:
            if _UNKNOWN not in error.message:
                raise
            raise ActionError(f"{action.keys!r} is not a key or combination: {reason_of(error)}") from error

    def _key_down(self, action: actions.KeyDown, tree: Tree) -> None:
        try:
            self._hands.hold(action.key)
        except PlaywrightError as error:
            if _UNKNOWN not in error.message:
                raise
            raise ActionError(f"{action.key!r} is not a key: {reason_of(error)}") from error

    def _key_up(self, action: actions.KeyUp, tree: Tree) -> None:
        if not self._hands.let_go(action.key):
            raise ActionError(f"{action.key!r} is not held down")

    def _dialog(self, action: actions.Dialog, tree: Tree) -> None:
        self.tabs.answer_next(accept=action.accept, text=action.text)

    def _wait(self, action: actions.Wait, tree: Tree) -> None:
        self.tabs.front.wait_for_timeout(action.seconds * 1000)

    def _scroll(self, action: actions.Scroll, tree: Tree) -> None:
        moved = self.tabs.front.evaluate(SCROLL_JS, action.direction)
        if not moved:
            self.tabs.tell(f"There is nothing further {_WHERE[action.direction]}.")

    def _scroll_to(self, action: actions.ScrollTo, tree: Tree) -> None:
        x, y = self.tabs.front.evaluate(SCROLL_TO_JS, [action.x, action.y])
        if abs(x - action.x) > 1 or abs(y - action.y) > 1:
            self.tabs.tell(f"The page scrolls no further than ({x:g}, {y:g}).")

    def _goto(self, action: actions.Goto, tree: Tree) -> None:
        try:
            url = self.tabs.reach.address(action.url)
        except ValueError as error:
            raise ActionError(f"goto: {error}") from error
        self.tabs.visit(url)

    def _go_back(self, action: actions.GoBack, tree: Tree) -> None:
        if not travel(self.tabs.front, -1):
            raise ActionError("there is no earlier page in this tab", invalid=False)

    def _go_forward(self, action: actions.GoForward, tree: Tree) -> None:
        if not travel(self.tabs.front, 1):
            raise ActionError("there is no later page in this tab", invalid=False)

    def _new_tab(self, action: actions.NewTab, tree: Tree) -> None:
        self.tabs.new()

    def _tab_focus(self, action: actions.TabFocus, tree: Tree) -> None:
        if action.index >= len(self.tabs.pages):
            raise ActionError(f"there is no tab {action.index}; the last one is {len(self.tabs.pages) - 1}")
        self.tabs.focus(self.tabs.pages[action.index])

    def _close_tab(self, action: actions.CloseTab, tree: Tree) -> None:
        if len(self.tabs.pages) == 1:
            raise ActionError("the last tab cannot be closed")
        self.tabs.close(self.tabs.front)

    def _noop(self, action: actions.Noop, tree: Tree) -> None:
        return

    # --- targets ------------------------------------------------------------------------------------------

    def _element(self, element_id: int, tree: Tree) -> tuple[Element, Locator, dict[str, Any]]:
        element = tree.elements.get(element_id)
        if element is None:
            raise ActionError(f"there is no element [{element_id}] in this observation")
        same = [e.id for e in tree.elements.values() if (e.role, e.name) == (element.role, element.name)]
        self.target = {
            "role": element.role,
            "name": element.name,
            "nth": same.index(element.id),
            "box": list(element.box) if element.box else None,
            "value": element.value,
        }
        locator = self._locator(element_id, tree)
        try:
            if element.role == TEXT_ROLE and element_id in tree.borrowed:
                exact = locator.get_by_text(element.name, exact=True)
                locator = exact.first if exact.count() else locator
            facts: dict[str, Any] = locator.evaluate(FACTS_JS, timeout=GONE_AFTER_MS)
        except PlaywrightError as error:
            raise ActionError(f"[{element_id}] {element.role} '{element.name}' is no longer there") from error
        self.target |= {"css": facts["css"], "tag": facts["tag"]}
        if element_id not in tree.borrowed:
            self.target["box"] = facts["box"]
        return element, locator, facts

    def _locator(self, element_id: int, tree: Tree) -> Locator:
        ref = tree.refs.get(element_id)
        return self.tabs.front.locator("body" if ref is None else f"aria-ref={ref}")

    def facts(self, element_id: int, tree: Tree) -> dict[str, Any] | None:
        """What the page says of an element that nobody acts on; None when it has gone."""
        try:
            return dict(self._locator(element_id, tree).evaluate(FACTS_JS, timeout=GONE_AFTER_MS))
        except PlaywrightError:
            return None

    def _point(self, action: _AtPoint) -> Point:
        assert action.x is not None
        assert action.y is not None
        point = self._inside(action.x, action.y)
        facts = self.tabs.front.evaluate(FACTS_AT_JS, list(point))
        self.target = {"point": list(point)}
        if facts:
            self.target |= {"css": facts["css"], "tag": facts["tag"], "box": facts["box"]}
        return point

    def _inside(self, x: float, y: float) -> Point:
        width, height = self.tabs.window
        if not (0 <= x < width and 0 <= y < height):
            raise ActionError(f"({x:g}, {y:g}) lies outside of the viewport ({width}, {height})")
        return x, y

    def _focused(self) -> bool:
        return bool(self.tabs.front.evaluate(FOCUSED_JS))


_UNKNOWN = "Unknown key"  # Playwright's words for an agent's mistake; all else is the page's
_WHERE = {"up": "above", "down": "below", "left": "to the left", "right": "to the right"}


def _mime(filename: str) -> str:
    return mimetypes.guess_type(filename)[0] or "application/octet-stream"
