"""An episode played by a ranker: the likeliest element is acted on; with a model, one that it chooses."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from harness.agents.base import Agent, Session
from harness.agents.baselines.guessing import guess, keywords
from harness.agents.baselines.policies import by_words, lines, schema_of
from harness.agents.model.agent import Asks, connect
from harness.agents.model.client import ModelError
from harness.agents.model.settings import Settings as ModelSettings
from harness.agents.protocol import Observation, TaskMessage, Tokens
from harness.agents.ranker.choosing import Chosen, MultipleChoice
from harness.agents.ranker.settings import Settings
from harness.ranker.candidates import PAST, Candidate, Query, line_of, of_observation
from harness.ranker.model import Ranker, ranked
from tasks import actions

_SHARE = 0.9  # of the time the harness grants: what is left is for saying that the endpoint failed
_WRITTEN_INTO = ("textbox", "searchbox", "spinbutton")
_QUOTED = re.compile(r"[\"“'‘]([^\"”'’]{2,80})[\"”'’](?!\w)")
_MANY_WORDS = 4


class RankerAgent(Agent):
    """Plays with a ranker, alone or with a model.

    Args:
        path: of the ranker's file.
        connect: from settings to the model.
    """

    def __init__(self, path: Path, connect: Callable[[ModelSettings], Asks] = connect) -> None:
        self._ranker = Ranker.load(path)
        self._connect = connect
        self._choice: MultipleChoice | None = None
        self._settings: Settings

    def reset(self, task: TaskMessage) -> None:
        """Take the options of a task."""
        self._settings = Settings.model_validate(task.options)
        endpoint = self._settings.endpoint
        self._choice = (
            MultipleChoice(self._connect(ModelSettings.model_validate(endpoint))) if endpoint else None
        )

    def run(self, session: Session) -> None:
        """Act on what is chosen until nothing is, then answer with what the page says."""
        self.reset(session.task)
        past: list[str] = []
        done: set[tuple[str, str, str]] = set()
        observation = session.observe()
        for _ in range(self._settings.acts):
            try:
                chosen = self._next(session.task, observation, past, done)
            except ModelError as error:
                why = f"{error.message} ({error.remedy})" if error.remedy else error.message
                session.fail(why, tokens=self._spent())
                return
            if chosen is None:
                break
            one = chosen.candidate
            done.add((observation.url, one.role, one.text))
            action = action_for(chosen, observation, session.task.intent)
            past.append(line_of(one, action))
            observation = session.act(action, thought=past[-1], tokens=self._spent())
        words = keywords(session.task.intent)
        answer = guess(schema_of(session.task), by_words(words, lines(observation)))
        session.stop(answer, tokens=self._spent())  # of the questions that chose nothing

    def _spent(self) -> dict[str, Any]:
        """What the model cost since this was asked last, as it travels."""
        return (self._choice.meter.read() if self._choice else Tokens()).to_json()

    def _next(
        self, task: TaskMessage, observation: Observation, past: list[str], done: set[tuple[str, str, str]]
    ) -> Chosen | None:
        """What is acted on next: nothing twice on one page."""
        query = Query(task.intent, tuple(past[-PAST:]))
        order = [
            one
            for one in ranked(self._ranker, query, of_observation(observation))
            if (observation.url, one.role, one.text) not in done
        ]
        if self._choice is None:
            return Chosen(order[0], operation_of(order[0]), "") if order else None
        deadline = time.monotonic() + _SHARE * float(task.limits.get("answer_seconds") or 180)
        return self._choice.choose(query, order[: self._settings.top], deadline=deadline)


def operation_of(one: Candidate) -> str:
    """The operation that a ranker alone takes for an element."""
    return {"combobox": "SELECT"}.get(one.role, "TYPE" if one.role in _WRITTEN_INTO else "CLICK")


def action_for(chosen: Chosen, observation: Observation, intent: str) -> actions.Action:
    """An action of ours for an operation; a value that is not said comes from the task."""
    number = int(chosen.candidate.id)
    element = observation.elements[number]
    options = [one.name for one in observation.descendants(number) if one.role == "option"]
    if chosen.operation == "SELECT" and options:
        wanted = set(keywords(chosen.value or intent))
        best = max(options, key=lambda one: (one == chosen.value, len(wanted & set(keywords(one)))))
        return actions.Select(element=number, options=[best])
    if chosen.operation in ("TYPE", "SELECT") and element.role in (*_WRITTEN_INTO, "combobox"):
        text = chosen.value or text_for(intent)
        return actions.Type(element=number, text=text, enter=element.role == "searchbox")
    return actions.Click(element=number)


def text_for(intent: str) -> str:
    """What a task would have typed: what it quotes, else its first words that say what it is about."""
    quoted = _QUOTED.search(intent)
    return quoted[1] if quoted else " ".join(keywords(intent)[:_MANY_WORDS])
