"""The model agent and an odd endpoint: replies that never end, parts, halves of letters, wild counts."""

from __future__ import annotations

import io
import json
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
from standin import Reply, StandIn, says, says_json, status, texts

from harness.agents.base import Session
from harness.agents.model.agent import ModelAgent, read_reply, read_reward
from harness.agents.model.settings import settings_of
from harness.agents.protocol import Element, EndOfEpisode, Observation, TaskMessage, decode, encode

SEEN = Observation(
    step=0,
    url="http://shopping.webarium.test/",
    title="Shop",
    axtree="[1] RootWebArea 'Shop'",
    elements={1: Element(1, "RootWebArea", "Shop"), 2: Element(2, "searchbox", "Search", parent=1)},
)
STOP = {"name": "stop", "answer": "12.50"}


def play(url: str, *, steps: int = 1, answer_seconds: float = 20.0, **options: Any) -> list[dict[str, Any]]:
    """The messages that the agent sends on a page that stays as it is."""
    chosen = settings_of({"model": "m", "base_url": url, "pause": 0.01, **options}, {})
    task = TaskMessage(
        "5f",
        "What did it cost?",
        observation_modes=["axtree"],
        limits={"answer_seconds": answer_seconds},
        options=chosen,
    )
    line = encode({"type": "observation", **SEEN.to_json()})
    writer = io.BytesIO()
    with suppress(EndOfEpisode):
        reader = io.BytesIO(line * steps + encode({"type": "end", "reason": "stop"}))
        ModelAgent().run(Session(task, reader, writer))
    return [decode(line) for line in writer.getvalue().splitlines()]


def completion(**changed: Any) -> Reply:
    """A completion that stops, with other usage or another message."""
    body = json.loads(says_json(STOP).body)
    body["choices"][0]["message"] |= changed.pop("message", {})
    return Reply(body=json.dumps(body | changed).encode())


# --- a reply that drips


@pytest.fixture
def dripping() -> Iterator[tuple[str, list[socket.socket]]]:
    """An endpoint that sends a blank ten times a second and never ends; and who is connected to it."""
    server = socket.create_server(("127.0.0.1", 0))
    lines: list[socket.socket] = []
    over = threading.Event()

    def drip(line: socket.socket) -> None:
        with suppress(OSError):
            line.recv(65536)
            line.sendall(b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 9999\r\n\r\n")
            while not over.wait(0.1):
                line.sendall(b" ")
        lines.remove(line)

    def accept() -> None:
        with suppress(OSError):
            while True:
                line, _ = server.accept()
                lines.append(line)
                threading.Thread(target=drip, args=(line,), daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    yield f"http://127.0.0.1:{server.getsockname()[1]}/v1", lines
    over.set()
    server.close()


@pytest.mark.parametrize(("timeout", "answer_seconds"), [(0.5, 60.0), (60.0, 1.5)])
def test_a_reply_that_drips_is_given_up_in_time(
    dripping: tuple[str, list[socket.socket]], timeout: float, answer_seconds: float
) -> None:
    url, connected = dripping
    began = time.monotonic()
    (sent,) = play(url, timeout=timeout, attempts=2, answer_seconds=answer_seconds)
    assert time.monotonic() - began < 20.0
    assert sent["type"] == "error"
    assert "the reply was not whole after" in sent["message"]
    until = time.monotonic() + 20
    while connected and time.monotonic() < until:
        time.sleep(0.05)
    assert connected == [], "what was given up is not kept open"


# --- counts


@pytest.mark.parametrize("odd", [{"a": 1}, "many", [1], -5, pytest.param(10**400, id="huge"), None])
def test_an_odd_usage_ends_nothing(odd: Any) -> None:
    usage = {"prompt_tokens": odd, "completion_tokens": 5, "total_tokens": odd}
    with StandIn([completion(usage=usage)]) as s:
        (sent,) = play(s.url)
    assert sent["action"] == STOP
    assert sent["tokens"]["prompt"] in (0, 10**9)
    assert sent["tokens"]["completion"] == 5


@pytest.mark.parametrize("usage", [None, "free", [1]])
def test_a_usage_that_is_none_ends_nothing(usage: Any) -> None:
    with StandIn([completion(usage=usage)]) as s:
        (sent,) = play(s.url)
    assert (sent["action"], sent["tokens"]) == (STOP, {"prompt": 0, "completion": 0})


def test_what_an_unusable_reply_cost_is_counted() -> None:
    with StandIn([says(None), says(None, refusal="no"), says_json(STOP)]) as s:
        (sent,) = play(s.url, price_prompt=100)
    assert sent["tokens"] == {"prompt": 30, "completion": 15, "cost": pytest.approx(0.003)}


def test_what_was_spent_before_the_endpoint_failed_is_told_with_the_error() -> None:
    judged = {"status": "doing", "score": 7, "reason": "", "description": "on the way"}
    search = {"name": "type", "element": 2, "text": "lamp"}
    replies = [says_json(search), says_json(judged), says("hm"), says(None), status(401)]
    with StandIn(replies) as s:
        first, error = play(s.url, steps=2, reward="self", price_prompt=100)
    assert first["tokens"] == {"prompt": 10, "completion": 5, "cost": pytest.approx(0.001)}
    assert error["type"] == "error"
    # the reward, a reply without an action, and an empty one
    assert error["tokens"] == {"prompt": 30, "completion": 15, "cost": pytest.approx(0.003)}


# --- what is said


def test_half_a_letter_does_not_poison_what_follows() -> None:
    half = "I look.\n" + '```json\n{"name": "type", "element": 2, "text": "caf\\ud83d"}\n```'
    judged = '{"status": "doing", "score": 7, "description": "caf\\ud83d is written"}'
    with StandIn([says(half), says(judged), says("caf\ud83d"), says_json(STOP)]) as s:
        sent = play(s.url, steps=2, reward="self")
    assert [message["type"] for message in sent] == ["action", "action"]
    assert (sent[0]["action"]["text"], sent[1]["action"]) == ("caf?", STOP)
    assert "caf? is written" in texts(s.requests[2])
    assert s.requests[3]["messages"][-2] == {"role": "assistant", "content": "caf?"}


@pytest.mark.parametrize("answer", ["NaN", "-Infinity", "1e999", "[" * 120 + "]" * 120])
def test_what_the_harness_would_refuse_is_asked_again(answer: str) -> None:
    reply = f'{{"name": "stop", "answer": {answer}}}'
    action, problem = read_reply(reply, SEEN)
    assert problem
    encode({"action": action})
    decode(encode({"type": "action", "action": action}))
    with StandIn([says(reply), says_json(STOP)]) as s:
        (sent,) = play(s.url)
    assert sent["action"] == STOP
    assert read_reward(f'{{"status": "doing", "score": 7, "description": {answer}}}') == ""


def test_a_text_in_parts_is_read_as_one() -> None:
    text = json.dumps(STOP)
    parts = [
        {"type": "thinking", "thinking": [{"type": "text", "text": "hm"}]},
        {"type": "text", "text": text[:9]},
        {"type": "text", "text": text[9:]},
    ]
    with StandIn([completion(message={"content": parts})]) as s:
        (sent,) = play(s.url, retries=0)
    assert (sent["action"], sent.get("thought", "")) == (STOP, "")
