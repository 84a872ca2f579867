"""The oracle with a hand that trembles: what passes it says how much a task forgives."""

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


class NoisyOracle(Oracle):
    """Plays the reference solution; each of its actions is, with a chance, one of ``random``'s instead.

    It does not notice: a solution that then finds nothing where it looks gives up with an empty answer.

    Args:
        share: the chance, from 0 to 1.
    """

    NAME = "noisy-oracle"

    def __init__(self, share: float) -> None:
        self.share = share

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
