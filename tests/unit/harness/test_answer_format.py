"""What players are told of answers, and what becomes of an answer that cannot be read."""

from __future__ import annotations

import io
import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from evaluators import values
from evaluators.heard import heard
from harness.agents.base import Session
from harness.agents.model.prompts import Prompts
from harness.agents.model.settings import Settings
from harness.agents.protocol import Observation, TaskMessage, encode
from harness.agents.told import in_words
from harness.commands import run_options
from harness.compare.fairness import warnings_of
from harness.compare.sides import Side
from harness.episode import answers
from harness.episode.answers import Answers, answer_format
from harness.episode.engine import Episode
from harness.episode.settings import EpisodeSettings, config_of
from harness.run.identity import differences
from harness.run.models import Manifest
from sites.errors import WebariumError
from tasks.actions import Stop
from tasks.formats import Told
from tasks.model import Task

SCHEMA = {"type": "number"}


@pytest.fixture(autouse=True)
def _one_number(monkeypatch: pytest.MonkeyPatch) -> None:
    """A reader that knows one format, so that these tests say nothing about the types."""

    def read(answer: str, format: Any, question: str = "", **said: Any) -> values.Reading:
        if said["status"] in ("not_achievable", "failed"):
            return values.Reading(said["status"], reason=said["reason"])
        if format is not None and not answer.isdigit():
            return values.Reading("malformed", why="no number")
        return values.Reading("done", value=answer)

    monkeypatch.setattr(values, "read", read)
    monkeypatch.setattr(values, "describe", lambda _: {"sentence": "One number.", "schema": SCHEMA})


def task(*checks: Any, answer: Any = None) -> Task:
    return Task.model_validate(
        {"id": "shopping.count.0", "template": "shopping.count", "folder": "shopping", "number": 0,
         "sites": ["shopping"], "profile": {"shopping": None}, "intent": "How many lamps are there?",
         "start": ["http://shopping.webarium.test/"], "category": "information_seeking", "covers": ["1"],
         "answer": answer, "checks": [*checks, {"changes": "none"}]}
    )  # fmt: skip


ASKS = task({"answer": {"exact": 3}}, answer={"type": "number"})
REFUSED = task({"answer": {"not_achievable": ["not_found"]}}, answer={"type": "number"})
DOES = task()
REFUSED_DOING = task({"answer": {"not_achievable": ["not_found"]}})


def test_a_refusal_and_its_twin_are_told_the_same() -> None:
    for told in ("full", "format", "none"):
        assert answer_format(ASKS, told) == answer_format(REFUSED, told)
        assert answer_format(DOES, told) == answer_format(REFUSED_DOING, told)


def test_how_much_is_told() -> None:
    full = answer_format(ASKS, "full")
    assert full is not None
    assert (full["sentence"], full["schema"]) == ("One number.", SCHEMA)
    assert list(full["statuses"]) == ["done", "not_achievable", "failed"]
    for reason in ("not_found", "not_permitted", "not_supported"):
        assert reason in full["statuses"]["not_achievable"]
    assert answer_format(ASKS, "format") == {"sentence": "One number.", "schema": SCHEMA}
    assert answer_format(ASKS, "none") is None
    nothing = answer_format(DOES, "full")
    assert nothing is not None
    assert nothing["sentence"].startswith("No answer is asked for")
    assert nothing["schema"] is None
    assert nothing["statuses"] == full["statuses"]


def test_in_words() -> None:
    text = in_words(answer_format(ASKS, "full"))
    assert text.startswith('One number. As JSON by this schema: {"type": "number"}\nStatus:\n- done: ')
    assert "not_achievable" not in in_words(answer_format(ASKS, "format"))
    assert in_words(None) == ""


def test_a_malformed_answer_is_told_once_by_the_schema_alone() -> None:
    taken = Answers(ASKS, "full")
    problem = taken.take(Stop(answer="there are several"))
    assert problem is not None
    assert json.dumps(SCHEMA) in problem
    assert taken.take(Stop(answer="there are several")) is None
    assert Answers(REFUSED, "full").take(Stop(answer="there are several")) == problem


@pytest.mark.parametrize(
    ("of", "told", "stop", "again"),
    [
        (ASKS, "full", Stop(answer="4"), False),
        (ASKS, "format", Stop(answer="x"), True),
        (ASKS, "none", Stop(answer="x"), False),
        (ASKS, "full", Stop(status="failed"), False),
        (ASKS, "full", Stop(status="not_achievable"), True),
        (ASKS, "format", Stop(status="not_achievable"), False),
        (DOES, "full", Stop(status="not_achievable"), True),
        (REFUSED_DOING, "full", Stop(status="not_achievable"), True),
        (REFUSED, "full", Stop(status="not_achievable", reason="not_permitted"), False),
        (DOES, "full", Stop(answer="done"), False),
    ],
)
def test_what_is_told_again(of: Task, told: Told, stop: Stop, again: bool) -> None:
    problem = Answers(of, told).take(stop)
    assert (problem is not None) is again
    if stop.status and again:
        assert problem is not None
        assert "names its reason" in problem
        assert "schema" not in problem


