"""Baselines without a model: what they do on a page, and that they do the same again."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest

from harness.agents.baselines.degraded import ForgetfulOracle, NoisyOracle, ShortSightedOracle
from harness.agents.baselines.guessing import guess, keywords
from harness.agents.baselines.policies import POLICIES
from harness.agents.protocol import Element, EndOfEpisode, Observation, TaskMessage
from harness.episode.agent_loop import seed_of

HOME = [
    ("link", "Contact"), ("searchbox", "Search"), ("main", ""), ("link", "Garden chairs"),
    ("link", "Umbrellas and parasols"), ("StaticText", "Opened in 1998"), ("button", "Subscribe"),
]  # fmt: skip
UMBRELLAS = [("main", ""), ("StaticText", "Umbrellas in stock: 1,240"), ("StaticText", "from 3 makers")]
NUMBER = {"schema": {"type": "number"}}


def page(content: list[tuple[str, str]], step: int = 0) -> Observation:
    """A page; what comes after ``main`` stands in it."""
    elements = {1: Element(id=1, role="RootWebArea", name="Shop")}
    parent = 1
    for number, (role, name) in enumerate(content, 2):
        elements[number] = Element(id=number, role=role, name=name, parent=parent)
        parent = number if role == "main" else parent
    return Observation(step=step, url="http://shopping.webarium.test/", title="Shop", elements=elements)


class Session:
    """An episode of two pages: the first click on umbrellas, or a search, leads to the second."""

    def __init__(self, seed: int = 7, answer_format: Any = NUMBER, **options: Any) -> None:
        intent = "How many umbrellas do you have in the shop?"
        self.task = TaskMessage("e", intent, answer_format=answer_format, seed=seed, options=options)
        self.now, self.done = page(HOME), list[dict[str, Any]]()
        self.last = None

    def observe(self) -> Observation:
        """The page."""
        return self.now

    def act(self, action: Any, *, thought: str = "") -> Observation:
        """Keep what was done."""
        if len(self.done) == 40:
            raise EndOfEpisode("max_steps")
        self.done.append({key: value for key, value in action.model_dump().items() if value is not None})
        there = self.done[-1]["name"] == "type" or self.now.elements[action.element].name != "Contact"
        self.now = page(UMBRELLAS if there else HOME, len(self.done))
        return self.now

    def finish(self, stop: Any, *, thought: str = "") -> None:
        """The end."""
        self.done.append({key: value for key, value in stop.model_dump().items() if value is not None})

    def stop(self, answer: Any = "", **_: Any) -> None:
        """The end, with an answer."""
        self.done.append({"name": "stop", "answer": answer})


def test_keyword_follows_the_words_of_the_task_and_reads_beside_them() -> None:
    session = Session()
    POLICIES["keyword"]().run(session)  # type: ignore[arg-type]
    assert [one["name"] for one in session.done] == ["click", "stop"]
    assert session.done[0]["element"] == 6
    assert session.done[-1]["answer"] == 1240


def test_first_hit_searches_and_opens_what_comes_first() -> None:
    session = Session()
    POLICIES["first-hit"]().run(session)  # type: ignore[arg-type]
    assert session.done[0] == {
        "name": "type", "element": 3, "text": "umbrellas shop", "enter": True, "clear": True
    }  # fmt: skip
    assert session.done[-1]["answer"] == 1240


def test_refuse_refuses_at_once() -> None:
    stop = POLICIES["refuse"]().act(page(HOME))
    assert (stop.status, stop.reason) == ("not_achievable", "not_found")  # type: ignore[union-attr]


class Wide(Session):
    """One page whatever is done."""

    def act(self, action: Any, *, thought: str = "") -> Observation:
        """Keep what was done."""
        if len(self.done) == 40:
            raise EndOfEpisode("max_steps")
        self.done.append(action.model_dump())
        return self.now


def drawn(seed: int) -> list[dict[str, Any]]:
    session = Wide(seed)
    with suppress(EndOfEpisode):
        POLICIES["random"]().run(session)  # type: ignore[arg-type]
    return session.done


def test_random_does_the_same_in_the_same_trial_and_not_in_another() -> None:
    assert drawn(seed_of("shopping.x.0", 1)) == drawn(seed_of("shopping.x.0", 1))
    assert len({str(drawn(seed_of("shopping.x.0", trial))) for trial in range(8)}) > 4


VIEW = {
    "task_id": "shopping.t.0", "intent": "Go round", "start": ["/"], "params": {},
    "variables": {"shopping": "http://shopping.webarium.test/"},
    "oracle": [*({"goto": f"/{number}"} for number in range(20)), {"stop": "done"}],
}  # fmt: skip


@pytest.mark.parametrize(("share", "least", "most"), [(0.0, 0, 0), (0.3, 1, 14), (1.0, 20, 20)])
def test_the_noisy_oracle_slips_as_often_as_it_is_told(share: float, least: int, most: int) -> None:
    session = Wide(3, oracle=VIEW)
    NoisyOracle(share).run(session)  # type: ignore[arg-type]
    slips = [one for one in session.done[:20] if one["name"] != "goto"]
    assert least <= len(slips) <= most
    assert session.done[-1]["answer"] == "done"


@pytest.mark.parametrize(("share", "least", "most"), [(0.0, 20, 20), (0.3, 6, 19), (1.0, 0, 0)])
def test_the_forgetful_oracle_leaves_out_as_much_as_it_is_told(share: float, least: int, most: int) -> None:
    session = Wide(3, oracle=VIEW)
    ForgetfulOracle(share).run(session)  # type: ignore[arg-type]
    assert least <= len([one for one in session.done if one["name"] == "goto"]) <= most
    assert session.done[-1]["answer"] == "done"


@pytest.mark.parametrize("share", [0.0, 0.5, 1.0])
def test_the_short_sighted_oracle_sees_the_first_elements_of_a_page(share: float) -> None:
    session = Wide(3, oracle=VIEW)
    whole = session.observe().elements
    seen = ShortSightedOracle(share).acts(session).observe().elements  # type: ignore[arg-type]
    assert list(seen) == sorted(whole)[: round(len(whole) * (1 - share))]


def test_the_short_sighted_oracle_acts_on_what_it_has_looked_at_twice() -> None:
    session = Wide(3, oracle=VIEW)
    acts = ShortSightedOracle(0.5).acts(session)  # type: ignore[arg-type]
    page = session.observe()
    session.observe = lambda: page  # type: ignore[method-assign]
    assert acts.observe() is acts.observe()


class Refusing(Wide):
    """Whatever is clicked or typed does nothing, and says so."""

    def act(self, action: Any, *, thought: str = "") -> Observation:
        """Keep what was done."""
        seen = super().act(action)
        return seen if action.name == "goto" else replace(seen, error="it is disabled")


def test_the_noisy_oracle_goes_on_after_a_slip_that_did_nothing() -> None:
    session = Refusing(3, oracle=VIEW)
    NoisyOracle(0.3).run(session)  # type: ignore[arg-type]
    assert session.done[-1]["answer"] == "done"


@pytest.mark.parametrize(
    ("schema", "texts", "value"),
    [
        (None, ["14 lamps"], ""),
        ({"type": "number"}, ["no lamp", "1,234.5 lamps"], 1234.5),
        ({"type": "number"}, [], 0),
        ({"enum": ["red", "blue"]}, ["It is Blue"], "blue"),
        ({"enum": ["red", "blue"]}, [], "red"),
        ({"type": "boolean"}, [], True),
        ({"type": "string", "format": "date"}, ["on 3 May 2025"], "2025-05-03"),
        ({"type": "string"}, [" ", "A lamp "], "A lamp"),
        ({"type": "array", "items": {"type": "string"}}, ["A lamp"], ["A lamp"]),
        (
            {"type": "object", "properties": {"n": {"type": "number"}, "s": {"type": "string"}}},
            ["2 lamps"],
            {"n": 2, "s": "2 lamps"},
        ),
    ],
)
def test_a_guess_has_the_form_that_is_asked_for(schema: Any, texts: list[str], value: Any) -> None:
    assert guess(schema, texts) == value


def test_keywords_are_what_a_task_is_about() -> None:
    assert keywords("How many lamps, and which Lamps, has O'Neill's shop?") == ["lamps", "o'neill's", "shop"]
