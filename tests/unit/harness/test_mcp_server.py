"""What a client of the Model Context Protocol is told, without a world."""

from __future__ import annotations

import asyncio
import io
import json
from collections.abc import Coroutine, Iterator
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp import Client
from mcp.server.mcpserver import MCPServer
from pydantic import TypeAdapter
from typer.testing import CliRunner

from harness.commands.cli import app
from harness.service.house import House
from harness.service.mcp_server import Player, tell_of_bad_lines
from harness.service.refusals import Refused
from sites.errors import WebariumError
from tasks.actions import Action
from tests.unit.harness.test_service import OTHER, TRAIN, Service, served

SEEN: dict[str, Any] = {
    "step": 0,
    "url": "http://home.webarium.test/",
    "title": "Home",
    "tabs": [{"index": 0, "url": "", "title": "Home", "active": True}],
    "axtree": "[1] RootWebArea 'Home'",
    "elements": {"1": {"role": "RootWebArea", "name": "Home"}},
    "html": None,
    "screenshot": None,
    "error": None,
    "messages": [],
}

MORE: dict[str, Any] = {"task": {"sites": {}, "limits": {"steps": 30}}, "observation": SEEN}
NOOP: Action = TypeAdapter(Action).validate_python({"name": "noop"})


class Scripted:
    """Stands where the house is: keeps what it is asked, and answers from a list."""

    def __init__(self, answers: list[dict[str, Any]]) -> None:
        self.answers, self.asked = answers, []  # type: ignore[var-annotated]

    async def reset(self, token: str | None, wanted: dict[str, Any], request: str) -> dict[str, Any]:
        self.asked.append(("reset", token, wanted))
        message = {"intent": "Do it", "answer_format": None, "sites": {}, "limits": {"steps": 30}}
        return {"observation": SEEN, "done": False, "session": "s", "task": message}

    async def step(self, token: str, message: dict[str, Any]) -> dict[str, Any]:
        self.asked.append(("step", token, message))
        return self.answers.pop(0)

    async def close_session(self, token: str) -> dict[str, Any]:
        self.asked.append(("close", token, {}))
        return {"episodes": [{"passed": True}]}

    def state(self, token: str) -> dict[str, Any]:
        return {"done": not self.answers, "closed": None}


def played(house: Scripted, *calls: tuple[str, dict[str, Any]]) -> list[Any]:
    """The results of the calls, over the protocol."""
    player = Player(house, run=None)  # type: ignore[arg-type]

    async def ready() -> None:
        return

    player._ready = ready  # type: ignore[method-assign]
    player._start = lambda: None  # type: ignore[method-assign]
    server: MCPServer[None] = player.server()

    async def call() -> list[Any]:
        async with Client(server) as client:
            return [await client.call_tool(name, given) for name, given in calls]

    return anyio.run(call)


def test_actions_go_on_as_they_were_and_the_page_comes_back() -> None:
    seen = SEEN | {"step": 2, "error": "it is covered", "messages": ["The page showed a dialog"]}
    house = Scripted([{"observation": seen, "done": False}])
    actions = [{"name": "type", "text": "x"}, {"name": "drag", "x": 1, "y": 2, "to_element": 3}]
    begun, acted = played(house, ("begin", {"task": "t"}), ("act", {"actions": actions, "thought": "why"}))
    assert json.loads(begun.content[0].text)["intent"] == "Do it"
    assert begun.content[1].text.endswith("[1] RootWebArea 'Home'")
    kind, token, message = house.asked[1]
    assert (kind, token, message["thought"]) == ("step", "s", "why")
    assert [one["name"] for one in message["actions"]] == ["type", "drag"]
    assert message["actions"][0]["clear"] is False
    assert message["actions"][1]["to_element"] == 3
    assert "THE LAST ACTION DID NOTHING: it is covered" in acted.content[0].text
    assert "THE BROWSER SAYS: The page showed a dialog" in acted.content[0].text


def test_an_answer_that_cannot_be_read_is_told_and_the_next_one_ends_it() -> None:
    again = {"observation": SEEN | {"error": "The answer could not be read"}, "done": False}
    house = Scripted([again, {"observation": None, "done": True}])
    _, first, second, third = played(
        house,
        ("begin", {"task": "t"}),
        ("finish", {"answer": "maybe"}),
        ("finish", {"answer": 4, "status": "done"}),
        ("finish", {}),
    )
    assert "could not be read" in first.content[0].text
    assert json.loads(second.content[0].text) == {"episodes": [{"passed": True}]}
    assert house.asked[-2][2]["action"] == {"name": "stop", "answer": 4, "status": "done"}
    assert third.is_error
    assert "begin" in third.content[0].text


