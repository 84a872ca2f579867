"""What goes over: OpenEnv's types with Webarium's fields."""

from __future__ import annotations

from typing import Any

from openenv.core.env_server.types import Action, Observation, State
from pydantic import ConfigDict, Field


class WebariumAction(Action):
    """An action of Webarium's protocol: a ``name``, and the fields of that action.

    ``metadata`` may hold ``thought`` and ``tokens``, which the run keeps.
    """

    model_config = ConfigDict(extra="allow")

    name: str


class WebariumObservation(Observation):
    """What is seen, and what is told besides.

    Attributes:
        seen: the observation as agents get it (``axtree``, ``elements``, ``url`` ...); None when it is over.
        task: what is to be done; with the first observation.
        masked: the sandbox failed: the episode says nothing about the agent, and ``reward`` is None.
        info: all that the service told, without the observation.
    """

    seen: dict[str, Any] | None = None
    task: dict[str, Any] | None = None
    masked: bool = False
    info: dict[str, Any] = Field(default_factory=dict)


class WebariumState(State):
    """Where a session is; ``session`` is the token by which it is found again."""

    session: str | None = None
    done: bool = False
    lease_seconds: float = 0.0
