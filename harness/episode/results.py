"""What an episode gives to those who play it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from evaluators import Judgement, Outcome


@dataclass(frozen=True)
class Acted:
    """What became of an action: as it is kept, and why it did nothing (None when it worked)."""

    action: dict[str, Any]
    digest: str
    problem: str | None = None
    invalid: bool = False


@dataclass(frozen=True)
class Played:
    """A judged episode."""

    outcome: Outcome
    evidence: list[dict[str, Any]]
    judgement: Judgement
