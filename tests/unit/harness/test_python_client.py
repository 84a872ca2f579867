"""clients/python says the same of an observation, and writes the same lines, as the harness' own side."""

from __future__ import annotations

import asyncio
import io
import json
import re
import sys
from typing import Any

import pytest

from harness.agents.base import Session as OwnSession
from harness.agents.protocol import Element, Observation, TaskMessage, decode, encode
from sites.spec import ROOT

sys.path.insert(0, str(ROOT / "clients" / "python" / "src"))

import webarium_client
from webarium_client.agent import Session, Task
from webarium_client.service import Result

TABLE = [
    Element(1, "RootWebArea", "Orders"),
    Element(2, "table", "", parent=1, depth=1),
    Element(3, "row", "100011 View", parent=2, depth=2),
    Element(4, "cell", "100011", parent=3, depth=3),
    Element(5, "link", "View", parent=3, depth=3, url="/orders/100011/", box=(10, 20, 30, 40)),
    Element(6, "textbox", "Search", value="lamp", parent=1, depth=1, states={"focused": True}),
]
OWN = Observation(0, "http://shopping.webarium.test/", "Orders", elements={one.id: one for one in TABLE})
THEIRS = webarium_client.Observation(json.loads(encode(OWN.to_json() | {"type": "observation"})))

QUESTIONS: list[dict[str, Any]] = [
    {},
    {"role": "link"},
    {"name": "View"},
    {"name": re.compile("^1000")},
    {"role": "row", "text": "100011"},
    {"text": re.compile("la.p")},
    {"within": 3},
    {"role": "cell", "within": 6},
]


@pytest.mark.parametrize("question", QUESTIONS, ids=str)
def test_questions_have_the_same_answers(question: dict[str, Any]) -> None:
    assert [one.id for one in THEIRS.find_all(**question)] == [one.id for one in OWN.find_all(**question)]
    for nth in (0, -1, 7):
        own, theirs = OWN.find(**question, nth=nth), THEIRS.find(**question, nth=nth)
        assert (theirs and theirs.id) == (own and own.id)


def test_elements_are_the_same() -> None:
    for own in TABLE:
        theirs = THEIRS.elements[own.id]
        for name in ("id", "role", "name", "value", "box", "depth", "parent", "states", "url"):
            assert getattr(theirs, name) == getattr(own, name), name
        assert THEIRS.text(own.id) == OWN.text(own.id)
        assert [one.id for one in THEIRS.ancestors(own.id)] == [one.id for one in OWN.ancestors(own.id)]


def test_every_field_of_a_task_is_there() -> None:
    told = TaskMessage(episode="5f", intent="How much?", sites={"home": "http://home.webarium.test/"})
    task = Task(json.loads(encode(told.to_json())))
    for name in ("episode", "intent", "start_urls", "sites", "answer_format", "limits", "options"):
        assert getattr(task, name) == getattr(told, name), name


@pytest.mark.parametrize(
    "act",
    [
        lambda session: session.act({"name": "click", "element": 5, "x": None}, thought="see"),
        lambda session: session.act(
            [{"name": "noop"}, {"name": "click", "element": 5}], tokens={"prompt": 3}
        ),
        lambda session: session.stop({"total": 3.5}, status="done"),
        lambda session: session.stop("", status="not_achievable", reason="not_found"),
        lambda session: session.fail("no endpoint"),
        lambda session: session.fail("no endpoint", tokens={"prompt": 3, "completion": 1}),
    ],
)
def test_what_is_written_is_the_same(act: Any) -> None:
    observation = encode({"type": "observation", **OWN.to_json()})
    written = []
    for kind, task in ((OwnSession, TaskMessage("5f", "")), (Session, Task({"episode": "5f"}))):
        writer = io.BytesIO()
        act(kind(task, io.BytesIO(observation * 2), writer))  # type: ignore[operator]
        written.append(decode(writer.getvalue()))
    assert written[0] == written[1]


@pytest.mark.parametrize("asynchronous", [False, True])
def test_an_agent_plays_until_the_end(asynchronous: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    class Plain(webarium_client.Agent):
        def act(self, observation: Any) -> Any:
            return {"name": "stop", "answer": observation.title}, "I see it"

    class Awaited(webarium_client.Agent):
        async def act(self, observation: Any) -> Any:
            return {"name": "stop", "answer": observation.title}, "I see it"

    sent = [
        {"type": "task", "episode": "5f", "intent": "Which page?"},
        {"type": "observation", **OWN.to_json()},
        {"type": "end", "reason": "stop"},
    ]
    reader, writer = io.BytesIO(b"".join(encode(one) for one in sent * 2)), io.BytesIO()
    agent = Awaited() if asynchronous else Plain()
    asyncio.run(webarium_client.agent._serve(agent, reader, writer))
    said = [decode(line) for line in writer.getvalue().splitlines()]
    stop = {"name": "stop", "answer": "Orders"}
    assert said == [{"type": "action", "action": stop, "thought": "I see it"}] * 2


def test_a_masked_result_has_no_reward() -> None:
    result = Result({"observation": None, "reward": None, "done": True, "failure": "sandbox", "masked": True})
    assert (result.done, result.reward, result.masked, result.failure) == (True, None, True, "sandbox")