def test_a_refusal_without_a_reason_is_malformed_for_who_was_told_of_reasons() -> None:
    for of in (ASKS, REFUSED, DOES):
        assert heard(of, "", status="not_achievable", told="full").status == "malformed"
        for told in ("format", "none"):
            assert heard(of, "", status="not_achievable", told=told).status == "not_achievable"


def test_the_engine_goes_on_for_one_more_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    episode = Episode(ASKS, world=None, browser=None, settings=EpisodeSettings())  # type: ignore[arg-type]
    advanced: list[str | None] = []
    sight = SimpleNamespace(digest="d", seconds={})
    monkeypatch.setattr(episode, "observe", lambda: sight)
    monkeypatch.setattr(episode, "keep", lambda: None)
    monkeypatch.setattr(episode, "_note", lambda *_: None)
    episode.env = SimpleNamespace(advance=advanced.append)  # type: ignore[assignment]
    first = episode.act(Stop(answer="some"))
    assert first.problem
    assert not first.invalid, "it is an action like any other"
    assert advanced == [first.problem], "a step, with the reason in the next observation"
    assert episode.reason == ""
    second = episode.act(Stop(answer="many"))
    assert second.problem is None
    assert (episode.reason, episode._stop) == ("stop", Stop(answer="many"))


def test_an_answer_stands_where_the_agent_has_no_other() -> None:
    seen = Observation(step=1, url="", title="", error="The answer could not be read")
    written = io.BytesIO()
    again = encode({"type": "observation", **seen.to_json()})
    session = Session(TaskMessage("e", "?"), io.BytesIO(again + again), written)
    told = session.stop("some")
    assert told is not None
    assert told.error == "The answer could not be read"
    assert session.last == Stop(answer="some")
    assert not session.done


def prompts(answer: dict[str, Any] | None, **options: Any) -> str:
    seen = Observation(
        step=0, url="http://shopping.webarium.test/", title="Shop", axtree="[1] RootWebArea ''"
    )
    message = TaskMessage("e", "How many lamps?", observation_modes=["axtree"], answer_format=answer)
    found = Prompts(Settings(model="m", **options)).messages(message, seen, [])
    return "\n".join(one["content"] for one in found)


def test_the_model_is_told() -> None:
    full = prompts(answer_format(ASKS, "full"))
    assert 'ANSWER: One number. As JSON by this schema: {"type": "number"}' in full
    assert '"status": "not_achievable", "reason": "not_found"' in full
    assert '{"name": "stop", "status": "done", "answer": 24.9}' in full
    alone = prompts(answer_format(ASKS, "format"))
    assert "ANSWER: One number." in alone
    assert "not_achievable" not in alone
    assert '{"name": "stop", "answer": 24.9}' in alone
    nothing = prompts(None)
    assert '{"name": "stop", "answer": "€24.90"}' in nothing
    assert "ANSWER" not in nothing
    assert '"N/A"' in nothing
    assert '"N/A"' not in prompts(None, hint=False)


def test_it_is_part_of_what_a_run_is() -> None:
    agent = SimpleNamespace(config={"name": "x"})
    digests = {config_of(agent, EpisodeSettings(answer_format=one)) for one in ("full", "format", "none")}  # type: ignore[arg-type]
    assert len(digests) == 3
    assert run_options.told("format") == "format"
    with pytest.raises(WebariumError, match="full, format, none"):
        run_options.told("all")


def manifest(**settings: Any) -> Manifest:
    kept = {"observation": ["axtree"], "scope": "page", "limits": {}} | settings
    return Manifest.model_validate(
        {"run": "one", "started": "", "config": "c", "tasks": [], "settings": kept,
         "agent": {"name": "x", "command": []}}
    )  # fmt: skip


def test_a_difference_is_named() -> None:
    older, newer = manifest(), manifest(answer_format="full")
    assert older.settings.answer_format == "none", "runs from before it were told nothing"
    assert differences(older, older) == []
    assert differences(older, newer) == ["of the answer the agent is told full, not none"]
    first, second = (Side(name, one.to_json()) for name, one in (("a", older), ("b", newer)))
    assert "what is told of answers differs: none and full" in warnings_of(first, second)


def test_a_foreign_browser_is_told_as_well(tmp_path: Path) -> None:
    from harness.episode.foreign import ForeignEpisode

    episode = ForeignEpisode(ASKS, None, tmp_path)
    assert episode.answer(Stop(answer="some"))
    assert episode.answer(Stop(answer="some")) is None
    assert episode.stop == Stop(answer="some")
    assert answers.NOTHING.startswith("No answer is asked for")
