"""The model agent against a scripted endpoint: what it asks, how it bears faults, what it counts."""

from __future__ import annotations

import base64
import dataclasses
import io
import json
import shutil
import sys
import time
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from PIL import Image
from standin import DROP, HANG, Reply, StandIn, garbage, pictures, says, says_json, status, texts

from evaluators.nodes import in_words
from harness.agents.base import Session
from harness.agents.model.agent import ModelAgent, read_reply, thought_of
from harness.agents.model.settings import PROMPTS, SettingsError, settings_of
from harness.agents.naming import resolve_agent
from harness.agents.process import AgentProcess
from harness.agents.protocol import (
    Element,
    EndOfEpisode,
    Observation,
    TaskMessage,
    decode,
    encode,
)
from harness.browser.marks import draw, interactive, marked
from harness.episode.agent_loop import _task_message
from harness.episode.settings import EpisodeSettings
from tasks.loader import load_tasks

CLICK = {"name": "click", "element": 2}
STOP = {"name": "stop", "answer": "12.50"}
SHOWN: dict[str, Any] = {"in_viewport": True, "visible": True, "clickable": True}
ELEMENTS = [
    Element(1, "RootWebArea", "Shop", box=(0, 0, 400, 300), in_viewport=True, visible=True),
    Element(2, "link", "First order", parent=1, depth=1, box=(10, 20, 100, 30), **SHOWN),
    Element(3, "combobox", "Sort", parent=1, depth=1, box=(10, 60, 100, 30), **SHOWN),
    Element(4, "option", "Price", parent=3, depth=2, box=(10, 60, 100, 30), **SHOWN),
    Element(5, "heading", "Welcome", parent=1, depth=1, box=(10, 100, 100, 30)),
    Element(6, "button", "Below the window", parent=1, depth=1, box=(10, 900, 100, 30), clickable=True),
]


def seen(step: int = 0, **fields: Any) -> Observation:
    return Observation(
        step=step,
        url="http://shopping.webarium.test/",
        title="Shop",
        axtree="[1] RootWebArea 'Shop'\n\t[2] link 'First order'",
        elements={element.id: element for element in ELEMENTS},
        **fields,
    )


def png(width: int = 400, height: int = 300) -> str:
    buffer = io.BytesIO()
    Image.new("RGB", (width, height), "white").save(buffer, "PNG")
    return base64.b64encode(buffer.getvalue()).decode()


def play(
    standin: StandIn,
    observations: list[Observation],
    *,
    modes: tuple[str, ...] = ("axtree",),
    marks: bool = False,
    window: dict[str, Any] | None = None,
    answer_seconds: float = 20.0,
    known: dict[str, Any] | None = None,
    **options: Any,
) -> list[dict[str, Any]]:
    """The messages that the agent sends when it is shown these observations, one after the other."""
    chosen = {"model": "m", "base_url": standin.url, "pause": 0.01, **options}
    task = TaskMessage(
        "shopping.x.0",
        "What did my first order cost?",
        start_urls=["http://shopping.webarium.test/"],
        observation_modes=list(modes),
        marks=marks,
        window=window or {},
        limits={"answer_seconds": answer_seconds, "steps": 30},
        options=settings_of(chosen, {}) | (known or {}),
    )
    lines = [encode({"type": "observation", **one.to_json()}) for one in observations]
    reader = io.BytesIO(b"".join([*lines, encode({"type": "end", "reason": "stop"})]))
    writer = io.BytesIO()
    with suppress(EndOfEpisode):
        ModelAgent().run(Session(task, reader, writer))
    return [decode(line) for line in writer.getvalue().splitlines()]


# --- what it asks


