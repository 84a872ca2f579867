"""What Webarium's environment service answers."""

from __future__ import annotations

from typing import Any

from .observation import Observation

GONE = ("no_session", "lease_ended")
"""Codes of a session in which nothing can be played any more."""
OF_ASKING = ("bad_request", "no_episode", "out_of_step")
"""Codes of what was asked wrongly, and may be asked otherwise."""
LEASE_ENDED = "the lease ended"
"""In the stop reason of an episode whose client said nothing for too long."""


class Refused(Exception):
    """The service does not do that.

    Attributes:
        status: of HTTP.
        code: why, in a word.
        lost: whether it is of no use to ask otherwise, since the session, its world or the service is not to
            be had; that a step was refused says nothing about the agent then.
        data: all that was told.
        retry_after: seconds after which asking again may help.
    """

    def __init__(self, status: int, data: dict[str, Any]) -> None:
        super().__init__(
            ". ".join(filter(None, (data.get("error"), data.get("remedy")))) or f"status {status}"
        )
        self.status, self.code, self.data = status, str(data.get("code") or ""), data
        self.lost = status >= 500 or self.code not in OF_ASKING
        self.retry_after = float(data.get("retry_after") or 0)


class Full(Refused):
    """All worlds are leased, or are being started; ask again after ``retry_after`` seconds."""


class Result:
    """What ``reset`` and ``step`` answer.

    Attributes:
        observation: what is seen now; None when the episode is over.
        reward: 0 to 1; None where it is not told (scored tasks) or there is none (``masked``).
        done: whether the episode is over.
        masked: the sandbox failed, so the episode says nothing about the agent: train on nothing of it.
        failure: ``sandbox`` then.
        task: what is to be done, as the service told it with the first observation.
        goal: the same as text: what is asked and how the answer has to look.
        info: all that was told.
    """

    def __init__(self, info: dict[str, Any]) -> None:
        self.info = info
        self.observation = Observation(info["observation"]) if info.get("observation") else None
        self.reward: float | None = info.get("reward")
        self.done: bool = info["done"]
        self.masked: bool = bool(info.get("masked"))
        self.failure: str | None = info.get("failure")
        self.task: dict[str, Any] | None = info.get("task")
        self.goal: str = (self.task or {}).get("goal") or ""


def spoiled(closed: dict[str, Any]) -> str | None:
    """Why the last episode of a session says nothing about its agent.

    Args:
        closed: what ``close`` told.

    Returns:
        A sentence where the sandbox failed in it, where its lease ended, or where the service knows of none;
        None where it counts.
    """
    if not closed["episodes"]:
        return "the service knows the session no more"
    last = closed["episodes"][-1]
    if last.get("masked"):
        return str(last.get("error"))
    reason = str(last.get("stop_reason"))
    return reason if LEASE_ENDED in reason else None