def test_an_episode_that_is_over_by_its_steps_has_its_verdict_with_finish() -> None:
    over = {"observation": None, "done": True, "stop_reason": "max_steps", "reward": None, "failure": None}
    house = Scripted([over])
    _, acted, done = played(
        house, ("begin", {"task": "t"}), ("act", {"actions": [{"name": "noop"}]}), ("finish", {})
    )
    assert json.loads(acted.content[0].text)["stop_reason"] == "max_steps"
    assert json.loads(done.content[0].text) == {"episodes": [{"passed": True}]}
    assert [kind for kind, *_ in house.asked] == ["reset", "step", "close"]


def test_a_world_that_fails_before_the_task_is_told_is_told_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    house = Scripted([])
    end = {"observation": None, "done": True, "reward": None, "stop_reason": "error"}

    async def fail(*_: Any) -> Any:
        return end | {"failure": "sandbox", "error": "home: no reset", "session": "s", "task": {}}

    monkeypatch.setattr(house, "reset", fail)
    begun, done = played(house, ("begin", {"task": "t"}), ("finish", {}))
    told = json.loads(begun.content[0].text)
    assert (told["done"], told["failure"], told["error"]) == (True, "sandbox", "home: no reset")
    assert "finish" in told["next"]
    assert json.loads(done.content[0].text) == {"episodes": [{"passed": True}]}


@pytest.mark.parametrize("actions", [[], [{"name": "fly"}], [{"name": "wait", "seconds": 99}]])
def test_what_is_no_action_is_no_step(actions: list[dict[str, Any]]) -> None:
    house = Scripted([])
    _, acted = played(house, ("begin", {"task": "t"}), ("act", {"actions": actions}))
    assert acted.is_error
    assert [kind for kind, *_ in house.asked] == ["reset"]


def test_refusals_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    house = Scripted([])

    async def refuse(*_: Any) -> Any:
        raise Refused("It was played already", remedy="choose another")

    monkeypatch.setattr(house, "reset", refuse)
    (begun,) = played(house, ("begin", {"task": "t"}))
    assert begun.is_error
    assert "It was played already (choose another)" in begun.content[0].text


def test_a_line_that_is_no_message_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[tuple[str, dict[str, Any]]] = []
    tell_of_bad_lines(lambda event, data: told.append((event, data)))
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"hello\n")))
    monkeypatch.setattr("sys.stdout", io.TextIOWrapper(io.BytesIO()))
    anyio.run(MCPServer("test").run_stdio_async)
    ((event, data),) = told
    assert event == "trouble"
    assert "is no JSON-RPC message" in data["error"]


def test_without_the_package_one_sentence_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    found = CliRunner().invoke(app, ["mcp", "--tasks", "home.*"])
    assert found.exit_code == 2
    assert "pip install -e '.[mcp]'" in found.output


@pytest.mark.parametrize(
    ("tool", "given", "words"),
    [
        ("begin", {"task": 7}, "task: 7 is no text"),
        ("act", {"actions": "click"}, "actions: 'click' is no list"),
        ("begin", {"task": "t", "seed": 7}, "'seed' is no argument of it; its arguments are task"),
        ("finish", {"status": "great"}, "'great' is none of 'done', 'not_achievable' or 'failed'"),
    ],
)
def test_arguments_that_cannot_be_read_are_told_in_plain_words(
    tool: str, given: dict[str, Any], words: str
) -> None:
    (told,) = played(Scripted([]), (tool, given))
    assert told.is_error
    assert words in told.content[0].text
    assert "pydantic" not in told.content[0].text


@pytest.fixture
def service(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Service]:
    """A house with one world, whose pages have all that is shown."""
    for found in served(tmp_path / "run", scored=True):
        worker = found.fleet.workers[0]

        def whole(tells: Any = worker.tells, **told: Any) -> None:
            tells(**MORE.get(told["type"], {}) | told)

        monkeypatch.setattr(worker, "tells", whole)
        yield found


