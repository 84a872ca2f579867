"""What somebody writes over CDP becomes steps; each field's is one."""

from __future__ import annotations

import asyncio
from contextlib import nullcontext
from types import SimpleNamespace
from typing import Any, cast

import pytest

from harness.browser.tabs import BLANK
from harness.episode.engine import Episode
from harness.episode.limits import Limits
from harness.episode.results import Acted
from harness.service.cdp.desk import AFTER, BEFORE, MESSAGES, OVER, SAY, Asked, Desk
from harness.service.cdp.places import ask, file_in
from harness.service.cdp.recorder import LAST_TAB, Recorder
from tasks.actions import Action


class Field:
    """A field's handle."""

    def __init__(self, page: Page) -> None:
        self._page = page

    def evaluate(self, _: str) -> bool:
        return self._page.focused is self


class Page:
    """A tab; scripts move the focus from one of its fields to another."""

    url = BLANK
    closed = False

    def __init__(self) -> None:
        self.first, self.second = Field(self), Field(self)
        self.focused = self.first
        session = SimpleNamespace(
            send=lambda _: {"targetInfo": {"targetId": "tab"}},
            detach=lambda: None,
        )
        self.context = SimpleNamespace(pages=[self], on=lambda *_: None, new_cdp_session=lambda _: session)

    def on(self, *_: Any) -> None: ...

    def is_closed(self) -> bool:
        return self.closed

    def evaluate(self, *_: Any) -> list[str]:
        return []

    def evaluate_handle(self, _: str) -> Field:
        return self.focused


class Played:
    """An episode that only says what its steps were."""

    limits = Limits()

    def __init__(self, page: Page) -> None:
        self.reason = ""
        self.steps: list[dict[str, Any]] = []
        self.heard: list[str] = []
        watchdog = SimpleNamespace(over=lambda *_, **__: nullcontext())
        self.env = SimpleNamespace(
            context=page.context,
            tabs=SimpleNamespace(front=page, active=page, pages=[page], keep_one=lambda: None),
            browser=SimpleNamespace(watchdog=watchdog),
        )

    def observe(self) -> Any:
        observation = SimpleNamespace(step=len(self.steps), messages=self.heard)
        return SimpleNamespace(tree=SimpleNamespace(refs={}, borrowed=()), observation=observation)

    def keep(self) -> None: ...

    def before(self, action: Action) -> None: ...

    def act(self, action: Action) -> Acted:
        self.heard = [f"{len(self.steps)} steps were before"]
        return self.done(action, None)

    def done(self, action: Action, target: Any) -> Acted:
        self.steps.append(action.model_dump(exclude_none=True))
        return Acted(self.steps[-1], f"digest {len(self.steps)}")

    def cut(self, reason: str) -> None:
        self.reason = reason


Message = Field | Asked | tuple[str, dict[str, Any]]


class Said:
    """A desk at which all is asked already; a field among the messages gets the focus then."""

    def __init__(self, page: Page, *messages: Message) -> None:
        self._page, self._messages = page, list(messages)
        self._asked: list[Asked] = []

    def next(self, _: float) -> Asked:
        while not self._asked:
            message = self._messages.pop(0) if self._messages else Asked(OVER, "the end")
            if isinstance(message, Field):
                self._page.focused = message
            elif isinstance(message, Asked):
                return message
            else:
                said = {"method": message[0], "params": message[1], "target": "tab"}
                self._asked = [Asked(BEFORE, said), Asked(AFTER, said)]
        return self._asked.pop(0)

    def ask(self, *_: Any) -> None: ...


def written(text: str) -> tuple[str, dict[str, Any]]:
    return "Input.insertText", {"text": text}


def pressed(key: str, text: str = "") -> list[tuple[str, dict[str, Any]]]:
    kinds = ({"type": "keyDown", "text": text}, {"type": "keyUp"})
    return [("Input.dispatchKeyEvent", {"key": key} | kind) for kind in kinds]


def steps(page: Page, *messages: Message) -> list[tuple[Any, ...]]:
    """Each step's name, and its text with whether Enter follows, or its keys."""
    episode = Played(page)
    Recorder(cast(Episode, episode), cast(Desk, Said(page, *messages))).play()
    named = [(step["name"], step.get("text", step.get("keys")), step.get("enter")) for step in episode.steps]
    return [tuple(value for value in step if value is not None) for step in named]


def test_a_text_with_its_last_letter_and_enter_is_one_step() -> None:
    page = Page()
    found = steps(page, written("rain jacke"), *pressed("t", "t"), *pressed("Enter", "\r"))
    assert found == [("type", "rain jacket", True)]


