"""An episode played by a model: observe, ask, act; each step's tokens travel with its action."""

from __future__ import annotations

import json
import os
import re
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Protocol

from pydantic import ValidationError

from evaluators.endpoint import last_object
from harness.agents.base import Agent, Session
from harness.agents.model.client import Model, ModelError, Reply
from harness.agents.model.prompts import Past, Prompts, describe
from harness.agents.model.settings import KEYS, Settings, SettingsError
from harness.agents.protocol import Observation, ProtocolError, TaskMessage, Tokens, decode, encode
from tasks.actions import parse_action

_SHARE = 0.9  # of the time the harness grants: what is left is for saying that the endpoint failed
_ACTION_BEGINS = re.compile(r'(?:```\w*\s*)?\{\s*"(?:name|action)"')


@dataclass(frozen=True)
class Decision:
    """What the agent does next: an action, or the invalid one that the model insisted on."""

    action: dict[str, Any]
    thought: str
    tokens: Tokens


class Asks(Protocol):
    """What the agent needs of a model."""

    def ask(self, messages: list[dict[str, Any]], *, deadline: float) -> Reply:
        """The reply to a conversation, before the deadline of the monotonic clock."""


class Meter:
    """Adds up what asking costs, in vain as well."""

    def __init__(self) -> None:
        self._spent = Tokens()

    def ask(self, model: Asks, messages: list[dict[str, Any]], *, deadline: float) -> Reply:
        """The model's reply; see ``Asks.ask``.

        Raises:
            ModelError: there is none.
        """
        try:
            reply = model.ask(messages, deadline=deadline)
        except ModelError as error:
            self._spent += error.tokens
            raise
        self._spent += reply.tokens
        return reply

    def read(self) -> Tokens:
        """What was spent since the last reading."""
        spent, self._spent = self._spent, Tokens()
        return spent


def connect(settings: Settings) -> Asks:
    """The model at the endpoint of the settings, with the key of the environment."""
    key = next((os.environ[name] for name in KEYS if os.environ.get(name)), None)
    return Model(settings, key=key)


class ModelAgent(Agent):
    """Plays tasks with the model that a task's options name.

    Args:
        connect: from settings to the model; another framework brings its own.
    """

    def __init__(self, connect: Callable[[Settings], Asks] = connect) -> None:
        self._connect = connect
        self._options: dict[str, Any] = {}
        self._meter = Meter()
        self._settings: Settings
        self._model: Asks
        self._prompts: Prompts

    def reset(self, task: TaskMessage) -> None:
        """Take the options of a task; the same ones keep the connection."""
        if task.options != self._options:
            self._settings = Settings.model_validate(task.options)
            self._model = self._connect(self._settings)
            self._prompts = Prompts(self._settings)
            self._options = task.options

    def run(self, session: Session) -> None:
        """Play one episode; an endpoint that stays down ends it as an error."""
        past: list[Past] = []
        while True:
            observation = session.observe()
            try:
                decision = self.next(session.task, observation, past)
            except (ModelError, SettingsError) as error:
                why = f"{error.message} ({error.remedy})" if error.remedy else error.message
                session.fail(why, tokens=self._meter.read().to_json())
                return
            session.act(decision.action, thought=decision.thought, tokens=decision.tokens.to_json())

    def next(self, task: TaskMessage, observation: Observation, past: list[Past]) -> Decision:
        """The next action; it is added to the past, and the outcome of the last one is noted there.

        Raises:
            ModelError: when the endpoint gives no reply in the time that the task grants.
            SettingsError: when the task's options cannot be used.
        """
        deadline = time.monotonic() + _SHARE * float(task.limits.get("answer_seconds") or 180)
        if past:
            past[-1].problem = observation.error
        self.reset(task)
        self._reward(task, observation, past, deadline)
        decision = self.decide(task, observation, past, deadline=deadline)
        number = decision.action.get("element")
        acted = observation.elements.get(number) if isinstance(number, int) else None
        thought = decision.thought if self._remembers else ""
        past.append(Past(json.dumps(decision.action, ensure_ascii=False), describe(acted), thought=thought))
        scale = float(task.window.get("scale") or 1)
        if scale != 1 and self._prompts.kind(task) == "points":
            return replace(decision, action=in_css_pixels(decision.action, scale))
        return decision

    @property
    def _remembers(self) -> bool:
        """Whether past thoughts are shown again, to the model that plans or to the one that rewards."""
        return self._settings.memory == "thoughts" or self._settings.reward != "off"

    def _reward(self, task: TaskMessage, observation: Observation, past: list[Past], deadline: float) -> None:
        """Have the last action judged for the next prompt; a reply that cannot be read tells nothing."""
        if self._settings.reward != "off" and past:
            asked = self._prompts.reward(task, observation, past)
            past[-1].reward = read_reward(self._meter.ask(self._model, asked, deadline=deadline).text)

    def decide(
        self, task: TaskMessage, observation: Observation, past: list[Past], *, deadline: float
    ) -> Decision:
        """Ask for the next action, again when the reply holds none that could work.

        Its tokens are those of all asking since the last decision.

        Args:
            task: what is to be done.
            observation: the current one.
            past: actions of this episode so far.
            deadline: by the monotonic clock, for all asking together.

        Raises:
            ModelError: when the endpoint gives no reply.
        """
        messages = self._prompts.messages(task, observation, past)
        for _ in range(self._settings.retries + 1):
            reply = self._meter.ask(self._model, messages, deadline=deadline)
            action, problem = read_reply(reply.text, observation)
            if not problem:
                break
            messages = messages + self._prompts.again(reply.text, problem)
        return Decision(action, thought_of(reply.text), self._meter.read())