def player_of(house: House) -> Player:
    """Its client."""

    async def ready() -> None:
        return

    player = Player(house, run=None)  # type: ignore[arg-type]
    player._ready = ready  # type: ignore[method-assign]
    return player


async def cancelled(call: Coroutine[Any, Any, Any]) -> None:
    """A call that its client takes back while it is carried out."""
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.2):
            await call


async def soon(call: Coroutine[Any, Any, Any]) -> str:
    """What a call tells first; none waits for ever."""
    async with asyncio.timeout(5):
        return str((await call)[0].text)


def test_a_begin_that_is_cancelled_loses_no_world(service: Service) -> None:
    worker, house = service.fleet.workers[0], service.house
    begin = worker.begin

    async def play() -> None:
        player = player_of(house)
        worker.begin = lambda task: None  # type: ignore[method-assign]
        await cancelled(player.begin(TRAIN.id))
        worker.begin = begin  # type: ignore[method-assign]
        begin(TRAIN)
        assert TRAIN.intent in await soon(player.begin(TRAIN.id))
        (session,) = house.leases.held()
        assert len(session.episodes) == 1, "it is told again, not begun again"
        assert (await soon(player.act([NOOP]))).startswith("STEP: 1")

    service.http.portal.call(play)  # type: ignore[union-attr]


def test_an_act_that_is_cancelled_puts_nothing_out_of_step(service: Service) -> None:
    worker = service.fleet.workers[0]

    async def play() -> None:
        player = player_of(service.house)
        await soon(player.begin(TRAIN.id))
        service.fleet.silent = True
        await cancelled(player.act([NOOP]))
        service.fleet.silent = False
        worker.step = 1
        worker.see()
        with pytest.raises(WebariumError, match="cancelled"):
            await soon(player.act([NOOP]))
        assert (await soon(player.observe())).startswith("STEP: 1")
        assert (await soon(player.act([NOOP]))).startswith("STEP: 2")

    service.http.portal.call(play)  # type: ignore[union-attr]
    assert worker.step == 2


def live(player: Player) -> Any:
    """A client's time with the server, whose world is there."""
    player._start, player._opened = lambda: None, True  # type: ignore[method-assign]
    return player._life(None)  # type: ignore[arg-type]


def test_a_client_that_goes_away_is_judged_as_it_stands(service: Service) -> None:
    async def play() -> None:
        player = player_of(service.house)
        async with live(player):
            await soon(player.begin(TRAIN.id))

    service.http.portal.call(play)  # type: ignore[union-attr]
    (line,) = service.lines
    assert (line.status, str(line.stop_reason).startswith("agent_gone")) == ("failed", True)


def test_a_signal_keeps_nobody_who_goes_away_from_the_verdict(service: Service) -> None:
    worker, begun = service.fleet.workers[0], asyncio.Event()

    async def stay(player: Player) -> None:
        async with live(player):
            await soon(player.begin(TRAIN.id))
            service.fleet.silent = True  # it still judges
            begun.set()

    async def play() -> None:
        leaving = asyncio.create_task(stay(player_of(service.house)))
        await begun.wait()
        await asyncio.sleep(0.2)
        leaving.cancel()
        await asyncio.sleep(0.2)
        assert not leaving.done()
        worker.finish("agent_gone: the client closed the session", passed=False)
        with pytest.raises(asyncio.CancelledError):
            await leaving

    service.http.portal.call(play)  # type: ignore[union-attr]
    assert [line.status for line in service.lines] == ["failed"]


def test_a_finish_that_is_cancelled_has_its_verdict_told_later(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    close = service.house.close_session

    async def slowly(token: str) -> dict[str, Any]:
        found: dict[str, Any] = await close(token)
        await asyncio.sleep(0.5)
        return found

    async def play() -> None:
        player = player_of(service.house)
        for answer in ("right", "wrong"):
            await soon(player.begin(answer))
            await cancelled(player.finish(answer))
        (row,) = json.loads(await soon(player.finish()))["episodes"]
        assert (row["passed"], row["stop_reason"]) == (False, "stop"), "of the second one"
        with pytest.raises(WebariumError, match="No task"):
            await soon(player.observe())

    monkeypatch.setattr(service.house, "close_session", slowly)
    monkeypatch.setattr(service.house.ledger, "_by_name", {"right": TRAIN, "wrong": OTHER})
    service.http.portal.call(play)  # type: ignore[union-attr]
