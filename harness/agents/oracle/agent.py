"""The oracle as an agent: it gets the id of its task, which other agents do not."""

from __future__ import annotations

import sys
from typing import Any

from harness.agents.base import Agent, Session
from harness.agents.oracle.page import OracleError
from harness.agents.oracle.player import Player
from harness.agents.protocol import TASK_OPTION
from tasks.actions import Stop
from tasks.loader import oracle_view


def play(session: Session, variation: dict[str, Any] | None = None) -> Stop:
    """Play the oracle of a session's task and stop with its answer.

    Raises:
        OracleError: when the solution cannot go on.
    """
    variation = variation if variation is not None else session.task.options.get("oracle")
    view = oracle_view(session.task.options[TASK_OPTION], with_=(variation or {}).get("with"))
    answer = Player(view, session).play(variation)
    session.finish(answer)
    return answer


class Oracle(Agent):
    """Plays the reference solution of each task."""

    def run(self, session: Session) -> None:
        """One episode; a solution that cannot go on stops without an answer, its reason as last thought."""
        try:
            play(session)
        except OracleError as error:
            print(f"oracle: {error.message}", file=sys.stderr, flush=True)
            session.stop("", thought=f"the reference solution cannot go on: {error.message}")