def test_texts_in_two_fields_are_two_steps_also_where_a_script_moved_the_focus() -> None:
    page = Page()
    found = steps(page, written("60"), page.second, written("15"), *pressed("0", "0"))
    assert found == [("type", "60", False), ("type", "150", False)]


def test_enter_in_another_field_does_not_belong_to_the_text() -> None:
    page = Page()
    found = steps(page, written("60"), page.second, *pressed("Enter", "\r"))
    assert found == [("type", "60", False), ("press", "Enter")]


def test_who_brings_the_tab_to_the_front_ends_the_step() -> None:
    page = Page()
    found = steps(page, written("6"), ("Page.bringToFront", {}), written("0"))
    assert found == [("type", "6", False), ("type", "0", False)]


def test_who_says_something_ends_the_step_and_is_told_what_came_of_it() -> None:
    page = Page()
    said, wrong, asked = Asked(SAY, b'{"text": "Which one?"}'), Asked(SAY, b"[]"), Asked(MESSAGES)
    found = steps(page, written("60"), wrong, said, asked)
    assert found == [("type", "60", False), ("say", "Which one?")]
    told = [{"step": 2, "text": "1 steps were before"}]
    assert said.done.result() == {"done": False, "problem": None, "messages": told}
    assert asked.done.result() == {"messages": told}
    assert "error" in wrong.done.result()


@pytest.mark.parametrize(
    "act",
    [
        None, "type", [], {}, {"action": None}, {"action": {"name": "type"}},
        {"action": {"name": "type", "text": "a"}}, {"action": {"name": "type", "text": "a"}, "paths": []},
        {"action": {"name": "type", "text": "a"}, "paths": [5]},
        {"action": {"name": "type"}, "paths": ["#a"]},
        {"action": {"name": "select", "options": "a"}, "paths": ["#a"]},
        {"action": {"name": ["upload"]}, "paths": ["#a"]}, {"action": {"name": "stop"}, "paths": ["#a"]},
    ],
)  # fmt: skip
def test_what_a_script_tells_that_is_no_act_is_none(act: Any) -> None:
    page = Page()
    episode = Played(page)
    recorder = Recorder(cast(Episode, episode), cast(Desk, Said(page, Asked(MESSAGES))))
    recorder.acted(cast(Any, page), act)
    recorder.play()
    assert episode.steps == []


def test_what_a_script_wrote_is_a_step() -> None:
    page = Page()
    episode = Played(page)
    recorder = Recorder(cast(Episode, episode), cast(Desk, Said(page, Asked(MESSAGES))))
    told = {"action": {"name": "type", "text": "a"}, "paths": [], "tag": "input", "document": "", "html": ""}
    recorder.acted(cast(Any, page), told | {"paths": ["#a"]})
    recorder._at = lambda *_: None  # type: ignore[method-assign]
    recorder.play()
    assert [step["text"] for step in episode.steps] == ["a"]


@pytest.mark.parametrize("method", ["Target.activateTarget", "Page.reload", "Page.navigateToHistoryEntry"])
def test_nothing_is_done_in_a_tab_that_is_closed(method: str) -> None:
    page = Page()
    episode = Played(page)
    said = Said(page, ("Page.reload", {}))
    recorder = Recorder(cast(Episode, episode), cast(Desk, said))
    recorder.play()
    page.closed, episode.reason, episode.env.tabs.active = True, "", None
    asked = Asked(BEFORE, {"method": method, "params": {"targetId": "tab"}, "target": "tab"})
    recorder._carry_out(asked)
    assert asked.done.result() == "there is no tab for it"


@pytest.mark.parametrize("method", ["Target.closeTarget", "Page.close"])
def test_the_last_tab_cannot_be_closed(method: str) -> None:
    page = Page()
    episode = Played(page)
    recorder = Recorder(cast(Episode, episode), cast(Desk, Said(page)))
    last, other = (Asked(BEFORE, {"method": method, "params": {}, "target": "tab"}) for _ in range(2))
    recorder._carry_out(last)
    recorder.play()
    assert last.done.result() == LAST_TAB
    assert episode.steps == []
    episode.reason = ""
    episode.env.tabs.pages.append(Page())
    recorder._carry_out(other)
    assert other.done.result() == ""


