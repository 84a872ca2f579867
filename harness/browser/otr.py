"""What can be chosen about the observation ``otr``, and who makes its text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, Self

from harness.agents.protocol import Observation
from tasks.actions import Action

CANDIDATES = 10
"""Elements that are told of, as published (WebLINX, appendix B.1)."""
TOKENS = 1350
"""Of tree and candidates together: 700 and ten times 65, as published (appendix B.7)."""


@dataclass(frozen=True)
class Otr:
    """How WebLINX's optimal text representation is made.

    Args:
        candidates: how many elements are told of.
        tokens: how long it may be, in pieces of up to four letters.
        ranker: file of a trained ranker; without one BM25 chooses.
        digest: of that file.
    """

    candidates: int = CANDIDATES
    tokens: int = TOKENS
    ranker: Path | None = None
    digest: str = ""

    def to_json(self) -> dict[str, Any]:
        """For manifests."""
        return {**self.__dict__, "ranker": str(self.ranker) if self.ranker else None}

    @classmethod
    def from_json(cls, data: Mapping[str, Any] | None) -> Self:
        """Read back what ``to_json`` wrote; None is the usual one."""
        known = {key: value for key, value in (data or {}).items() if key in cls.__dataclass_fields__}
        if known.get("ranker"):
            known["ranker"] = Path(known["ranker"])
        return cls(**known)

    @property
    def identity(self) -> dict[str, Any]:
        """What may change a result: the ranker itself, wherever its file is."""
        return {"candidates": self.candidates, "tokens": self.tokens, "ranker": self.digest}


class Represents(Protocol):
    """Makes the text of one episode's pages."""

    def choose(self, observation: Observation) -> list[int]:
        """The elements that are told of, the likeliest first."""

    def text(self, observation: Observation, targets: Mapping[int, dict[str, Any] | None], dom: str) -> str:
        """The page as text.

        Args:
            observation: of the page.
            targets: what the page says of each chosen element; None of one that has gone.
            dom: of ``take_dom``.
        """

    def did(self, observation: Observation, action: Action) -> None:
        """An action did something on this observation."""
