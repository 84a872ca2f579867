"""What an agent says that it spent: whatever it is, the files of the run can take it."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from harness.agents.base import Session
from harness.agents.protocol import MOST_SPENT, Observation, TaskMessage, Tokens, encode
from harness.episode.folder import EpisodeFolder
from harness.episode.phases import Phases
from harness.episode.record import Record, error_line
from harness.run.models import MOST, Attempt, JournalLine, Step, TokenCount
from sites.errors import WebariumError
from tasks.loader import load_tasks

LINE: dict[str, Any] = {"task_id": "shopping.order_total.0", "trial": 0, "config": "c", "status": "failed"}


def test_what_an_agent_can_say_is_what_a_file_can_hold() -> None:
    assert MOST_SPENT == MOST


@pytest.mark.parametrize(
    "wild", [-5, -0.5, 10**9 + 1, pytest.param(10**400, id="huge"), 1e300, float("-inf"), {"a": 1}, "many"]
)
def test_counts_are_kept_within_what_files_hold(wild: Any) -> None:
    spent = Tokens.from_json({"prompt": wild, "completion": 7, "cost": wild})
    assert spent.completion == 7, "one odd count says nothing of the others"
    counted = spent + spent
    Step(step=0, tokens=TokenCount(**counted.to_json()))
    JournalLine(**LINE, tokens=TokenCount(**counted.to_json()))


def test_counts_that_are_plain_stay_as_they_are() -> None:
    spent = Tokens.from_json({"prompt": 900, "completion": 20, "cost": 0.25})
    assert (spent + spent).to_json() == {"prompt": 1800, "completion": 40, "cost": 0.5}


@pytest.mark.parametrize("told", [-5, 9 * 10**8])
def test_an_attempt_that_met_trouble_is_read_back(tmp_path: Path, told: int) -> None:
    (task,) = load_tasks("shopping.order_total.0")
    record = Record(task, tmp_path / "episodes" / f"{task.id}.0", Phases())
    record.begin()
    for _ in range(2):
        record.spend(Tokens.from_json({"prompt": told, "cost": told}))
    record.keep(WebariumError("the agent cannot go on"))
    place = tmp_path / "episodes" / f"{task.id}.0"
    (kept,) = EpisodeFolder(place).attempts()
    assert kept.tokens.prompt == min(MOST, max(0, 2 * told))
    line = error_line(task, place, "lost", trial=0, agent="mine", config="c")
    assert line.attempts_kept == [kept]


def test_what_an_episode_cost_with_its_attempts_has_a_bound() -> None:
    much = TokenCount(prompt=9 * 10**8, completion=3, cost=9e8)
    line = JournalLine(**LINE, tokens=much, attempts_kept=[Attempt(folder="a", error="", tokens=much)])
    assert line.spent == TokenCount(prompt=MOST, completion=6, cost=MOST)


def test_the_last_words_of_an_episode_carry_tokens_too() -> None:
    observation = encode({"type": "observation", **Observation(0, "http://a.test/", "A").to_json()})
    for act in (
        lambda session: session.stop("5", tokens={"prompt": 3}),
        lambda session: session.fail("no endpoint", tokens={"prompt": 3}),
    ):
        writer = io.BytesIO()
        session = Session(TaskMessage("5f", ""), io.BytesIO(observation * 2), writer)
        act(session)
        assert json.loads(writer.getvalue())["tokens"] == {"prompt": 3}
