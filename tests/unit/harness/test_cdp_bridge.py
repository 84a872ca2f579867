"""What a client that drives the browser over CDP is answered when its session ends too early."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from harness.service.cdp import bridge as bridges
from harness.service.cdp.bridge import Bridge, Client, Line
from harness.service.cdp.desk import AFTER, BEFORE
from harness.service.cdp.rules import Scope

KEY = ("5E55", 7)
MESSAGE = {"id": 7, "sessionId": "5E55", "method": "Page.reload", "params": {}}


class Told:
    """What a client, Chromium and the desk are told; the desk answers at once, after something happened."""

    def __init__(self, happens: Callable[[Client], object], why: str = "") -> None:
        self.client: list[dict[str, Any]] = []
        self.chromium: list[dict[str, Any]] = []
        self.desk: list[str] = []
        self._happens, self._why = happens, why
        self.acting = asyncio.Lock()
        bridge = SimpleNamespace(desk=SimpleNamespace(ask=self.ask), _acting=self.acting, scope=Scope("OURS"))
        line = SimpleNamespace(say=self.chromium.append)
        self.by = Client(
            cast(Bridge, bridge), cast(Any, SimpleNamespace(send_text=self.send)), cast(Line, line)
        )

    async def send(self, text: str) -> None:
        self.client.append(json.loads(text))

    def ask(self, what: str, _: Any) -> Future[Any]:
        self.desk.append(what)
        self._happens(self.by)
        answer: Future[Any] = Future()
        answer.set_result(self._why)
        return answer

    async def act(self) -> None:
        self.by._sessions["5E55"] = {"targetId": "TAB"}
        self.by._asked[KEY] = ("Page.reload", asyncio.get_running_loop().create_future())
        await self.by._act(MESSAGE, KEY)


def detach(client: Client) -> None:
    client._ended("5E55", {})


@pytest.mark.parametrize("why", ["", "the episode is over"])
def test_who_loses_his_session_before_he_acts_is_told_so(why: str) -> None:
    async def play() -> Told:
        found = Told(detach, why)
        await found.act()
        return found

    found = asyncio.run(play())
    assert found.desk == [BEFORE]
    assert found.chromium == []
    error = {"code": -32000, "message": f"Webarium: {why or 'its session is over'}"}
    assert found.client == [{"id": 7, "sessionId": "5E55", "error": error}]


def test_who_loses_his_session_while_others_act_begins_nothing() -> None:
    async def play() -> Told:
        found = Told(lambda _: None)
        async with found.acting:
            waits = asyncio.create_task(found.act())
            await asyncio.sleep(0)
            detach(found.by)
        await waits
        return found

    found = asyncio.run(play())
    assert (found.desk, found.chromium) == ([], [])
    assert [one["error"]["message"] for one in found.client] == ["Webarium: its session is over"]


def test_what_chromium_does_not_answer_keeps_nobody_else_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bridges, "MOST_SECONDS", 0.01)
    late = [{"id": 7, "sessionId": "5E55", "result": {}}]

    async def hear() -> dict[str, Any]:
        if not late:
            raise ConnectionError
        return late.pop()

    async def play() -> Told:
        found = Told(lambda _: None)
        await asyncio.wait_for(found.act(), 10)
        assert not found.acting.locked()
        monkeypatch.setattr(found.by._line, "hear", hear, raising=False)
        with pytest.raises(ConnectionError):
            await found.by._hear_chromium()
        return found

    found = asyncio.run(play())
    assert found.chromium == [MESSAGE]
    assert found.desk == [BEFORE, AFTER]
    assert [one["error"]["message"] for one in found.client] == [f"Webarium: {bridges.UNANSWERED}"]


def test_an_episode_ends_though_the_bridge_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bridges, "END_SECONDS", 0.1)
    desk, ends = SimpleNamespace(close=lambda: None), threading.Event()
    bridge = Bridge(Path("none"), Scope("OURS"), cast(Any, desk), {}, note=lambda *_: None)
    bridge._thread = threading.Thread(target=ends.wait, args=(20,), daemon=True)
    with bridge:
        pass
    assert bridge._thread.is_alive()
    ends.set()
    bridge._thread.join()