def test_an_episode_from_first_click_to_answer() -> None:
    with StandIn(
        [says("I look at the order.\n```json\n" + json.dumps(CLICK) + "\n```"), says_json(STOP)]
    ) as s:
        sent = play(s, [seen(), seen(1, error="the element is covered")])
    assert [message["action"] for message in sent] == [CLICK, STOP]
    assert sent[0]["thought"] == "I look at the order."
    first, second = s.requests
    assert (first["model"], first["temperature"]) == ("m", 0.0)
    roles = [message["role"] for message in first["messages"]]
    assert roles == ["system", "user", "assistant", "user", "assistant", "user"], (
        "two examples, then the page"
    )
    assert "What did my first order cost?" in texts(first)
    assert "[2] link 'First order'" in texts(first)
    last = second["messages"][-1]["content"]
    assert '1. {"name": "click", "element": 2} on link \'First order\'' in last
    assert "did nothing: the element is covered" in last
    assert "You may take 29 more." in last


@pytest.mark.parametrize(
    ("option", "there", "not_there"),
    [
        ({"prompting": "cot"}, "Think step by step", "Reply with the action"),
        ({"prompting": "direct"}, "Reply with the action", "Think step by step"),
        ({"hint": True}, 'begins with "N/A"', None),
        ({"hint": False}, "Stop as soon as", 'begins with "N/A"'),
    ],
)
def test_prompting_and_hint(option: dict[str, Any], there: str, not_there: str | None) -> None:
    with StandIn([says_json(STOP)]) as s:
        play(s, [seen()], **option)
    rules = s.requests[0]["messages"][0]["content"]
    assert there in rules
    assert not_there is None or not_there not in rules


def test_direct_examples_show_no_reasoning() -> None:
    with StandIn([says_json(STOP)]) as s:
        play(s, [seen()], prompting="direct")
    shown = [m["content"] for m in s.requests[0]["messages"] if m["role"] == "assistant"]
    assert len(shown) == 2
    assert all(text.startswith("```json") for text in shown)


def test_html_comes_with_the_list_of_elements() -> None:
    with StandIn([says_json(STOP)]) as s:
        play(s, [seen(html="<a href='/1'>First</a>")], modes=("html",))
    now = s.requests[0]["messages"][-1]["content"]
    assert "HTML:\n<a href='/1'>First</a>" in now
    assert "[2] link 'First order'" in now
    assert "heading" not in now.split("ELEMENTS:")[1]


def test_the_text_of_weblinx_comes_as_it_is() -> None:
    text = '(html(body(a data-webtasks-id="2" First order)))\n(uid = 2) [[tag]] a'
    with StandIn([says_json(CLICK), says_json(STOP)]) as s:
        sent = play(s, [dataclasses.replace(seen(n, otr=text), axtree="") for n in (0, 1)], modes=("otr",))
    assert sent[0]["action"] == CLICK
    now = s.requests[0]["messages"][-1]["content"]
    assert f"HTML:\n{text}" in now
    assert "ELEMENTS" not in now, "all of them would be more than the budget"
    assert "ACCESSIBILITY TREE" not in now


def test_a_screenshot_alone_is_acted_on_by_points() -> None:
    point = {"name": "click", "x": 60, "y": 35}
    with StandIn([says_json(point), says_json(STOP)]) as s:
        sent = play(s, [seen(screenshot=png()), seen(1, screenshot=png())], modes=("screenshot",))
    assert sent[0]["action"] == point
    assert '"x": 640' in s.requests[0]["messages"][0]["content"]
    assert pictures(s.requests[0]) == [f"data:image/png;base64,{png()}"]


def test_of_marked_elements_those_that_show_are_listed() -> None:
    with StandIn([says_json(CLICK), says_json(STOP)]) as s:
        shots = [seen(screenshot=png()), seen(1, screenshot=png())]
        play(s, shots, modes=("screenshot",), marks=True)
    assert pictures(s.requests[0]) == [f"data:image/png;base64,{png()}"]
    now = texts(s.requests[0]).split("ELEMENTS MARKED ON THE SCREENSHOT:")[-1]
    assert "[2] link" in now
    assert "Below the window" not in now


def test_points_of_a_finer_picture_become_points_of_the_window() -> None:
    point = {"name": "click", "x": 60, "y": 36}
    with StandIn([says_json(point), says_json(STOP)]) as s:
        shots = [seen(screenshot=png()), seen(1, screenshot=png())]
        sent = play(s, shots, modes=("screenshot",), window={"width": 400, "height": 300, "scale": 2.0})
    assert sent[0]["action"] == {"name": "click", "x": 30, "y": 18}


