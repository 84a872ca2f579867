"""Runs compared: each against the first, task by task."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property
from statistics import fmean
from typing import Any

from harness.compare.fairness import warnings_of
from harness.compare.gates import GateError
from harness.compare.sides import Episode, Side
from harness.compare.statistics import Spread, components, interval_of_difference, paired_p_value
from harness.report.run import Group, by_task, kind_of
from harness.run.answers import count_answers, pair_scores
from harness.run.models import FINISHED
from sites.errors import WebariumError

Interval = tuple[float, float] | None
GROUPS: dict[str, Callable[[Episode], list[str]]] = {
    "site": lambda episode: episode.sites or ["unknown"],
    "category": lambda episode: [episode.category],
    "difficulty": lambda episode: [episode.difficulty],
    "template": lambda episode: [episode.template],
    "kind": lambda episode: [kind_of(episode.unachievable)],
}
MEASURES: dict[str, Callable[[Episode], float]] = {
    "steps": lambda episode: episode.steps,
    "seconds": lambda episode: episode.seconds,
    "tokens": lambda episode: episode.prompt + episode.completion,
    "cost": lambda episode: episode.cost,
}


@dataclass(frozen=True)
class Count:
    """What became of some episodes of one run; steps, seconds, tokens and cost are means of an episode.

    ``score`` is the mean of all, with what milestones give to those that failed. ``pair_score`` is that of
    ``harness.run.answers``; None without a pair.
    """

    tasks: int
    episodes: int
    passed: int
    failed: int
    errors: int
    interval: Interval
    steps: float
    seconds: float
    tokens: float
    cost: float
    total_cost: float
    score: float = 0.0
    malformed: int = 0
    false_refusals: int = 0
    missed_refusals: int = 0
    given_up: int = 0
    pairs: int = 0
    pair_score: float | None = None
    pair_interval: Interval = None

    @property
    def success_rate(self) -> float:
        """Passed of all episodes; an error is not a success."""
        return self.passed / self.episodes if self.episodes else 0.0

    @classmethod
    def of(cls, episodes: list[Episode]) -> Count:
        """Count them."""
        passed = sum(one.passed for one in episodes)
        errors = sum(one.status not in FINISHED for one in episodes)
        tasks = by_task((one.task_id, one.passed) for one in episodes)
        group = Group("", passed, len(episodes) - passed - errors, errors, tasks)
        played = [one for one in episodes if one.status in FINISHED]
        means = {
            name: fmean(read(one) for one in played) if played else 0.0 for name, read in MEASURES.items()
        }
        answers = count_answers(episodes)
        return cls(
            score=fmean(one.points for one in episodes) if episodes else 0.0,
            malformed=answers.readings["malformed"],
            false_refusals=answers.false_refusals,
            missed_refusals=answers.missed_refusals,
            given_up=answers.given_up,
            pairs=answers.pairs.pairs,
            pair_score=answers.pairs.score,
            pair_interval=answers.pairs.interval,
            tasks=len(tasks),
            episodes=len(episodes),
            passed=passed,
            failed=group.failed,
            errors=errors,
            interval=group.interval,
            total_cost=sum(one.cost for one in episodes),
            **means,
        )

    def to_json(self) -> dict[str, Any]:
        """All of it, success rate included."""
        return {"success_rate": self.success_rate, **self.__dict__}


@dataclass(frozen=True)
class Flip:
    """A task (across worlds, a template) that came out differently.

    ``before`` and ``after`` are the share of its trials that passed.
    """

    before: float
    after: float
    first: list[Episode]
    second: list[Episode]
    task_id: str

    @property
    def intent(self) -> str:
        """What the task asks."""
        return self.second[0].intent or self.first[0].intent


@dataclass(frozen=True)
class Difference:
    """One figure of both runs and how far they are apart, with its 95 % interval."""

    name: str
    tasks: int
    baseline: float
    run: float
    difference: float
    interval: Interval


@dataclass(frozen=True)
class Comparison:
    """One run against the baseline.

    Only tasks that both runs have are compared; the paired figures leave out those without a finished
    trial on both sides. Runs of different worlds have no task in common: their templates are paired.
    """

    baseline: Side
    run: Side
    warnings: list[str] = field(default_factory=list)

    @property
    def across(self) -> bool:
        """Whether the runs are of different worlds."""
        return self.baseline.edition != self.run.edition

    def unit(self, episode: Episode) -> str:
        """What an episode is paired by: its task, across worlds its template."""
        return episode.template if self.across else episode.task_id

    @cached_property
    def common(self) -> set[str]:
        """Ids of the tasks (across worlds, of the templates) that both runs have."""
        first, second = ({self.unit(one) for one in side.episodes} for side in (self.baseline, self.run))
        return first & second

    @cached_property
    def pairs(self) -> list[tuple[list[Episode], list[Episode]]]:
        """Finished trials of both sides, one pair a task, across worlds one pair a template."""
        first, second = self._by_unit(self.baseline), self._by_unit(self.run)
        both = [(first.get(task, []), second.get(task, [])) for task in sorted(self.common)]
        return [pair for pair in both if pair[0] and pair[1]]

    @cached_property
    def success(self) -> Difference:
        """The success rates of the paired tasks."""
        return self._difference("success rate", self.pairs, lambda one: float(one.passed))

    @cached_property
    def pair_score(self) -> Difference | None:
        """The scores of the pairs that both runs have, of finished trials; None where there is none."""
        finished = [self._by_unit(side) for side in (self.baseline, self.run)]
        first, second = (
            pair_scores(one for unit in self.common for one in trials.get(unit, []))[0] for trials in finished
        )
        both = sorted(first.keys() & second.keys())
        if not both:
            return None
        before, after = (fmean(side[name] for name in both) for side in (first, second))
        changes = [second[name] - first[name] for name in both]
        interval = interval_of_difference(changes, both, proportions=True)
        return Difference("pair score", len(both), before, after, after - before, interval)

    @cached_property
    def p_value(self) -> float:
        """Of the paired test on success."""
        return paired_p_value(*_differences(self.pairs, lambda one: float(one.passed)))

    @cached_property
    def flips(self) -> list[Flip]:
        """Tasks that came out differently, the lost ones first."""
        found = []
        for first, second in self.pairs:
            before, after = (fmean(one.passed for one in trials) for trials in (first, second))
            if before != after:
                found.append(Flip(before, after, first, second, self.unit(first[0])))
        return sorted(found, key=lambda flip: (flip.after > flip.before, flip.task_id))

    @cached_property
    def looked_same(self) -> dict[str, bool]:
        """Whether the same pages were seen in a task, of each of which both runs finished the same trial.

        An agent that does the same again sees the same: on equal worlds, what of the oracle or a replayed
        run looks different is a fault of the sandbox.
        """
        found: dict[str, bool] = {}
        for first, second in [] if self.across else self.pairs:
            before, after = ({one.trial: one.digest for one in trials} for trials in (first, second))
            if both := before.keys() & after.keys():
                found[first[0].task_id] = all(before[trial] == after[trial] for trial in both)
        return found

    @property
    def looked_different(self) -> list[str]:
        """Ids of the tasks in which other pages were seen than before."""
        return [task for task, same in self.looked_same.items() if not same]

    @property
    def lost(self) -> list[Flip]:
        """Tasks that pass less often than before."""
        return [flip for flip in self.flips if flip.after < flip.before]

    @property
    def gained(self) -> list[Flip]:
        """Tasks that pass more often than before."""
        return [flip for flip in self.flips if flip.after > flip.before]

    @cached_property
    def groups(self) -> dict[str, list[Difference]]:
        """Success by site, category, difficulty and template."""
        found: dict[str, list[Difference]] = {}
        for kind, names in GROUPS.items():
            members: dict[str, list[tuple[list[Episode], list[Episode]]]] = {}
            for pair in self.pairs:
                for name in names(pair[0][0]):
                    members.setdefault(name, []).append(pair)
            found[kind] = [
                self._difference(name, pairs, lambda one: float(one.passed))
                for name, pairs in sorted(members.items())
            ]
        return found

    @cached_property
    def measures(self) -> list[Difference]:
        """Steps, seconds, tokens and cost of a mean episode."""
        return [self._difference(name, self.pairs, read) for name, read in MEASURES.items()]

    def value(self, measure: str, group: str | None, of_baseline: bool) -> float:
        """A measure for a gate, over the tasks that both runs have.

        Raises:
            GateError: when there is no such measure or group.
        """
        own = {
            "difference": lambda: self.success.difference,
            "p_value": lambda: self.p_value,
            "lost": lambda: float(len(self.lost)),
            "gained": lambda: float(len(self.gained)),
            "compared": lambda: float(len(self.pairs)),
            "looked_different": lambda: float(len(self.looked_different)),
        }
        if measure in own and group is None and not of_baseline:
            return own[measure]()
        side = self.baseline if of_baseline else self.run
        episodes = [one for one in side.episodes if self.unit(one) in self.common]
        if group is not None:
            episodes = [one for one in episodes if any(group in names(one) for names in GROUPS.values())]
            if not episodes:
                raise GateError(
                    f"No compared task belongs to the group {group!r}",
                    remedy="name a site, category, difficulty or template",
                )
        counted = Count.of(episodes).to_json()
        known = [name for name, value in counted.items() if isinstance(value, int | float)]
        if measure not in known:
            raise GateError(
                f"{measure!r} is not measured" + (f" for {group!r}" if group else ""),
                remedy=f"use one of {', '.join(sorted(known) + sorted(own))}",
            )
        return float(counted[measure])

    def to_json(self) -> dict[str, Any]:
        """The comparison as data."""

        def link(side: Side, episodes: list[Episode]) -> list[str]:
            return [str(path) for one in episodes if (path := side.trajectory(one))]

        return {
            "baseline": self.baseline.name,
            "run": self.run.name,
            "warnings": self.warnings,
            "compared": len(self.pairs),
            "across_worlds": self.across,
            "success": self.success.__dict__,
            "pair_score": self.pair_score.__dict__ if self.pair_score else None,
            "p_value": self.p_value,
            "looked_different": self.looked_different,
            "measures": [one.__dict__ for one in self.measures],
            "groups": {kind: [one.__dict__ for one in rows] for kind, rows in self.groups.items()},
            "flips": [
                {
                    "task_id": flip.task_id,
                    "intent": flip.intent,
                    "before": flip.before,
                    "after": flip.after,
                    "trajectories": {
                        "baseline": link(self.baseline, flip.first),
                        "run": link(self.run, flip.second),
                    },
                }
                for flip in self.flips
            ],
        }

    def _by_unit(self, side: Side) -> dict[str, list[Episode]]:
        found: dict[str, list[Episode]] = {}
        for one in side.episodes:
            if one.status in FINISHED:
                found.setdefault(self.unit(one), []).append(one)
        return found

    def _difference(
        self,
        name: str,
        pairs: list[tuple[list[Episode], list[Episode]]],
        read: Callable[[Episode], float],
    ) -> Difference:
        differences, clusters = _differences(pairs, read)
        before = fmean(fmean(map(read, first)) for first, _ in pairs) if pairs else 0.0
        after = fmean(fmean(map(read, second)) for _, second in pairs) if pairs else 0.0
        interval = interval_of_difference(differences, clusters, proportions=name not in MEASURES)
        return Difference(name, len(pairs), before, after, after - before, interval)


def compare(baseline: Side, others: Iterable[Side]) -> list[Comparison]:
    """Each run against the baseline, with what makes the comparison less than fair.

    Raises:
        WebariumError: the runs are of different releases.
    """
    others = list(others)
    for run in others:
        one, other = (side.facts.get("release") or "" for side in (baseline, run))
        if one and other and one != other:
            raise WebariumError(
                f"{baseline.name} is of release {one}, {run.name} of release {other}: their tasks differ",
                remedy="play both with the same release",
            )
    return [Comparison(baseline, run, warnings_of(baseline, run)) for run in others]


@dataclass(frozen=True)
class Worlds:
    """How far the worlds of several runs of one agent are apart, told from how far templates are.

    Attributes:
        agent: whose runs.
        worlds: the success rate of each edition over the templates that all have; the default one is ``""``.
        templates: how many these are.
        spread: see ``harness.compare.statistics.components``; None with fewer than two templates.
    """

    agent: str
    worlds: dict[str, float]
    templates: int
    spread: Spread | None


def worlds_of(sides: Iterable[Side]) -> list[Worlds]:
    """Of each agent that played in several worlds."""
    agents: dict[str, dict[str, dict[str, list[float]]]] = {}
    for side in sides:
        by_template = agents.setdefault(side.agent, {}).setdefault(side.edition, {})
        for one in side.episodes:
            if one.status in FINISHED:
                by_template.setdefault(one.template, []).append(float(one.passed))
    found = []
    for agent, worlds in agents.items():
        common = sorted(set.intersection(*(set(shares) for shares in worlds.values())))
        if len(worlds) < 2 or not common:
            continue
        rows = [[fmean(shares[name]) for shares in worlds.values()] for name in common]
        rates = {edition: fmean(row[at] for row in rows) for at, edition in enumerate(worlds)}
        found.append(Worlds(agent, rates, len(common), components(rows)))
    return found


def _differences(
    pairs: list[tuple[list[Episode], list[Episode]]], read: Callable[[Episode], float]
) -> tuple[list[float], list[str]]:
    differences = [fmean(map(read, second)) - fmean(map(read, first)) for first, second in pairs]
    return differences, [first[0].template for first, _ in pairs]