class Closing(Played):
    """An episode whose page has closed itself, the last one; whoever asks for the front tab then fails."""

    def __init__(self, page: Page, where: str) -> None:
        super().__init__(page)
        self.opened = 0
        self._page, self._where = page, where
        self.env.tabs = SimpleNamespace(front=page, active=page, pages=[page], keep_one=self._keep_one)
        page.evaluate = self._evaluate  # type: ignore[method-assign]

    def close(self) -> None:
        tabs, self._page.closed = self.env.tabs, True
        tabs.pages, tabs.active = [], None
        del tabs.front

    def done(self, action: Action, target: Any) -> Acted:
        assert self.env.tabs.front
        return super().done(action, target)

    def act(self, action: Action) -> Acted:
        assert self.env.tabs.front
        return super().act(action)

    def _evaluate(self, *_: Any) -> list[str]:
        if self._where == "while it is asked":
            self.close()
        return []

    def _keep_one(self) -> None:
        tabs, page = self.env.tabs, Page()
        if not tabs.pages:
            self.opened += 1
            tabs.front, tabs.active, tabs.pages = page, page, [page]


@pytest.mark.parametrize("where", ["before", "while it is asked"])
def test_where_a_page_closes_the_last_tab_an_empty_one_is_opened(where: str) -> None:
    page = Page()
    episode = Closing(page, where)
    said = Asked(SAY, b'{"text": "It is gone."}')
    recorder = Recorder(cast(Episode, episode), cast(Desk, Said(page, said)))
    if where == "before":
        episode.close()
    recorder.play()
    assert [step["name"] for step in episode.steps] == ["say"]
    assert episode.opened == 1
    assert episode.env.tabs.front is not page


def test_a_click_that_closes_the_last_tab_is_a_step() -> None:
    page = Page()
    episode = Closing(page, "by a click")
    recorder = Recorder(cast(Episode, episode), cast(Desk, Said(page)))
    mouse = {"method": "Input.dispatchMouseEvent", "target": "tab"}
    down, up = (mouse | {"params": {"type": kind}} for kind in ("mousePressed", "mouseReleased"))
    for asked in (Asked(BEFORE, down), Asked(AFTER, down), Asked(BEFORE, up)):
        recorder._carry_out(asked)
    episode.close()
    recorder._carry_out(Asked(AFTER, up))
    assert [step["name"] for step in episode.steps] == ["click"]
    assert episode.opened == 1


def test_an_episode_ends_on_a_tab() -> None:
    page = Page()
    episode = Closing(page, "at the end")
    recorder = Recorder(cast(Episode, episode), cast(Desk, Said(page)))
    episode.close()
    episode.reason = "it was ended"
    recorder.play()
    assert episode.env.tabs.front


@pytest.mark.parametrize("made", [None, 5, "ab", ["a"], ["a", 5], ["a", "b", "c"], {"a": "b"}])
def test_a_page_that_changed_what_is_asked_of_it_is_no_trouble(made: Any) -> None:
    locator = SimpleNamespace(evaluate=lambda *_, **__: made)
    page = SimpleNamespace(
        evaluate=lambda *_: made, locator=lambda _: SimpleNamespace(first=locator, evaluate=locator.evaluate)
    )
    assert all(isinstance(one, str) for one in ask(cast(Any, page), ""))
    assert file_in(cast(Any, page), "#a") == ("", "")


RELOAD = {"method": "Page.reload", "params": {}, "target": "tab"}


def left(what: str, data: Any) -> Asked:
    """Something that was asked by somebody who has gone since."""
    found = Asked(what, data)
    found.done.cancel()
    return found


def test_who_goes_before_he_acts_has_done_nothing() -> None:
    assert steps(Page(), left(BEFORE, RELOAD)) == []


@pytest.mark.parametrize(("last", "reason"), [(left(AFTER, RELOAD), ""), (left(OVER, "he left"), "he left")])
def test_who_goes_while_he_acts_has_acted_all_the_same(last: Asked, reason: str) -> None:
    page = Page()
    page.url = "http://home.webarium.test/"
    episode = Played(page)
    recorder = Recorder(cast(Episode, episode), cast(Desk, Said(page)))
    recorder._carry_out(Asked(BEFORE, RELOAD))
    recorder._carry_out(last)
    assert [step["name"] for step in episode.steps] == ["goto"]
    assert episode.reason == reason


def test_who_waits_is_not_left_waiting_when_the_episode_breaks() -> None:
    class Broken(Played):
        def before(self, action: Action) -> None:
            raise RuntimeError("the browser is gone")

    page, begun = Page(), Asked(BEFORE, RELOAD)
    recorder = Recorder(cast(Episode, Broken(page)), cast(Desk, Said(page, begun)))
    with pytest.raises(RuntimeError, match="the browser is gone"):
        recorder.play()

    async def wait() -> None:
        await asyncio.wrap_future(begun.done)

    with pytest.raises(asyncio.CancelledError):
        asyncio.run(wait())