@pytest.mark.parametrize("scale", [1, 2])
def test_marks_box_and_number(scale: int) -> None:
    plain = base64.b64decode(png(400 * scale, 300 * scale))
    picture = Image.open(io.BytesIO(draw(plain, [ELEMENTS[1]], scale=scale))).convert("RGB")
    white = (255, 255, 255)
    assert picture.getpixel((10 * scale, 40 * scale)) != white, "left edge of the box"
    assert picture.getpixel((109 * scale, 40 * scale)) != white, "right edge of the box"
    assert picture.getpixel((200 * scale, 200 * scale)) == white


def test_interactive_elements_leave_closed_options_out() -> None:
    assert [element.id for element in interactive(seen())] == [2, 3, 6]
    assert [element.id for element in marked(ELEMENTS)] == [2, 3]


def test_a_long_page_is_cut_and_says_so() -> None:
    with StandIn([says_json(STOP)]) as s:
        play(s, [seen(html="x" * 500)], modes=("html",), max_chars=200)
    assert f"{'x' * 200}\n(cut: 300 more characters)" in texts(s.requests[0])


def test_history_is_limited_and_keeps_its_numbers() -> None:
    with StandIn([says_json(CLICK), says_json({**CLICK, "count": 2}), says_json(STOP)]) as s:
        play(s, [seen(n) for n in range(3)], history=1)
    now = s.requests[2]["messages"][-1]["content"]
    assert '2. {"name": "click", "element": 2, "count": 2}' in now
    assert "1. {" not in now


def test_past_thoughts_are_remembered_where_that_is_asked_for() -> None:
    for memory, there in (("actions", False), ("thoughts", True)):
        with StandIn([says("I look first.\n```json\n" + json.dumps(CLICK) + "\n```"), says_json(STOP)]) as s:
            play(s, [seen(), seen(1)], memory=memory)
        assert ("(you thought: I look first.)" in texts(s.requests[1])) is there


def test_a_reward_is_asked_after_each_action_and_told_before_the_next() -> None:
    judged = {"status": "finished", "score": 10, "reason": "all", "description": "The order is open."}
    with StandIn([says_json(CLICK), says_json(judged), says_json(STOP)]) as s:
        sent = play(s, [seen(), seen(1)], reward="golden", known={"golden": ["a page was shown at /order/1"]})
    _, asked, last = s.requests
    assert "- a page was shown at /order/1" in texts(asked)
    assert "(judged: score 10 of 10, finished. The order is open. Stop now, with the answer.)" in texts(last)
    assert "a page was shown at /order/1" not in texts(last), "the one who plans sees the reward alone"
    assert sent[1]["tokens"]["prompt"] == 20, "what the reward cost counts"


@pytest.mark.parametrize(
    "reply", ["no JSON", '{"status": "done", "score": 10}', '{"status": "doing", "score": 5}']
)
def test_a_reward_that_cannot_be_read_tells_nothing(reply: str) -> None:
    with StandIn([says_json(CLICK), says(reply), says_json(STOP)]) as s:
        play(s, [seen(), seen(1)], reward="self")
    assert "judged:" not in texts(s.requests[2])
    assert "THE TASK IS DONE ONLY" not in texts(s.requests[1])


def test_the_golden_reference_is_the_harness_to_give() -> None:
    agent = resolve_agent("model:m", options={"reward": "golden"})
    assert agent.knows_nodes
    (task,) = load_tasks("home.address_from_note.0")
    episode = SimpleNamespace(task=task, settings=EpisodeSettings(), trial=0)
    message = _task_message(episode, agent)  # type: ignore[arg-type]
    assert message.options["golden"] == in_words(task) != []
    assert not resolve_agent("model:m", options={"reward": "self"}).knows_nodes
    with pytest.raises(SettingsError, match="filled in for each task"):
        settings_of({"model": "m", "golden": ["x"]}, {})
    assert {"memory", "reward", "golden"} & settings_of({"model": "m"}, {}).keys() == set()


