"""How a run's episodes answered: readings, refusals, and the score of pairs.

A pair is a template that cannot be done and its twin that can, in the same frame of words. Its score in a
trial is the share of right refusals times the share of right twins: the chance that a refusal and a twin
drawn from it both pass. Who always refuses has no twin right, who never refuses no refusal, so that both
have 0; and who does one in one trial and the other in the next has 0 too, which a product of the sums over
the trials would not give. A run's score is the mean over its pairs, and pairs are the sample of its interval.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from statistics import fmean
from typing import Literal, Protocol

from pydantic import BaseModel, Field, NonNegativeInt

from harness.run.interval import interval_of_share

Said = Literal["done", "not_achievable", "failed", "malformed"]
Read = Literal["strict", "loose", "malformed", "none"]
Share = tuple[NonNegativeInt, NonNegativeInt]


class Answered(Protocol):
    """As much of an episode as is counted here."""

    @property
    def template(self) -> str:
        """Its task's template."""

    @property
    def trial(self) -> int:
        """Number of the trial."""

    @property
    def passed(self) -> bool:
        """Whether every check passed."""

    @property
    def unachievable(self) -> bool | None:
        """Whether the task cannot be done; None where that was not kept."""

    @property
    def twin(self) -> str | None:
        """The template that asks for the like and can be done."""

    @property
    def answer_status(self) -> Said | None:
        """What the answer says; None where there is none."""

    @property
    def answer_reading(self) -> Read:
        """How the answer was read."""


class PairScore(BaseModel):
    """The score of a run's pairs.

    Attributes:
        pairs: templates that cannot be done, with episodes of their twin in the same trial.
        score: 0 to 1; None without any pair.
        interval: of 95 %.
        left_out: templates that cannot be done, without a twin in the run.
    """

    pairs: NonNegativeInt = 0
    score: float | None = Field(default=None, ge=0, le=1)
    interval: tuple[float, float] | None = None
    left_out: NonNegativeInt = 0


class AnswerCounts(BaseModel):
    """How the episodes answered.

    Attributes:
        readings: episodes by how their answer was read; ``malformed`` passes nothing, ``none`` is nothing
            to read.
        achievable: passed and all episodes of tasks that can be done; ``unachievable`` of the others.
        false_refusals: refusals of what can be done.
        missed_refusals: answers ``done`` or ``failed`` to what cannot.
        given_up: answers ``failed``.
    """

    readings: dict[Read, NonNegativeInt] = Field(default_factory=dict)
    achievable: Share = (0, 0)
    unachievable: Share = (0, 0)
    false_refusals: NonNegativeInt = 0
    missed_refusals: NonNegativeInt = 0
    given_up: NonNegativeInt = 0
    pairs: PairScore = Field(default_factory=PairScore)


def count_answers(episodes: Sequence[Answered]) -> AnswerCounts:
    """Count them. Where it was not kept whether a task can be done, an episode counts on neither side."""
    kinds: tuple[Read, ...] = ("strict", "loose", "malformed", "none")
    can = [one for one in episodes if one.unachievable is False]
    cannot = [one for one in episodes if one.unachievable]
    scores, left_out = pair_scores(episodes)
    return AnswerCounts(
        readings={kind: sum(one.answer_reading == kind for one in episodes) for kind in kinds},
        achievable=(sum(one.passed for one in can), len(can)),
        unachievable=(sum(one.passed for one in cannot), len(cannot)),
        false_refusals=sum(one.answer_status == "not_achievable" for one in can),
        missed_refusals=sum(one.answer_status in ("done", "failed") for one in cannot),
        given_up=sum(one.answer_status == "failed" for one in episodes),
        pairs=PairScore(
            pairs=len(scores),
            score=round(fmean(scores.values()), 4) if scores else None,
            interval=interval_of_share([(score, 1) for score in scores.values()]) if scores else None,
            left_out=left_out,
        ),
    )


def pair_scores(episodes: Iterable[Answered]) -> tuple[dict[str, float], int]:
    """The score of each pair, by the template that cannot be done, and how many of those were left out.

    A trial of which one side was not played is left out.
    """
    trials: dict[str, dict[int, list[bool]]] = {}
    twins: dict[str, str | None] = {}
    for one in episodes:
        trials.setdefault(one.template, {}).setdefault(one.trial, []).append(one.passed)
        if one.unachievable:
            twins[one.template] = one.twin
    found: dict[str, float] = {}
    for template, twin in twins.items():
        mine, other = trials[template], trials.get(twin or "", {})
        if both := sorted(mine.keys() & other.keys()):
            found[template] = fmean(_share(mine, trial) * _share(other, trial) for trial in both)
    return found, len(twins) - len(found)


def _share(trials: Mapping[int, Sequence[bool]], trial: int) -> float:
    return fmean(trials[trial])
