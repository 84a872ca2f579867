"""The oracle with a fault: a hand that trembles, a bad memory, short sight.

What passes with it says how much a task forgives.
"""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

from harness.agents.base import Session
from harness.agents.baselines.guessing import keywords
from harness.agents.baselines.policies import any_action
from harness.agents.oracle.agent import Oracle
from harness.agents.oracle.page import Acts
from harness.agents.protocol import Observation


class Degraded(Oracle):
    """Plays the reference solution with a fault, and does not notice it.

    Args:
        share: how much of it is spoiled, from 0 to 1.
    """

    NAME = ""

    def __init__(self, share: float) -> None:
        self.share = share


class NoisyOracle(Degraded):
    """Plays the reference solution; each of its actions is, with a chance, one of ``random``'s instead.

    It does not notice: a solution that then finds nothing where it looks gives up with an empty answer.
    """

    NAME = "noisy-oracle"

    def acts(self, session: Session) -> Acts:
        """The session, with noise."""
        return _Noisy(session, self.share)


class _Noisy:
    def __init__(self, session: Session, share: float) -> None:
        self._session, self._share = session, share
        self._chance = random.Random(session.task.seed)  # noqa: S311 - a game of chance, no secret
        self._words = keywords(session.task.intent) or ["a"]

    def observe(self) -> Observation:
        return self._session.observe()

    def act(self, action: Any, *, thought: str = "") -> Observation:
        if self._chance.random() >= self._share:
            return self._session.act(action, thought=thought)
        slip = any_action(self._session.observe(), self._words, self._chance)
        seen = self._session.act(slip, thought=f"a slip in place of {action.name} ({thought})")
        return replace(seen, error=None)  # what came of the slip says nothing of the oracle's own action


class ForgetfulOracle(Degraded):
    """Plays the reference solution; each of its actions is, with a chance, taken for done and never is."""

    NAME = "forgetful-oracle"

    def acts(self, session: Session) -> Acts:
        """The session, with gaps."""
        return _Forgetful(session, self.share)


class _Forgetful:
    def __init__(self, session: Session, share: float) -> None:
        self._session, self._share = session, share
        self._chance = random.Random(session.task.seed)  # noqa: S311 - a game of chance, no secret

    def observe(self) -> Observation:
        return self._session.observe()

    def act(self, action: Any, *, thought: str = "") -> Observation:
        if self._chance.random() >= self._share:
            return self._session.act(action, thought=thought)
        return self._session.observe()


class ShortSightedOracle(Degraded):
    """Plays the reference solution without the sight of a page's last elements, a share of them."""

    NAME = "short-sighted-oracle"

    def acts(self, session: Session) -> Acts:
        """The session, without the lower part of each page."""
        return _ShortSighted(session, self.share)


class _ShortSighted:
    def __init__(self, session: Session, share: float) -> None:
        self._session, self._share = session, share
        self._seen: tuple[Observation, Observation] | None = None

    def observe(self) -> Observation:
        return self._cut(self._session.observe())

    def act(self, action: Any, *, thought: str = "") -> Observation:
        return self._cut(self._session.act(action, thought=thought))

    def _cut(self, seen: Observation) -> Observation:
        if self._seen and self._seen[0] is seen:  # the same page twice is the same observation
            return self._seen[1]
        kept = sorted(seen.elements)[: round(len(seen.elements) * (1 - self._share))]
        cut = replace(seen, elements={number: seen.elements[number] for number in kept})
        self._seen = seen, cut
        return cut


DEGRADED = {one.NAME: one for one in (NoisyOracle, ForgetfulOracle, ShortSightedOracle)}
