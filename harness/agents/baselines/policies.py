"""The baselines that know nothing of the solution, one class each; ``POLICIES`` has them by name."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from harness.agents.base import Agent, Session
from harness.agents.baselines.guessing import guess, keywords
from harness.agents.protocol import Element, Observation, TaskMessage
from tasks import actions

PRESSED = ("link", "button", "tab", "menuitem", "checkbox", "radio", "switch", "option")
FIELDS = ("searchbox", "textbox", "combobox", "spinbutton")
MOST_CLICKS = 3
ENDING = 0.1
"""The chance that ``random`` ends its episode before a step."""

POLICIES: dict[str, Callable[[], Agent]] = {}


def policy(name: str) -> Callable[[type[Agent]], type[Agent]]:
    """Decorator: a baseline and its name for ``--agent``."""

    def add(found: type[Agent]) -> type[Agent]:
        POLICIES[name] = found
        return found

    return add


def lines(observation: Observation) -> list[str]:
    """What the page says, a text an entry: what stands in its main part, if it has one, comes first."""
    main = observation.find("main")
    inside = list(observation.descendants(main.id)) if main else []
    known = {element.id for element in inside}
    rest = [element for element in observation.elements.values() if element.id not in known]
    return [element.name for element in (*inside, *rest) if element.role == "StaticText" and element.name]


def by_words(words: list[str], texts: list[str]) -> list[str]:
    """The texts with those first that hold most of the words."""
    return sorted(texts, key=lambda text: -sum(word in text.lower() for word in words))


def schema_of(task: TaskMessage) -> dict[str, Any] | None:
    """The JSON Schema of the answer; None where no answer is asked for, or nothing was told of it."""
    return (task.answer_format or {}).get("schema")


@policy("refuse")
class Refuse(Agent):
    """Says at once that the task cannot be done: what it speaks of is not found."""

    def act(self, observation: Observation) -> actions.Stop:
        """Refuse."""
        return actions.Stop(status="not_achievable", reason="not_found")


@policy("random")
class Random(Agent):
    """Clicks, types words of the task and goes back by chance; at last it answers by chance, too."""

    def run(self, session: Session) -> None:
        """Act until chance ends it."""
        chance = random.Random(session.task.seed)  # noqa: S311 - a game of chance, no secret
        words = keywords(session.task.intent) or ["a"]
        observation = session.observe()
        while chance.random() >= ENDING:
            observation = session.act(any_action(observation, words, chance))
        texts = lines(observation)
        chance.shuffle(texts)
        session.stop(guess(schema_of(session.task), texts))


def any_action(observation: Observation, words: list[str], chance: random.Random) -> actions.Action:
    """A click, a word in a field, a scroll or a step back, as chance and the page have it."""
    pressed = [element for element in observation.elements.values() if element.role in PRESSED]
    fields = [element for element in observation.elements.values() if element.role in FIELDS]
    drawn = chance.random()
    if pressed and drawn < 0.7:
        return actions.Click(element=chance.choice(pressed).id)
    if fields and drawn < 0.85:
        word = chance.choice(words)
        return actions.Type(element=chance.choice(fields).id, text=word, enter=chance.random() < 0.5)
    return actions.GoBack() if drawn < 0.93 else actions.Scroll(direction="down")


@policy("first-hit")
class FirstHit(Agent):
    """Searches the site for words of the task, opens the first hit, answers with the first value there."""

    def run(self, session: Session) -> None:
        """Search, open, answer."""
        words = keywords(session.task.intent)
        observation = session.observe()
        box = observation.find("searchbox") or observation.find("textbox")
        if box:
            search = actions.Type(element=box.id, text=" ".join(words[:4]), enter=True)
            observation = session.act(search, thought="search for the words of the task")
            if hit := self._first(observation):
                observation = session.act(actions.Click(element=hit.id), thought="the first hit")
        session.stop(guess(schema_of(session.task), lines(observation)))

    @staticmethod
    def _first(observation: Observation) -> Element | None:
        main = observation.find("main")
        return observation.find("link", within=main.id if main else None)


@policy("keyword")
class Keyword(Agent):
    """Follows the links that share most words with the task, answers with a value beside such words."""

    def run(self, session: Session) -> None:
        """Follow up to three links, then answer."""
        words = keywords(session.task.intent)
        observation, seen = session.observe(), set[str]()
        for _ in range(MOST_CLICKS):
            links = [link for link in observation.find_all("link") if link.name not in seen]
            best = max(links, key=lambda link: self._shared(words, link), default=None)
            if best is None or not self._shared(words, best):
                break
            seen.add(best.name)
            observation = session.act(actions.Click(element=best.id), thought=f"'{best.name}' sounds like it")
        session.stop(guess(schema_of(session.task), by_words(words, lines(observation))))

    @staticmethod
    def _shared(words: list[str], link: Element) -> int:
        return len(set(words) & set(keywords(link.name)))