def test_prompts_are_files_that_can_be_replaced(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    shutil.copytree(PROMPTS, folder)
    (folder / "system.md").write_text("You are a careful shopper. {{ prompting }}")
    with StandIn([says_json(STOP)]) as s:
        play(s, [seen()], prompts=str(folder))
    assert s.requests[0]["messages"][0]["content"] == "You are a careful shopper. cot"
    digests = {
        settings_of({"model": "m", "prompts": str(f)}, {})["prompts_digest"] for f in (PROMPTS, folder)
    }
    assert len(digests) == 2, "a run with other prompts is another configuration"


# --- replies that are no action


@pytest.mark.parametrize(
    ("reply", "problem"),
    [
        ("I am not sure.", "no JSON object"),
        ('{"name": "fly", "element": 2}', "not one of the actions"),
        ('{"name": "click", "element": 99}', "there is no element [99]"),
        ('{"name": "click", "element": [2]}', "element"),
        ('{"name": "click"}', "name either an element id or both x and y"),
        ('{"name": "click", "element": 2}', ""),
        ('{"action": {"name": "click", "element": 2}}', ""),
    ],
)
def test_read_reply(reply: str, problem: str) -> None:
    found = read_reply(reply, seen())[1]
    assert problem in found
    assert bool(problem) == bool(found)


def test_an_invalid_reply_is_asked_again_with_the_reason() -> None:
    with StandIn(
        [says("hm"), says('{"name": "click", "element": 99}'), says_json(CLICK), says_json(STOP)]
    ) as s:
        sent = play(s, [seen(), seen(1)])
    assert [message["action"] for message in sent] == [CLICK, STOP]
    assert sent[0]["tokens"] == {"prompt": 30, "completion": 15}, "three replies of 10 and 5 tokens"
    asked = s.requests[2]["messages"]
    assert [m["content"] for m in asked if m["role"] == "assistant"][-2:] == [
        "hm",
        '{"name": "click", "element": 99}',
    ]
    assert "there is no element [99]" in asked[-1]["content"]


def test_who_insists_on_nonsense_sends_an_invalid_action() -> None:
    with StandIn([says("no"), says("no"), says_json(STOP)]) as s:
        sent = play(s, [seen(), seen(1)], retries=1)
    assert [message["action"] for message in sent] == [{"name": "none"}, STOP]
    assert sent[0]["thought"] == "no"


def test_thought_ends_where_the_action_begins() -> None:
    assert thought_of('The cart {is} full.\n```json\n{"name": "stop"}\n```') == "The cart {is} full."
    assert thought_of('{"name": "stop"}') == ""


# --- an endpoint that fails


@pytest.mark.parametrize(
    "fault",
    [
        status(429),
        status(500),
        status(503),
        garbage(),
        garbage('{"choices": []}'),
        DROP,
        HANG,
        says(None),
        says(None, refusal="I would rather not"),
    ],
    ids=["429", "500", "503", "no JSON", "no choices", "dropped", "timeout", "empty", "refused"],
)
def test_a_passing_fault_is_tried_again(fault: Reply) -> None:
    with StandIn([fault, fault, says_json(STOP)]) as s:
        sent = play(s, [seen()], timeout=2.0)
    assert [message["action"] for message in sent] == [STOP]
    assert len(s.requests) == 3


@pytest.mark.parametrize(
    ("fault", "said", "requests"),
    [
        (status(429), "HTTP 429", 3),
        (garbage(), "gave no usable reply", 3),
        (says(None, refusal="I would rather not"), "refused: I would rather not", 3),
        (status(401, "no such key"), "HTTP 401", 1),
        (status(404, "no such model"), "HTTP 404", 1),
    ],
    ids=["429", "no JSON", "refused", "401", "404"],
)
def test_a_lasting_fault_is_an_error_not_an_action(fault: Reply, said: str, requests: int) -> None:
    with StandIn([fault]) as s:
        (sent,) = play(s, [seen()], attempts=3)
    assert sent["type"] == "error"
    assert said in sent["message"]
    assert len(s.requests) == requests


def test_an_endpoint_that_is_not_there_is_an_error() -> None:
    with StandIn([says("x")]) as s:
        gone = s.url
    (sent,) = play(s, [seen()], base_url=gone, attempts=2)
    assert sent["type"] == "error"
    assert "APIConnectionError" in sent["message"]


def test_it_gives_up_before_the_harness_loses_patience() -> None:
    with StandIn([HANG]) as s:
        began = time.monotonic()
        (sent,) = play(s, [seen()], answer_seconds=3.0, timeout=60, attempts=9)
    assert sent["type"] == "error"
    assert 2.0 < time.monotonic() - began < 20.0, "nine tenths of what the harness grants, not nine minutes"


def test_retry_after_is_honoured() -> None:
    slow = status(429)
    with StandIn([Reply(429, slow.body, {"retry-after": "0.4"}), says_json(STOP)]) as s:
        began = time.monotonic()
        play(s, [seen()])
    assert time.monotonic() - began >= 0.4


# --- settings and accounting


def test_cost_is_tokens_times_price() -> None:
    with StandIn([says_json(STOP)]) as s:
        (sent,) = play(s, [seen()], price_prompt=2.5, price_completion=10)
    # 10 prompt tokens at 2.50 and 5 completion tokens at 10 dollars a million
    assert sent["tokens"] == {"prompt": 10, "completion": 5, "cost": pytest.approx(75e-6)}


def test_request_parameters() -> None:
    with StandIn([says_json(STOP)]) as s:
        play(s, [seen()], temperature=None, max_tokens=300, parameters={"top_p": 0.5})
    asked = s.requests[0]
    assert "temperature" not in asked
    assert (asked["max_tokens"], asked["top_p"]) == (300, 0.5)


def test_options_win_over_the_environment() -> None:
    environment = {
        "WEBARIUM_AGENT_MODEL": "theirs",
        "WEBARIUM_AGENT_TEMPERATURE": "0.7",
        "OPENAI_BASE_URL": "http://127.0.0.1:1/v1",
    }
    found = settings_of({"model": "mine"}, environment)
    assert (found["model"], found["temperature"], found["base_url"]) == ("mine", 0.7, "http://127.0.0.1:1/v1")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({}, "which model"),
        ({"model": "m", "temprature": 1}, "temprature"),
        ({"model": "m", "prompting": "magic"}, "prompting"),
        ({"model": "m", "prompts": "/nowhere"}, "system.md"),
    ],
)
def test_wrong_options_are_told_before_the_run(options: dict[str, Any], message: str) -> None:
    with pytest.raises(SettingsError, match=message):
        settings_of(options, {})


