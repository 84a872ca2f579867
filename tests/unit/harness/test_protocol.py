"""Messages between harness and agent, and what an agent can ask an observation."""

from __future__ import annotations

import io
import json
import re

import pytest
from pydantic import ValidationError

from harness.agents.base import Agent, Session
from harness.agents.protocol import (
    Element,
    EndOfEpisode,
    Observation,
    ProtocolError,
    Tab,
    TaskMessage,
    Tokens,
    decode,
    encode,
)
from harness.agents.replay import relocate
from tasks.actions import Click, Stop, Type, parse_action

TABLE = [
    Element(1, "RootWebArea", "Orders"),
    Element(2, "table", "", parent=1, depth=1),
    Element(3, "row", "", parent=2, depth=2),
    Element(4, "cell", "100011", parent=3, depth=3),
    Element(5, "link", "View", parent=3, depth=3, url="/orders/100011/", box=(10, 20, 30, 40)),
    Element(6, "row", "100012 View", parent=2, depth=2),
    Element(7, "cell", "100012", parent=6, depth=3),
    Element(8, "link", "View", parent=6, depth=3),
    Element(9, "textbox", "Search", value="lamp", parent=1, depth=1, states={"focused": True}),
]
PAGE = Observation(
    step=2,
    url="http://shopping.webarium.test/",
    title="Orders",
    tabs=[Tab(0, "http://shopping.webarium.test/", "Orders", True)],
    axtree="[1] RootWebArea 'Orders'",
    elements={element.id: element for element in TABLE},
    messages=["hello"],
    time="2026-03-16T09:00:20Z",
)


def test_observation_survives_the_journey():
    line = encode({"type": "observation", **PAGE.to_json()})
    assert line.endswith(b"\n")
    assert line.count(b"\n") == 1
    assert Observation.from_json(decode(line)) == PAGE


@pytest.mark.parametrize(
    "wrong",
    [{"element": True}, {"x": True, "y": 5}, {"element": 3, "count": True}, {"element": 3, "button": False}],
)
def test_true_is_no_number_of_an_action(wrong: dict[str, object]) -> None:
    with pytest.raises(ValidationError, match="is no yes or no"):
        parse_action({"name": "click", **wrong})
    typed = {"name": "type", "element": 3, "text": "x", "enter": True}
    assert parse_action(typed) == Type(element=3, text="x", enter=True)


def test_lone_surrogates_of_a_page_do_not_break_the_line():
    assert json.loads(encode({"type": "x", "text": "\ud800"}))["text"] == "\ud800"


@pytest.mark.parametrize("line", [b"hello", b"[1]", b'{"action": {}}', b'{"type": 3}', b"\xff\xfe"])
def test_other_lines_are_refused(line):
    with pytest.raises(ProtocolError):
        decode(line)


def test_task_message_never_holds_what_decides():
    message = TaskMessage("shopping.x.0", "Do it", start_urls=["http://shopping.webarium.test/"]).to_json()
    assert set(message) == {
        "type",
        "episode",
        "intent",
        "start_urls",
        "sites",
        "observation_modes",
        "scope",
        "window",
        "marks",
        "answer_format",
        "limits",
        "trial",
        "seed",
        "options",
    }
    assert TaskMessage.from_json({**message, "new": 1}).intent == "Do it"


def test_find_by_role_name_place_and_text():
    assert PAGE.find("link", "View").id == 5
    assert PAGE.find("link", "View", nth=1).id == 8
    assert PAGE.find("link", "View", nth=-1).id == 8
    assert PAGE.find("link", "View", nth=2) is None
    assert PAGE.find("row", text="100012").id == 6
    assert PAGE.find("link", within=6).id == 8
    assert PAGE.find(name=re.compile(r"^1000\d\d$"), nth=1).id == 7
    assert [element.id for element in PAGE.find_all("cell")] == [4, 7]


def test_text_of_a_subtree_says_nothing_twice():
    assert PAGE.text(3) == "100011 View"
    assert PAGE.text(6) == "100012 View", "the row's own name repeats its cells"
    assert PAGE.text(1) == "100011 View 100012 View Search lamp"
    assert [element.id for element in PAGE.descendants(2)] == [3, 4, 5, 6, 7, 8]
    assert [element.id for element in PAGE.ancestors(5)] == [3, 2, 1]


@pytest.mark.parametrize(
    ("data", "tokens"),
    [
        (None, Tokens()),
        ("many", Tokens()),
        ({"prompt": 10, "completion": None}, Tokens(prompt=10)),
        ({"prompt": "x"}, Tokens()),
        ({"prompt": 1, "completion": 2, "cost": 0.5}, Tokens(1, 2, 0.5)),
    ],
)
def test_tokens_are_read_kindly(data, tokens):
    assert Tokens.from_json(data) == tokens


def _session(*messages: dict) -> tuple[Session, io.BytesIO]:
    written = io.BytesIO()
    reader = io.BytesIO(b"".join(encode(message) for message in messages))
    return Session(TaskMessage("a.b.0", "Do it"), reader, written), written


def test_session_sends_actions_and_ends():
    see = {"type": "observation", **PAGE.to_json()}
    session, written = _session(see, see, {"type": "end", "reason": "stop"})
    assert session.observe().step == 2
    session.act(Click(element=5), thought="first", tokens={"prompt": 3})
    with pytest.raises(EndOfEpisode) as ended:
        session.act({"name": "stop", "answer": "42"})
    assert ended.value.reason == "stop"
    sent = [json.loads(line) for line in written.getvalue().splitlines()]
    assert sent[0] == {
        "type": "action",
        "action": {"name": "click", "element": 5, "button": "left", "count": 1},
        "thought": "first",
        "tokens": {"prompt": 3},
    }
    assert sent[1]["action"] == {"name": "stop", "answer": "42"}


def test_agent_base_class_plays_until_the_end():
    class Stops(Agent):
        def act(self, observation):
            return Stop(answer=observation.title), "because"

    session, written = _session({"type": "observation", **PAGE.to_json()}, {"type": "end", "reason": "stop"})
    with pytest.raises(EndOfEpisode):
        Stops().run(session)
    assert json.loads(written.getvalue())["thought"] == "because"


def test_replay_finds_the_element_again_when_its_number_changed():
    target = {"role": "link", "name": "View", "nth": 1}
    assert relocate({"name": "click", "element": 3}, target, PAGE) == {"name": "click", "element": 8}
    assert relocate({"name": "click", "element": 5}, target, PAGE)["element"] == 5, (
        "same id, same role and name"
    )
    assert relocate({"name": "press", "keys": "Enter"}, None, PAGE) == {"name": "press", "keys": "Enter"}
    lost = {"role": "button", "name": "Gone", "nth": 0}
    assert relocate({"name": "click", "element": 3}, lost, PAGE)["element"] == 3
