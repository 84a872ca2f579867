"""An episode that others drive: what they do becomes the steps of an ordinary trajectory.

Before the first part of an action what stands in the browser is kept. When the action is over, which its
messages alone tell, the page settles, the clock moves on by one step, and what came of it is looked at.
"""

from __future__ import annotations

import time
from collections import deque
from concurrent.futures import CancelledError
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Frame, JSHandle, Page
from pydantic import ValidationError

from harness.browser.acts import is_told
from harness.browser.tabs import BLANK
from harness.episode.agent_loop import EPISODE_TIMEOUT
from harness.episode.engine import Episode
from harness.episode.limits import StopRules
from harness.service.cdp.desk import AFTER, ANSWER, BEFORE, MESSAGES, OVER, SAY, SCRIPT, Asked, Desk
from harness.service.cdp.gestures import Part, is_drag, part_of
from harness.service.cdp.places import (
    AT_JS,
    FOCUSED_JS,
    VALUE_JS,
    ask,
    ask_element,
    element_of,
    file_in,
    focused,
    has_focus,
    target_of,
    way_of,
)
from sites.files import strict_json
from sites.wording import plain_message
from tasks.actions import Action, Noop, Say, Stop, parse_action

MOST_SECONDS = 120.0
"""For a part of an action, and for what is done before or after it: more than each wait within may take."""
IS_OVER = "the episode is over"
LAST_TAB = "the last tab cannot be closed"


@dataclass
class Doing:
    """An action that is under way.

    Args:
        part: that began it.
        page: in which tab; None for one that is still to come.
        action: what is known of it.
        element: its number in the observation that it began on.
        target: the element, as an executor tells one.
        end: where the mouse was last.
        paths: of what is written into, and of what holds it.
        into: what is written into; None where that is not known.
    """

    part: Part
    page: Page | None
    action: dict[str, Any]
    element: int | None = None
    target: dict[str, Any] | None = None
    end: tuple[float, float] | None = None
    paths: list[str] = field(default_factory=list)
    into: JSHandle | None = None

    def explains(self, act: dict[str, Any]) -> bool:
        """Whether an act comes of it, be it by scripts of the page."""
        if self.part.kind == "write":
            return act["action"]["name"] == "type" and act["paths"][:1] == self.paths[:1]
        return self.part.kind != "move"