def test_a_misspelt_variable_is_told() -> None:
    with pytest.raises(SettingsError, match="WEBARIUM_AGENT_TEMPRATURE") as told:
        settings_of({"model": "m"}, {"WEBARIUM_AGENT_TEMPRATURE": "1"})
    assert "WEBARIUM_AGENT_TEMPERATURE" in str(told.value.remedy)


def test_the_command_line_names_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "secret")
    with StandIn([says_json(CLICK), status(401, "no such key")]) as s:
        spec = resolve_agent("model:stand-in", options={"base_url": s.url, "temperature": 0.5})
        assert (spec.name, spec.command[1:]) == ("model:stand-in", ["-m", "harness.agents.model"])
        assert "secret" not in json.dumps(spec.options)
        process = AgentProcess(spec, log=tmp_path / "agent.log")
        try:
            task = TaskMessage("shopping.x.0", "Buy it", observation_modes=["axtree"], options=spec.options)
            process.begin(task, seconds=20)
            process.send({"type": "observation", **seen().to_json()}, seconds=20)
            first = process.receive(seconds=20)
            process.send({"type": "observation", **seen(1).to_json()}, seconds=20)
            second = process.receive(seconds=20)
        finally:
            process.close()
    assert (first["action"], first["tokens"]) == (CLICK, {"prompt": 10, "completion": 5})
    assert second["type"] == "error"
    assert sys.executable == spec.command[0]
