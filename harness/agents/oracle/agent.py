"""The oracle as an agent: its task message holds the solution, which no other agent gets."""

from __future__ import annotations

import sys

from harness.agents.base import Agent, Session
from harness.agents.oracle.page import Acts, OracleError
from harness.agents.oracle.player import Player
from harness.agents.protocol import LOST, ORACLE_OPTION
from tasks.actions import Stop
from tasks.model import OracleView


def play(session: Session, acts: Acts | None = None) -> Stop:
    """Play the oracle of a session's task and stop with its answer.

    Args:
        session: of the episode.
        acts: what the oracle observes and acts with, where that is not the session itself.

    Raises:
        OracleError: when the solution cannot go on.
    """
    view = OracleView.model_validate(session.task.options[ORACLE_OPTION])
    answer = Player(view, acts or session).play()
    session.finish(answer)
    return answer


class Oracle(Agent):
    """Plays the reference solution of each task."""

    def run(self, session: Session) -> None:
        """One episode; a solution that cannot go on stops without an answer, its reason as last thought."""
        try:
            play(session, self.acts(session))
        except OracleError as error:
            print(f"oracle: {error.message}", file=sys.stderr, flush=True)
            session.stop("", thought=f"{LOST}: {error.message}")

    def acts(self, session: Session) -> Acts:
        """What the oracle observes and acts with."""
        return session