class Recorder:
    """Plays an episode by writing down what others do.

    Args:
        episode: that has begun.
        desk: where they ask.
    """

    def __init__(self, episode: Episode, desk: Desk) -> None:
        self._episode, self._desk = episode, desk
        self._rules = StopRules(episode.limits)
        self._pages: dict[str, Page] = {}
        self._doing: Doing | None = None
        self._scripts: deque[tuple[Page, dict[str, Any] | None]] = deque()
        """What scripts did: where, and to which element; None: they went to another page."""
        self._messages: list[dict[str, Any]] = []
        for page in episode.env.context.pages:
            self._watch(page)
        episode.env.context.on("page", self._watch)

    def play(self) -> None:
        """Until somebody answers, a rule ends it, or it was told to end."""
        deadline = time.monotonic() + self._episode.limits.episode_seconds
        self._look()
        while not self._episode.reason:
            asked = self._desk.next(max(0.0, deadline - time.monotonic()))
            if time.monotonic() >= deadline:
                self._close()
                self._cut(EPISODE_TIMEOUT)
            if asked:
                self._carry_out(asked)
        self._keep_a_tab()

    def acted(self, page: Page, act: Any) -> None:
        """A page tells of an act; what nobody's messages began was done by a script."""
        if not is_told(act) or act["action"]["name"] in ("click", "hover"):  # of a mouse, so of a message
            return
        doing = self._doing
        if doing is None or not doing.explains(act):
            self._done_by_script(page, act)

    def _watch(self, page: Page) -> None:
        page.on("framenavigated", self._went)

    def _went(self, frame: Frame) -> None:
        if self._doing is None and frame.parent_frame is None and frame.url != BLANK:
            self._done_by_script(frame.page, None)

    def _done_by_script(self, page: Page, act: dict[str, Any] | None) -> None:
        self._scripts.append((page, act))
        self._desk.ask(SCRIPT)

    # --- what is asked ------------------------------------------------------------------------------------

    def _carry_out(self, asked: Asked) -> None:
        """Do what is asked; where who asked has gone, only what he would have begun is left undone."""
        waits = asked.done.set_running_or_notify_cancel()  # from here on nobody can cancel it
        if not waits and asked.what == BEFORE:
            return
        try:
            with self._episode.env.browser.watchdog.over(lambda: "this tab", seconds=MOST_SECONDS):
                answer = self._answer_to(asked)
        except BaseException:
            if waits:
                asked.done.set_exception(CancelledError())
            raise
        if waits:
            asked.done.set_result(answer)

    def _answer_to(self, asked: Asked) -> Any:
        if asked.what == AFTER:
            part = part_of(asked.data["method"], asked.data["params"])
            if part.ends or self._is_last_key(part):
                self._close()
            return None
        self._take_in_scripts()
        if asked.what == BEFORE:
            return self._before(part_of(asked.data["method"], asked.data["params"]), asked.data["target"])
        if asked.what in (ANSWER, SAY):
            return self._speak(Stop if asked.what == ANSWER else Say, asked.data)
        if asked.what == MESSAGES:
            return {"messages": self._messages}
        if asked.what == OVER:
            self._close()
            self._cut(asked.data)
        return None

    def _take_in_scripts(self) -> None:
        """What scripts did before this was asked; Playwright tells of it at the latest when it is asked."""
        if self._episode.env.tabs.active:
            ask(self._episode.env.tabs.active, "() => []")
        self._keep_a_tab()
        while self._scripts:
            self._script(*self._scripts.popleft())

    def _before(self, part: Part, target: str | None) -> str:
        """Somebody begins to act; why he may not, else nothing."""
        if self._episode.reason:
            return IS_OVER
        page = None if part.kind == "open" else self._page(target)
        if page is None and part.kind != "open":
            return "there is no tab for it"
        doing = self._doing
        if doing and doing.page is page and self._goes_on(doing, part):
            return ""
        if part.kind in ("release", "let go", "hold", "drag"):  # of nothing that began here
            return ""
        self._close()
        if page and not self._episode.reason:
            self._to_front(page, part)
        if self._episode.reason:
            return IS_OVER
        if part.kind == "close" and self._episode.env.tabs.pages == [page]:
            return LAST_TAB
        if part.kind != "focus" or page is not self._episode.env.tabs.active:
            self._begin(Doing(part, page, dict(part.action), end=part.point))
        return ""

    def _goes_on(self, doing: Doing, part: Part) -> bool:
        """Whether a part belongs to what is being done; takes it in."""
        began = doing.part.kind
        if part.kind in ("hold", "let go"):
            return True
        here = part.kind == "move" or not is_drag(doing.end, part.point)
        if began == "move" and part.kind in ("press", "wheel", "move") and here:
            doing.end = part.point
            if part.kind != "move":
                doing.part, doing.action = part, dict(part.action)
                self._point_at(doing)
            return True
        if began == "press" and part.kind in ("move", "drag", "release"):
            doing.end = part.point or doing.end
            return True
        if began == "write" and doing.into and not has_focus(doing.into):
            return False  # a script has moved the focus
        if began == "write" and part.kind == "write":
            doing.action["text"] += part.action["text"]
            return True
        if began == "write" and part.action.get("keys") == "Enter" and not doing.action.get("enter"):
            doing.action["enter"] = True
            return True
        return False

    def _is_last_key(self, part: Part) -> bool:
        """Whether the key that was let go of ends what is done: a letter does not, more may follow."""
        doing = self._doing
        if part.kind != "let go" or doing is None:
            return False
        key = part.action["key"]
        if doing.part.kind == "key":
            return doing.action["keys"].split("+")[-1].lower() == key.lower()
        return key == "Enter" and bool(doing.action.get("enter"))

    def _script(self, page: Page, act: dict[str, Any] | None) -> None:
        """A script of the client's chose or wrote something, or went somewhere."""
        if self._doing and self._doing.part.kind == "press":  # of the page's own, most likely
            return
        self._close()
        if self._episode.reason or page.is_closed():
            return
        if act is None:
            self._doing = Doing(Part("go"), page, {"name": "goto", "url": page.url})
        else:
            self._doing = Doing(Part("write"), page, dict(act["action"]), paths=act["paths"])
            self._at(self._doing, act["paths"])
        if act and act["action"]["name"] == "upload":
            name, content = file_in(page, act["paths"][0])
            self._doing.action |= {"filename": name, "content": content}
        self._close()

    def _speak(self, kind: type[Stop | Say], body: bytes) -> dict[str, Any]:
        """The task is answered, or something is said to the person who gave it."""
        self._close()
        if self._episode.reason:
            return {"error": IS_OVER}
        try:
            action = kind.model_validate(strict_json(body))
        except ValidationError as error:
            return {"error": plain_message(error.errors()[0])}
        except ValueError as error:
            return {"error": f"what is sent is an object in JSON: {error}"}
        heard = len(self._messages)
        acted = self._episode.act(action)
        self._counted(acted.action, acted.digest)
        told = {"done": bool(self._episode.reason), "problem": acted.problem}
        return told | ({"messages": self._messages[heard:]} if kind is Say else {})

    # --- steps --------------------------------------------------------------------------------------------

    def _begin(self, doing: Doing) -> None:
        """Find what is acted on while it still stands there."""
        self._doing, page = doing, doing.page
        if doing.part.kind in ("press", "wheel"):
            self._point_at(doing)
        elif doing.part.kind in ("write", "key") and page:
            doing.paths, doing.into = ask(page, FOCUSED_JS), focused(page)
            self._at(doing, doing.paths)
        elif doing.part.kind == "history" and page:
            doing.action = way_of(page, doing.action["entry"])
        elif doing.part.kind == "go" and page:
            doing.action.setdefault("url", page.url)
        elif doing.part.kind == "focus" and page:
            doing.action["index"] = self._episode.env.tabs.pages.index(page)
        self._episode.before(self._known(doing))

    def _point_at(self, doing: Doing) -> None:
        assert doing.page is not None
        if doing.end is not None:
            self._at(doing, ask(doing.page, AT_JS, doing.end))
            doing.target = (doing.target or {}) | {"point": list(doing.end)}

    def _at(self, doing: Doing, paths: list[str]) -> None:
        """Something is done to the first of these elements that the observation shows."""
        assert doing.page is not None
        doing.element, doing.target = element_of(doing.page, paths, self._episode.observe().tree)

    def _close(self) -> None:
        """What is being done is over: it is a step."""
        doing = self._doing
        if doing is None:
            return
        tabs = self._episode.env.tabs
        if doing.part.kind == "focus" and doing.page in tabs.pages:
            tabs.focus(doing.page)
        if doing.part.kind == "move":
            self._point_at(doing)
        if doing.action.get("name") is None and doing.part.kind == "write":
            doing.action |= self._written(doing)
        elif doing.part.kind == "press" and is_drag(doing.part.point, doing.end) and doing.end:
            doing.action = {"name": "drag", "to_x": doing.end[0], "to_y": doing.end[1]}
        self._keep_a_tab()
        acted = self._episode.done(self._known(doing), doing.target)
        self._doing = None
        self._counted(acted.action, acted.digest)

    def _written(self, doing: Doing) -> dict[str, Any]:
        """Whether what was written is all that stands there now."""
        text = doing.action["text"]
        value = None
        if doing.page and doing.paths and not doing.page.is_closed():
            value = ask_element(doing.page, doing.paths[0], VALUE_JS)
        whole = doing.element is not None and (value == text or value is None)
        return {"name": "type", "clear": whole}

    def _known(self, doing: Doing) -> Action:
        """The action, as far as it is known; ``noop`` where it is none of ours."""
        made = {key: value for key, value in doing.action.items() if key != "entry"}
        if doing.part.kind == "write":
            made = {"name": "type"} | made
        named = made.get("name")
        if doing.element is not None and named in (
            "click",
            "hover",
            "drag",
            "wheel",
            "type",
            "select",
            "upload",
        ):
            made["element"] = doing.element
        elif named in ("click", "hover", "drag", "wheel"):
            point = doing.part.point or (0.0, 0.0)
            made |= {"x": point[0], "y": point[1]}
        try:
            return parse_action(made)
        except ValidationError:
            return Noop()

    def _counted(self, action: dict[str, Any], digest: str) -> None:
        if not self._episode.reason and (reason := self._rules.after(action, digest=digest, invalid=False)):
            self._cut(reason)
        self._look()

    def _look(self) -> None:
        """Keep what stands there, before anybody acts on it, and what a player is told with it."""
        if not self._episode.reason:
            self._episode.keep()
            seen = self._episode.observe().observation
            self._messages += [{"step": seen.step, "text": text} for text in seen.messages]

    def _cut(self, reason: str) -> None:
        if not self._episode.reason:
            self._episode.cut(reason)

    # --- tabs and elements --------------------------------------------------------------------------------

    def _to_front(self, page: Page, part: Part) -> None:
        """Who acts in another tab has turned to it first, which is a step."""
        tabs = self._episode.env.tabs
        if page is tabs.active or page not in tabs.pages or part.kind in ("focus", "close"):
            return
        action = {"name": "tab_focus", "index": tabs.pages.index(page)}
        self._doing = Doing(Part("focus"), page, action)
        self._close()

    def _keep_a_tab(self) -> None:
        """Where a page has closed the last tab, open an empty one, as ``Tabs`` does while it settles."""
        with suppress(PlaywrightError):  # Chromium is gone: who needs the tab says so
            self._episode.env.tabs.keep_one()

    def _page(self, target: str | None) -> Page | None:
        """The tab of a target that is open."""
        if target not in self._pages:
            context = self._episode.env.context
            self._pages = {target_of(page)["targetId"]: page for page in context.pages}
        page = self._pages.get(target or "")
        return page if page and not page.is_closed() else None