def read_reply(reply: str, observation: Observation) -> tuple[dict[str, Any], str]:
    """The action a reply ends with, and what is wrong with it (empty when nothing is).

    Without any action in the reply the returned one is no action of the protocol, which the harness counts
    as invalid.
    """
    try:
        found = _last_object(reply)
    except ProtocolError as error:
        return {"name": "none"}, error.message
    if found is not None and isinstance(found.get("action"), dict):
        found = found["action"]
    if found is None:
        return {"name": "none"}, "the reply holds no JSON object with an action"
    try:
        action = parse_action(found)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"][1:])
        return found, f"this is not one of the actions: {where}: {first['msg']}".replace(": :", ":")
    element = getattr(action, "element", None)
    if element is not None and element not in observation.elements:
        return found, f"there is no element [{element}] on this page"
    return found, ""


def read_reward(reply: str) -> str:
    """What a judgement says to the one who plans: score, status, and what is missing; empty for none.

    A task that is judged finished is to be ended now, as in the paper, where the reward ends it.
    """
    try:
        found = _last_object(reply) or {}
    except ProtocolError:
        return ""
    status, score = found.get("status"), str(found.get("score"))
    if status not in ("doing", "finished", "loop") or score not in ("1", "3", "7", "9", "10"):
        return ""
    told = (
        f"score {score} of 10, {status}. {str(found.get('description') or found.get('reason') or '')[:600]}"
    )
    return f"{told} Stop now, with the answer." if status == "finished" else told


def _last_object(reply: str) -> dict[str, Any] | None:
    """The last JSON object of a reply as the harness would read it; None when there is none.

    Raises:
        ProtocolError: the harness would refuse it. Python reads more than JSON: NaN, numbers without bound.
    """
    found = last_object(reply)
    try:
        return found if found is None else decode(encode({"type": "reply", "object": found}))["object"]
    except RecursionError as error:
        raise ProtocolError("The reply is nested too deeply") from error


def in_css_pixels(action: dict[str, Any], scale: float) -> dict[str, Any]:
    """An action on points of the picture as one on points of the window."""
    sides = ("x", "y", "to_x", "to_y", "dx", "dy")
    return {
        key: value / scale if key in sides and isinstance(value, int | float) else value
        for key, value in action.items()
    }


def thought_of(reply: str) -> str:
    """What a reply says before its action."""
    return _ACTION_BEGINS.split(reply)[0].strip()[:4000]
